import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, In } from 'typeorm';
import { Jobs, type ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint, HOUR_MS, LOGGER } from '#platform';
import { ConnectedAccounts } from '../connect/connect.module.js';
import { PaymentIntents } from '../stripe/stripe.module.js';
import { EscrowEntity } from './escrow.entity.js';
import { isSettling } from './escrow.facts.js';
import { ALERT_DAYS, dueCommand, UNPAID_DAYS } from './escrow.state.js';
import { EscrowStore } from './escrow.store.js';
import { EscrowPayments } from './escrow-payments.service.js';
import { type RefundLatePaymentPayload, refundLatePayment } from './escrow-refunds.service.js';

const BATCH = 50;
const NIL = '00000000-0000-0000-0000-000000000000';
/** One escrow may be due for several things after a standstill. */
const MOST_AT_ONCE = 4;

/** Does what the clocks of escrows ask for, one escrow at a time, each step in a transaction of its own. */
@Injectable()
export class RunEscrowClocks implements ScheduleHandler {
  readonly schedule = { name: 'run-held-clocks', everyMs: 30_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly store: EscrowStore,
    private readonly payments: EscrowPayments,
    private readonly intents: PaymentIntents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Each candidate is tried in every round; one that fails waits for the next and holds up nobody. */
  async round(signal: AbortSignal): Promise<void> {
    let last: string | undefined = NIL;
    while (last !== undefined) {
      const ids: string[] = await this.after(last);
      for (const id of ids) {
        if (signal.aborted) return;
        await this.run(id).catch((error: unknown) => {
          this.logger.error({ err: error, heldPaymentId: id }, 'clock of a held payment will be tried again');
        });
      }
      last = ids.at(-1);
    }
  }

  /** Found without a lock, and generously: the rules decide on the locked row. */
  private async after(last: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `select id from held_payments
       where id > $2 and (
         (state = 'release_due' and (release_at <= $1::timestamptz + interval '1 hour'
           or (half_time_at is null and release_at <= $1::timestamptz + make_interval(mins => hold_hours * 30))))
         or (state in ('held', 'release_due', 'disputed') and chargeback is distinct from 'open'
           and held_at <= $1::timestamptz - make_interval(days => ${ALERT_DAYS}))
         or (state in ('held', 'release_due', 'disputed') and chargeback is distinct from 'open'
           and contract_cancelled_at is not null)
         or (state in ('requires_onboarding', 'requires_payment')
           and created_at <= $1::timestamptz - make_interval(days => ${UNPAID_DAYS})))
       order by id limit ${BATCH}`,
      [this.clock.now(), last],
    );
    return rows.map(({ id }) => id);
  }

  private async run(id: string): Promise<void> {
    for (let step = 0; step < MOST_AT_ONCE; step += 1) {
      const due = await this.outbox.transaction(async (manager) => {
        const escrow = await this.store.lock(manager, id);
        const command = dueCommand(escrow, this.clock.now());
        if (command === null || command.do === 'expire') return command && escrow;
        await this.store.act(manager, escrow, { command, actor: 'clock' });
        failpoint('payments.held-clock.before-commit');
        return 'done';
      });
      if (due === null) return;
      if (due !== 'done') return this.expire(due);
    }
  }

  /** Stripe decides whether it was paid in the last moment: what is cancelled there cannot be paid any more. */
  private async expire({ id, paymentIntentId }: EscrowEntity): Promise<void> {
    const intent = paymentIntentId === null ? null : await this.intents.retire(paymentIntentId);
    failpoint('payments.held-clock.after-retire');
    await this.outbox.transaction(async (manager) => {
      if (intent?.status === 'succeeded') return this.payments.settleIntent(manager, intent);
      const escrow = await this.store.lock(manager, id);
      const isDue = dueCommand(escrow, this.clock.now())?.do === 'expire';
      // Another PaymentIntent was opened meanwhile: the next round retires that one.
      if (!isDue || escrow.paymentIntentId !== paymentIntentId) return;
      await this.store.act(manager, escrow, { command: { do: 'expire' }, actor: 'clock' });
    });
  }
}

const MINUTE_MS = 60_000;
/** Asks Stripe about what waits for its events, and settles again what did not settle: no escrow depends on one message. */
@Injectable()
export class FollowEscrows implements ScheduleHandler {
  readonly schedule = { name: 'follow-held-payments', everyMs: 30_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly payments: EscrowPayments,
    private readonly store: EscrowStore,
    private readonly intents: PaymentIntents,
    private readonly accounts: ConnectedAccounts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    for (const escrow of await this.due()) {
      if (signal.aborted) return;
      await this.look(escrow).catch((error: unknown) => {
        this.logger.warn({ err: error, heldPaymentId: escrow.id }, 'held payment will be looked at again');
      });
    }
    await this.refundAgain();
  }

  /** Takes what is due and says when each is looked at next: after as long again as it has waited, hourly at last. */
  private async due(): Promise<EscrowEntity[]> {
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
    return this.dataSource.manager.findBy(EscrowEntity, { id: In(rows.map(({ id }) => id)) });
  }

  private async look(escrow: EscrowEntity): Promise<void> {
    if (isSettling(escrow.state)) return this.settleAgain(escrow);
    if (escrow.state === 'requires_onboarding') return this.lookAtSeller(escrow);
    if (escrow.paymentIntentId === null) return;
    const intent = await this.intents.look(escrow.paymentIntentId);
    await this.outbox.transaction((manager) => this.payments.settleIntent(manager, intent));
  }

  /** The list of missed events leaves out those of connected accounts. */
  private async lookAtSeller({ sellerEmail, buyerId }: EscrowEntity): Promise<void> {
    for (const { stripeAccountId } of await this.accounts.known(sellerEmail, buyerId)) {
      if (stripeAccountId === null) continue;
      await this.outbox.transaction(await this.accounts.look(stripeAccountId));
    }
  }

  private async settleAgain({ id }: EscrowEntity): Promise<void> {
    this.logger.error({ heldPaymentId: id }, 'a decided payment did not move; another try begins');
    const reason = `again-${Math.floor(this.clock.now().getTime() / MINUTE_MS)}`;
    await this.outbox.transaction(async (manager) => {
      const escrow = await this.store.lock(manager, id);
      if (isSettling(escrow.state)) await this.store.settleSoon(manager, escrow, reason);
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
