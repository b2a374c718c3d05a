import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Clock, LOGGER } from '#platform';
import { STRIPE } from './stripe.client.js';
import { isForUs, StripeWebhooks } from './stripe-events.js';

/** Until when Stripe was asked for events, in one row. */
@Entity('stripe_cursor')
export class StripeCursorEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow: boolean;

  @Column('timestamptz')
  seenUntil: Date;
}

/** Events may be listed a little out of order, and the one before last round may have been about to come. */
const OVERLAP_SECONDS = 120;
/** Stripe keeps events for 30 days; a service that was away longer asks for what is left. */
const LONGEST_AWAY_SECONDS = 30 * 86_400;
/** An event younger than this is probably still on its way. */
const PATIENCE_SECONDS = 15;
const PAGE = 100;

/**
 * Asks Stripe for the events that never came, because its webhook was wrong, blocked or given up. Each goes through the
 * same rows as those that came. Before that, jobs about events that are here and failed begin anew: both are in the rows
 * already, so what Stripe lists would not bring them back.
 */
@Injectable()
export class FindMissedEvents implements ScheduleHandler {
  readonly schedule = { name: 'find-missed-events', everyMs: 45_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly webhooks: StripeWebhooks,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const again = await this.webhooks.retryFailed(this.clock.now());
    if (again > 0) this.logger.error({ again }, 'jobs about events of Stripe had failed; they begin anew');
    const now = this.now();
    const seenUntil = await this.seenUntil();
    // Seen by a clock that was ahead and was put back: it does not tell what has been seen.
    const isAhead = seenUntil > now + OVERLAP_SECONDS;
    const since = Math.max(isAhead ? 0 : seenUntil - OVERLAP_SECONDS, now - LONGEST_AWAY_SECONDS);
    const until = now - PATIENCE_SECONDS;
    let missed = 0;
    const events = this.stripe.events.list({ created: { gte: since, lte: until }, limit: PAGE });
    for await (const event of events) {
      if (signal.aborted) return;
      // The list has events, too, that the endpoint is not to be sent, such as those of transfers, which come in this way alone, and of payouts.
      if ((await this.webhooks.take(event, true)) && isForUs(event)) missed++;
    }
    if (missed > 0)
      this.logger.error({ missed }, 'events of Stripe did not come by webhook; look at the endpoint');
    await this.noteSeen(until, now + OVERLAP_SECONDS);
  }

  /** In SQL: whoever comes second must not put the cursor back, unless it is later than can be. */
  private async noteSeen(until: number, latest: number): Promise<void> {
    await this.dataSource.query(
      `insert into stripe_cursor (seen_until) values (to_timestamp($1))
       on conflict (only_row) do update set seen_until = case when stripe_cursor.seen_until > to_timestamp($2)
         then excluded.seen_until else greatest(stripe_cursor.seen_until, excluded.seen_until) end`,
      [until, latest],
    );
  }

  /** Epoch seconds; on the first round an hour back. */
  private async seenUntil(): Promise<number> {
    const cursor = await this.dataSource.manager.findOneBy(StripeCursorEntity, { onlyRow: true });
    return cursor === null ? this.now() - 3600 : Math.floor(cursor.seenUntil.getTime() / 1000);
  }

  private now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
