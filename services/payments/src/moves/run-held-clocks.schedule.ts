import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint, LOGGER } from '#platform';
import { HeldIntents } from '../held/held-intents.js';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { ALERT_DAYS, dueCommand, UNPAID_DAYS } from '../held/held-payment.state.js';
import { HeldPaymentsService } from '../held/held-payments.service.js';
import { HeldPaymentsStore } from '../held/held-payments.store.js';

const BATCH = 50;
const NIL = '00000000-0000-0000-0000-000000000000';
/** One payment may be due for several things after a standstill. */
const MOST_AT_ONCE = 4;

/** Does what the clocks of held payments ask for, one payment at a time, each step in a transaction of its own. */
@Injectable()
export class RunHeldClocks implements ScheduleHandler {
  readonly schedule = { name: 'run-held-clocks', everyMs: 30_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly store: HeldPaymentsStore,
    private readonly held: HeldPaymentsService,
    private readonly intents: HeldIntents,
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
        const held = await this.store.lock(manager, id);
        const command = dueCommand(held, this.clock.now());
        if (command === null || command.do === 'expire') return command && held;
        await this.store.act(manager, held, { command, actor: 'clock' });
        failpoint('payments.held-clock.before-commit');
        return 'done';
      });
      if (due === null) return;
      if (due !== 'done') return this.expire(due);
    }
  }

  /** Stripe decides whether it was paid in the last moment: what is cancelled there cannot be paid any more. */
  private async expire({ id, paymentIntentId }: HeldPaymentEntity): Promise<void> {
    const intent = paymentIntentId === null ? null : await this.intents.retire(paymentIntentId);
    failpoint('payments.held-clock.after-retire');
    await this.outbox.transaction(async (manager) => {
      if (intent?.status === 'succeeded') return this.held.settleIntent(manager, intent);
      const held = await this.store.lock(manager, id);
      const isDue = dueCommand(held, this.clock.now())?.do === 'expire';
      // Another PaymentIntent was opened meanwhile: the next round retires that one.
      if (!isDue || held.paymentIntentId !== paymentIntentId) return;
      await this.store.act(manager, held, { command: { do: 'expire' }, actor: 'clock' });
    });
  }
}
