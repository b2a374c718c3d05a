import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Jobs, type ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, HOUR_MS, LOGGER } from '#platform';
import { HeldIntents } from '../held/held-intents.js';
import { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { isMoving } from '../held/held-payment.facts.js';
import { HeldPaymentsService } from '../held/held-payments.service.js';
import { HeldPaymentsStore } from '../held/held-payments.store.js';
import { SellersFollower } from '../sellers/sellers.follower.js';
import { SellersService } from '../sellers/sellers.service.js';
import { type RefundLatePaymentPayload, refundLatePayment } from './refund-late-payment.definition.js';

const MINUTE_MS = 60_000;
const BATCH = 50;

/** Asks Stripe about what waits for its news, and moves again what did not move: no payment depends on one message. */
@Injectable()
export class FollowHeldPayments implements ScheduleHandler {
  readonly schedule = { name: 'follow-held-payments', everyMs: 30_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly held: HeldPaymentsService,
    private readonly store: HeldPaymentsStore,
    private readonly intents: HeldIntents,
    private readonly sellers: SellersService,
    private readonly sellersFollower: SellersFollower,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    for (const held of await this.due()) {
      if (signal.aborted) return;
      await this.look(held).catch((error: unknown) => {
        this.logger.warn({ err: error, heldPaymentId: held.id }, 'held payment will be looked at again');
      });
    }
    await this.refundAgain();
  }

  /** Takes what is due and says when each is looked at next: after as long again as it has waited, hourly at last. */
  private async due(): Promise<HeldPaymentEntity[]> {
    const now = this.clock.now();
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `update held_payments set next_look_at = $1::timestamptz
         + least(interval '1 hour', greatest(interval '1 minute', $1::timestamptz - created_at))
       where id in (
         select id from held_payments
         where next_look_at <= $1 and state in
           ('requires_onboarding', 'requires_payment', 'releasing', 'refunding', 'resolving')
         order by next_look_at limit ${BATCH} for update skip locked)
       returning id`,
      [now],
    );
    const found = await Promise.all(
      rows.map(({ id }) => this.dataSource.manager.findOneBy(HeldPaymentEntity, { id })),
    );
    return found.filter((held) => held !== null);
  }

  private async look(held: HeldPaymentEntity): Promise<void> {
    if (isMoving(held.state)) return this.settleAgain(held);
    if (held.state === 'requires_onboarding') return this.lookAtSeller(held);
    if (held.paymentIntentId === null) return;
    const intent = await this.intents.look(held.paymentIntentId);
    await this.outbox.transaction((manager) => this.held.settleIntent(manager, intent));
  }

  /** The list of missed events leaves out those of connected accounts. */
  private async lookAtSeller({ sellerEmail, buyerId }: HeldPaymentEntity): Promise<void> {
    for (const { stripeAccountId } of await this.sellers.known(sellerEmail, buyerId)) {
      if (stripeAccountId === null) continue;
      await this.outbox.transaction(await this.sellersFollower.look(stripeAccountId));
    }
  }

  private async settleAgain({ id }: HeldPaymentEntity): Promise<void> {
    this.logger.error({ heldPaymentId: id }, 'a decided payment did not move; another try begins');
    const reason = `again-${Math.floor(this.clock.now().getTime() / MINUTE_MS)}`;
    await this.outbox.transaction(async (manager) => {
      const held = await this.store.lock(manager, id);
      if (isMoving(held.state)) await this.store.settleSoon(manager, held, reason);
    });
  }

  /** A late payment that has not gone back, for whatever reason, is tried again every hour. */
  private async refundAgain(): Promise<void> {
    const now = this.clock.now();
    const hour = Math.floor(now.getTime() / HOUR_MS);
    const owed = await this.dataSource.query<RefundLatePaymentPayload[]>(
      `select came.ref as "paymentIntentId", substr(entry.account, 6) as "heldPaymentId",
         -entry.amount_cents::float8 as cents
       from ledger_transactions came
       join ledger_entries entry on entry.transaction_id = came.id and entry.account like 'held:%'
       where came.kind = 'late-payment'
         and (select coalesce(sum(case went.kind when 'late-payment-refund' then 1 else -1 end), 0)
           from ledger_transactions went
           where went.kind in ('late-payment-refund', 'late-payment-refund-failed')
             and (went.ref = came.ref or starts_with(went.ref, came.ref || ':'))) <= 0
         and not exists (select from jobs where name = $1 and payload ->> 'paymentIntentId' = came.ref
           and (status in ('queued', 'running') or finished_at > $2::timestamptz - interval '1 hour'))
       order by came.id limit ${BATCH}`,
      [refundLatePayment.name, now],
    );
    for (const payload of owed) {
      await this.outbox.transaction((manager) =>
        this.jobs.add(manager, refundLatePayment, `${payload.paymentIntentId}-${hour}`, payload),
      );
    }
  }
}
