import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Jobs, type ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint, HOUR_MS, LOGGER, MINUTE_MS, Standstills } from '#platform';
import { People } from '../agreements/agreements.module.js';
import { ConnectedAccounts } from '../connect/connect.module.js';
import { isRetired, PaymentIntents } from '../stripe/stripe.module.js';
import { ClockNotices } from './clock-notices.js';
import { DisabledParties } from './disabled-parties.js';
import { isSettling } from './escrow.command.js';
import { countsAnewFrom, dueCommand, EXPIRY_LOOK_MS, isPayingSeller, isSilenceDue } from './escrow.due.js';
import { EscrowEntity } from './escrow.entities.js';
import { EscrowRepository } from './escrow.repository.js';
import { type Act, EscrowStore } from './escrow.store.js';
import { EscrowPayments } from './escrow-payments.service.js';
import { refundLatePayment } from './escrow-refunds.service.js';

const NIL = '00000000-0000-0000-0000-000000000000';
/** One escrow may be due for several things after a standstill. */
const MOST_AT_ONCE = 4;

/** Does what the clocks of escrows ask for, one escrow at a time, each step in a transaction of its own. */
@Injectable()
export class RunEscrowDeadlines implements ScheduleHandler, OnModuleInit {
  readonly schedule = { name: 'run-escrow-deadlines', everyMs: 30_000 };

  constructor(
    private readonly rows: EscrowRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly store: EscrowStore,
    private readonly payments: EscrowPayments,
    private readonly intents: PaymentIntents,
    private readonly parties: DisabledParties,
    private readonly people: People,
    private readonly notices: ClockNotices,
    private readonly standstills: Standstills,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before an event or a request is taken that would find a clock run out while nobody could act. */
  async onModuleInit(): Promise<void> {
    await this.mayAct();
  }

  /** Each candidate is tried in every round; one that fails waits for the next and holds up nobody. */
  async round(signal: AbortSignal): Promise<void> {
    if (!(await this.mayAct())) return;
    let last: string | undefined = NIL;
    while (last !== undefined) {
      const ids: string[] = await this.rows.dueByClock(this.clock.now(), last);
      for (const id of ids) {
        if (signal.aborted) return;
        await this.run(id).catch((error: unknown) => {
          this.logger.error({ err: error, escrowId: id }, 'clock of an escrow will be tried again');
        });
      }
      last = ids.at(-1);
    }
  }

  /** Not while the machine's clock is ahead: what a seller was paid does not come back. */
  private mayAct(): Promise<boolean> {
    return this.standstills.areOver(() => this.rows.addStandstill(this.schedule.name));
  }

  private async run(id: string): Promise<void> {
    for (let step = 0; step < MOST_AT_ONCE; step += 1) {
      const objection = await this.objection(id);
      const due = await this.outbox.transaction(async (manager) => {
        const escrow = await this.store.lock(manager, id);
        const now = this.clock.now();
        const command = dueCommand(escrow, now);
        if (command === null || command.do === 'expire') return command && escrow;
        if (isPayingSeller(escrow, now)) {
          // It came due after the look: the next round asks.
          if (objection === null) return null;
          if (objection !== 'none') {
            await this.store.act(manager, escrow, objection);
            return 'done';
          }
        }
        await this.store.act(manager, escrow, { command, actor: 'clock' });
        failpoint('payments.escrow-deadline.before-commit');
        return 'done';
      });
      if (due === null) return;
      if (due !== 'done') return this.expire(due);
    }
  }

  /**
   * What stands against a payment to the seller that is due: whoever is silent must have been told and able to speak, and
   * nobody who was disabled is paid without an administrator. Null where none is due. While the other services cannot be
   * asked nobody is paid.
   */
  private async objection(id: string): Promise<Act | 'none' | null> {
    const escrow = await this.store.look(id);
    const now = this.clock.now();
    if (escrow === null || !isPayingSeller(escrow, now)) return null;
    const isSilence = isSilenceDue(escrow, now);
    const party = await (isSilence ? this.parties.of(escrow) : this.parties.sellerOf(escrow));
    if (party !== null) return { command: { do: 'account-disabled', party }, actor: 'admin' };
    // Whoever said that it came was here, whatever became of the mails.
    return isSilence && escrow.receivedAt === null ? this.untold(escrow, now) : 'none';
  }

  /** What has to be done where the silent buyer was not told of the clock, or too late to have had the whole time. */
  private async untold(escrow: EscrowEntity, now: Date): Promise<Act | 'none'> {
    const { id, agreementId, buyerParty } = escrow;
    const { takenAt, isGivenUp } = await this.notices.about(id);
    if (isGivenUp || (await this.people.isUnreached(agreementId, buyerParty)))
      return { command: { do: 'buyer-unreached' }, actor: 'clock' };
    const since = countsAnewFrom(escrow, takenAt, now);
    return since === null ? 'none' : { command: { do: 'clock-restarted', since }, actor: 'clock' };
  }

  /** Stripe decides whether it was paid in the last moment: what is cancelled there cannot be paid any more. */
  private async expire({ id, paymentIntentId }: EscrowEntity): Promise<void> {
    const intent = paymentIntentId === null ? null : await this.intents.retireIfKnown(paymentIntentId);
    failpoint('payments.escrow-deadline.after-retire');
    // Some ways to pay take days: while Stripe is still taking the money nobody can say that nothing was charged.
    if (intent !== null && !isRetired(intent)) return this.expireLater(id, intent.id);
    await this.outbox.transaction(async (manager) => {
      if (intent?.status === 'succeeded') return this.payments.settleIntent(manager, intent);
      const escrow = await this.store.lock(manager, id);
      const isDue = dueCommand(escrow, this.clock.now())?.do === 'expire';
      // Another PaymentIntent was opened meanwhile: the next round retires that one.
      if (!isDue || escrow.paymentIntentId !== paymentIntentId) return;
      await this.store.act(manager, escrow, { command: { do: 'expire' }, actor: 'clock' });
    });
  }

  /** Another PaymentIntent, opened meanwhile, waits for no look at this one. */
  private async expireLater(id: string, paymentIntentId: string): Promise<void> {
    const expiryLookAt = new Date(this.clock.now().getTime() + EXPIRY_LOOK_MS);
    await this.outbox.transaction((manager) =>
      manager.update(EscrowEntity, { id, paymentIntentId }, { expiryLookAt }),
    );
  }
}

/** Asks Stripe about what waits for its events, and settles again what did not settle: no escrow depends on one message. */
@Injectable()
export class FollowEscrows implements ScheduleHandler {
  readonly schedule = { name: 'follow-escrows', everyMs: 30_000 };

  constructor(
    private readonly rows: EscrowRepository,
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
    for (const escrow of await this.rows.takeDue(this.clock.now())) {
      if (signal.aborted) return;
      await this.look(escrow).catch((error: unknown) => {
        this.logger.warn({ err: error, escrowId: escrow.id }, 'escrow will be looked at again');
      });
    }
    await this.refundAgain();
  }

  private async look(escrow: EscrowEntity): Promise<void> {
    if (isSettling(escrow.state)) return this.settleAgain(escrow);
    if (escrow.state === 'requires_onboarding') return this.lookAtSeller(escrow);
    if (escrow.paymentIntentId === null) return;
    const intent = await this.intents.lookIfKnown(escrow.paymentIntentId);
    if (intent === null) return;
    await this.outbox.transaction((manager) => this.payments.settleIntent(manager, intent));
  }

  /** The list of missed events leaves out those of connected accounts. */
  private async lookAtSeller({ sellerEmail, buyerId }: EscrowEntity): Promise<void> {
    for (const { stripeAccountId } of await this.accounts.known(sellerEmail, buyerId)) {
      if (stripeAccountId === null) continue;
      await this.outbox.transaction(await this.accounts.look(stripeAccountId));
    }
  }

  private async settleAgain(seen: EscrowEntity): Promise<void> {
    const { id } = seen;
    this.logger.error({ escrowId: id }, 'a decided payment did not move; another try begins');
    const reason = `again-${Math.floor(this.clock.now().getTime() / MINUTE_MS)}`;
    const lacksPayouts = await this.lacksPayouts(seen);
    await this.outbox.transaction(async (manager) => {
      const escrow = await this.store.lock(manager, id);
      if (!isSettling(escrow.state)) return;
      if (lacksPayouts && escrow.transferId === null)
        await this.store.act(manager, escrow, { command: { do: 'seller-needed' }, actor: 'stripe' });
      await this.store.settleSoon(manager, escrow, reason);
    });
  }

  /** Whether the seller's part waits because Stripe takes no transfers for them; by what was known last if it is silent. */
  private async lacksPayouts(escrow: EscrowEntity): Promise<boolean> {
    if (escrow.sellerGrossCents === 0 || escrow.transferId !== null) return false;
    await this.lookAtSeller(escrow).catch((error: unknown) => {
      this.logger.warn({ err: error, escrowId: escrow.id }, 'the account of a seller cannot be looked at');
    });
    const { canReceive } = await this.accounts.find(escrow.sellerEmail, escrow.buyerId);
    return !canReceive;
  }

  /** A late payment that has not gone back, for whatever reason, is tried again every hour. */
  private async refundAgain(): Promise<void> {
    const now = this.clock.now();
    const hour = Math.floor(now.getTime() / HOUR_MS);
    for (const payload of await this.rows.owedLatePayments(now, refundLatePayment.name)) {
      await this.outbox.transaction((manager) =>
        this.jobs.add(manager, refundLatePayment, `${payload.paymentIntentId}-${hour}`, payload),
      );
    }
  }
}
