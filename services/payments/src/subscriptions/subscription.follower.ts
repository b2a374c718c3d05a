import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { subscriptionChanged } from '#contracts';
import { type Commit, defineJob, Jobs, type ScheduleHandler, TryLaterError } from '#jobs';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, HOUR_MS, LOGGER } from '#platform';
import { PaymentsConfig } from '../config.js';
import { Ledger, Receipts } from '../ledger/ledger.module.js';
import type { StripeFollower } from '../stripe/stripe.module.js';
import { refundAfterEnd } from './refund-after-end.job.js';
import {
  type RunningSubscription,
  type SeenSubscription,
  StripeSubscriptions,
} from './stripe-subscriptions.js';
import { decide, endedStatuses, type Outcome, type PaidInvoice, stateOf } from './subscription.state.js';
import type { SubscriptionEntity } from './subscriptions.entities.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

interface Look extends SeenSubscription {
  /** As it was before Stripe was asked. */
  row: SubscriptionEntity;
}

export interface FollowedSubscription {
  /** As it is now. */
  row: SubscriptionEntity;
  /** With its latest invoice, that one's client secret, and the default payment method. */
  subscription: Stripe.Subscription;
}

export interface EndSubscriptionPayload {
  userId: number;
  /** The month that was just paid; missing where it was told that the account is disabled. */
  paidInvoiceId?: string;
}

/** Ends a user's subscription if their account is disabled. */
export const endSubscription = defineJob<EndSubscriptionPayload>('end-subscription', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 2,
});

const MOST_TRIES = 5;
const ASKED_AGAIN_MS = 200;
const BATCH = 100;

/** Brings subscriptions to what Stripe says: the only place that changes what they are. */
@Injectable()
export class SubscriptionFollower implements StripeFollower {
  readonly topic = 'subscription';

  constructor(
    private readonly atStripe: StripeSubscriptions,
    private readonly rows: SubscriptionsRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly receipts: Receipts,
    private readonly ledger: Ledger,
    private readonly config: PaymentsConfig,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The commit throws TryLaterError when somebody else has written meanwhile; there is an end to that, because
   * theirs is written.
   */
  async look(stripeId: string): Promise<Commit> {
    const look = await this.see(stripeId);
    return async (manager) => {
      if (look === null || (await this.write(manager, look)) !== null) return;
      throw new TryLaterError('the subscription was changed while Stripe was asked', ASKED_AGAIN_MS);
    };
  }

  /**
   * Brings an open row up to date. Null when Stripe knows nothing of it: it was never begun, or was with the keys of another
   * account, and has ended here by now.
   * @throws AppError `unavailable`; StripeError
   */
  async bring(open: SubscriptionEntity): Promise<FollowedSubscription | null> {
    const stripeId = open.stripeId ?? (await this.atStripe.locate(open));
    if (stripeId === null) return null;
    if (open.stripeId === null) await this.rows.tie(open.id, stripeId);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const look = await this.see(stripeId);
      if (look === null) {
        await this.endUnknown(open.id, stripeId);
        return null;
      }
      const row = await this.outbox.transaction((manager) => this.write(manager, look));
      if (row !== null) return { row, subscription: look.subscription };
    }
    throw new AppError('unavailable');
  }

  /**
   * A subscription of the user that runs at Stripe, and whose row is not here, as after a restore: another one beside
   * it would charge them twice. One of another system on the same account is of another customer.
   */
  async findLost(userId: number): Promise<RunningSubscription | null> {
    for (const found of await this.atStripe.running(userId)) {
      const { subscriptionId = '' } = found.metadata;
      if (!isUUID(subscriptionId) || (await this.rows.exists(subscriptionId))) continue;
      if ((await this.rows.findByStripeId(found.stripeId)) === null) return found;
    }
    return null;
  }

  /** The row first and Stripe after it, so that `write` finds out whether the answer is outdated. */
  private async see(stripeId: string): Promise<Look | null> {
    const row = (await this.rows.findByStripeId(stripeId)) ?? (await this.adopt(stripeId));
    const seen = row && (await this.atStripe.see(stripeId));
    if (row === null || seen === null) return null;
    // Nobody has anything of the months of one that had ended here while Stripe did not know it.
    if (row.status === 'canceled' && !endedStatuses.includes(seen.told.status))
      await this.atStripe.endNow(stripeId);
    return { row, ...seen };
  }

  /** Nobody can pay it or end it with our keys: its owner may begin another one. */
  private async endUnknown(id: string, stripeId: string): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const row = await this.rows.lock(manager, id);
      if (row?.stripeId !== stripeId || row.status === 'canceled') return;
      const now = this.clock.now();
      const ended = {
        status: 'canceled',
        endsAtPeriodEnd: false,
        isBankTaking: false,
        endedAt: now,
      } as const;
      const state = { ...stateOf(row), ...ended };
      await this.rows.save(manager, { ...row, ...state }, now);
      const { periodEnd } = row;
      const changes = periodEnd === null ? [] : [{ change: 'ended' as const, periodEnd }];
      await this.tell(manager, row, { changes, sales: [], state }, new Map());
      this.logger.error(
        { subscriptionId: id, stripeId },
        'Stripe does not know a subscription; it has ended here',
      );
    });
  }

  /**
   * Stripe's event may come before the answer to the call that began it. One without a row was begun after the backup that
   * was restored, or by another system on the same account: people must look.
   */
  private async adopt(stripeId: string): Promise<SubscriptionEntity | null> {
    const ownId = await this.atStripe.ownId(stripeId);
    if (ownId === null || !isUUID(ownId)) return null;
    await this.rows.tie(ownId, stripeId);
    const row = await this.rows.findByStripeId(stripeId);
    if (row === null && !(await this.rows.exists(ownId)))
      this.logger.error(
        { subscriptionId: ownId, stripeId },
        'Stripe tells of a subscription that is not here',
      );
    return row;
  }

  /** The row as it is now, or null when it was changed since Stripe was asked. */
  private async write(manager: EntityManager, look: Look): Promise<SubscriptionEntity | null> {
    const row = await this.rows.lock(manager, look.row.id);
    if (row?.version !== look.row.version) return null;
    const now = this.clock.now();
    const paidIds = look.told.paid.map(({ id }) => id);
    const receipted = await this.receipts.issued(manager, 'subscription', paidIds);
    const outcome = decide(row, look.told, receipted, now);
    this.warn(row, outcome);
    await this.giveBack(manager, row, outcome, now);
    const after = { ...row, ...outcome.state };
    if (!isDeepStrictEqual(stateOf(row), outcome.state)) await this.rows.save(manager, after, now);
    const receipts = new Map<string, string>();
    for (const invoice of outcome.sales) receipts.set(invoice.id, await this.book(manager, row, invoice));
    await this.tell(manager, row, outcome, receipts);
    await this.askForAccount(manager, row, outcome);
    failpoint('payments.subscription.before-commit');
    return after;
  }

  /** Answers the number of the receipt. */
  private async book(
    manager: EntityManager,
    { userId }: SubscriptionEntity,
    sold: PaidInvoice,
  ): Promise<string> {
    const { id, amountCents, paidAt } = sold;
    const number = await this.receipts.issue(manager, {
      userId,
      agreementId: null,
      purpose: 'subscription',
      sourceId: id,
      amountCents,
      paidAt,
    });
    await this.ledger.post(
      manager,
      {
        kind: 'sale',
        ref: id,
        entries: [
          ['stripe', amountCents],
          ['sales:subscription', -amountCents],
        ],
      },
      'stripe',
    );
    return number;
  }

  private async tell(
    manager: EntityManager,
    row: SubscriptionEntity,
    { changes, sales, state }: Pick<Outcome, 'changes' | 'sales' | 'state'>,
    receipts: ReadonlyMap<string, string>,
  ): Promise<void> {
    for (const { change, periodEnd, invoiceId } of changes) {
      const receiptNumber = receipts.get(invoiceId ?? '');
      await this.outbox.add(manager, subscriptionChanged, {
        subscriptionId: row.id,
        userId: row.userId,
        change,
        plan: change === 'ended' || state.startedAt === null ? null : 'monthly',
        amountCents: sales.find(({ id }) => id === invoiceId)?.amountCents ?? row.amountCents,
        currency: 'usd',
        periodEnd: periodEnd.toISOString(),
        ...(change === 'ended' && state.endedAt !== null ? { endedAt: state.endedAt.toISOString() } : {}),
        ...(receiptNumber === undefined ? {} : { receiptNumber }),
        isTest: this.config.isTest,
      });
    }
  }

  /** One that was begun or resumed just as its account was disabled is not there to be ended when that is told. */
  private async askForAccount(
    manager: EntityManager,
    { userId }: SubscriptionEntity,
    { changes }: Outcome,
  ): Promise<void> {
    for (const { invoiceId: paidInvoiceId } of changes) {
      if (paidInvoiceId !== undefined)
        await this.jobs.add(manager, endSubscription, paidInvoiceId, { userId, paidInvoiceId });
    }
  }

  private warn(row: SubscriptionEntity, { foreign }: Outcome): void {
    const { id: subscriptionId } = row;
    for (const { id: invoiceId } of foreign) {
      this.logger.error(
        { subscriptionId, invoiceId },
        'price or currency of what was paid is not ours; it counts for nothing',
      );
    }
  }

  /** An invoice may be paid in the moment in which its subscription ends, before it is void. */
  private async giveBack(
    manager: EntityManager,
    { id: subscriptionId }: SubscriptionEntity,
    { owed }: Outcome,
    now: Date,
  ): Promise<void> {
    for (const { id: invoiceId } of owed) {
      this.logger.warn(
        { subscriptionId, invoiceId },
        'paid as the subscription ended, or after it; it goes back',
      );
      await this.rows.owe(manager, invoiceId, now);
      await this.jobs.add(manager, refundAfterEnd, invoiceId, { invoiceId });
    }
  }
}

/** Asks Stripe about subscriptions of which it should have told something by now, and refunds again what did not go back. */
@Injectable()
export class LookAtSubscriptions implements ScheduleHandler {
  readonly schedule = { name: 'look-at-subscriptions', everyMs: 60_000 };

  constructor(
    private readonly rows: SubscriptionsRepository,
    private readonly follower: SubscriptionFollower,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
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
    await this.refundAgain(now);
  }

  /** A month that was paid after the end and has not gone back, for whatever reason, is tried again every hour. */
  private async refundAgain(now: Date): Promise<void> {
    const hour = Math.floor(now.getTime() / HOUR_MS);
    for (const invoiceId of await this.rows.owed(now, refundAfterEnd.name)) {
      await this.outbox.transaction((manager) =>
        this.jobs.add(manager, refundAfterEnd, `${invoiceId}-${hour}`, { invoiceId }),
      );
    }
  }
}
