import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ScheduleHandler } from '#jobs';
import { Clock, LOGGER } from '#platform';
import { SubscriptionFollower } from './subscription.follower.js';
import { SubscriptionRows } from './subscription.rows.js';

const BATCH = 100;

/** Asks Stripe about subscriptions of which it should have told something by now. */
@Injectable()
export class LookAtSubscriptions implements ScheduleHandler {
  readonly schedule = { name: 'look-at-subscriptions', everyMs: 60_000 };

  constructor(
    private readonly rows: SubscriptionRows,
    private readonly follower: SubscriptionFollower,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One that fails waits for its next look and holds up nobody. */
  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    for (const row of await this.rows.due(now, BATCH)) {
      if (signal.aborted) return;
      if (!(await this.rows.claim(row, now))) continue;
      await this.follower.bring(row).catch((error: unknown) => {
        this.logger.error({ err: error, subscriptionId: row.id }, 'Stripe will be asked about it again');
      });
    }
  }
}
