import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { currency, type EscrowChange, type EscrowChanged, escrowChanged } from '#contracts';
import { defineJob, Jobs } from '#jobs';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, HOUR_MS, insertIfNew, type Origin } from '#platform';
import type { Command } from './escrow.command.js';
import { EscrowEntity, EscrowStepEntity } from './escrow.entities.js';
import { ESCROW_ID, type EscrowActor, EscrowRepository, type Step } from './escrow.repository.js';
import { decide, opening } from './escrow.state.js';
import type { EscrowStep } from './escrow.view.js';

export interface RetireEscrowIntentPayload {
  paymentIntentId: string;
  /** For whoever looks at the job: jobs of before do not name it. */
  agreementId?: string;
}

/** Takes back a PaymentIntent that its escrow has let go of. */
export const retireEscrowIntent = defineJob<RetireEscrowIntentPayload>('retire-held-intent', {
  attempts: 12,
  backoffMs: 1000,
  concurrency: 2,
});

export interface SettleEscrowPayload {
  [ESCROW_ID]: string;
  /** For whoever looks at the job: jobs of before do not name it. */
  agreementId?: string;
}

/** Moves the money of a decided escrow at Stripe: to the seller, back to the buyer, or a part to each. */
export const settleEscrow = defineJob<SettleEscrowPayload>('settle-held-payment', {
  attempts: 12,
  backoffMs: 2000,
  concurrency: 2,
});

export type CheckPartiesPayload = SettleEscrowPayload;

/** Leaves an escrow that was just paid to an administrator, if the account of one of the two is disabled. */
export const checkParties = defineJob<CheckPartiesPayload>('check-parties', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 2,
});

/** Changes with which a clock begins; after a chargeback it begins anew. */
const clockBeginnings: readonly EscrowChange[] = ['clock-started', 'chargeback-won', 'charged-back'];

export interface Act {
  command: Command;
  actor: EscrowActor;
  /** The reason that somebody wrote. */
  note?: string;
  /** Facts from Stripe that belong to the same change. */
  with?: Partial<
    Pick<
      EscrowEntity,
      | 'buyerId'
      | 'buyerParty'
      | 'sellerEmail'
      | 'feePercent'
      | 'attempt'
      | 'linkRequestedAt'
      | 'paymentIntentId'
      | 'chargeId'
      | 'transferId'
      | 'refundId'
      | 'receiptNumber'
      | 'problem'
      | 'decision'
      | 'decidedBy'
      | 'lastError'
    >
  >;
}

type NewEscrow = Pick<
  EscrowEntity,
  'id' | 'agreementId' | 'buyerId' | 'buyerParty' | 'sellerEmail' | 'amountCents' | 'feePercent' | 'holdHours'
> & { isSellerReady: boolean };

/**
 * The only place that changes what an escrow is: state, ledger, history, event and the next job in one transaction. What
 * others write of the row changes none of these: which PaymentIntent stands for it, who settles it, what Stripe refused,
 * when it is looked at next.
 */
@Injectable()
export class EscrowStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: EscrowRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** The row, locked until the transaction ends. */
  lockIfAny(manager: EntityManager, id: string): Promise<EscrowEntity | null> {
    return manager.findOne(EscrowEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** The row as it is, without a lock. */
  look(id: string): Promise<EscrowEntity | null> {
    return this.dataSource.manager.findOneBy(EscrowEntity, { id });
  }

  /** The row, locked until the transaction ends. @throws AppError `not_found` */
  async lock(manager: EntityManager, id: string): Promise<EscrowEntity> {
    const escrow = await this.lockIfAny(manager, id);
    if (!escrow) throw new AppError('not_found');
    return escrow;
  }

  /** Its history, oldest first. */
  async steps(id: string): Promise<EscrowStep[]> {
    const steps = await this.dataSource.manager.find(EscrowStepEntity, {
      where: { escrowId: id },
      order: { version: 'asc' },
    });
    return steps.map(({ at, actor, change, state, note }) => ({
      at: at.toISOString(),
      by: kindOf(actor),
      ...{ change, state, note },
    }));
  }

  /** The version with which the clock that runs, or ran last, began. */
  async clockBeganIn(escrowId: string): Promise<number> {
    const where = { escrowId, change: In(clockBeginnings) };
    return (await this.dataSource.manager.maximum(EscrowStepEntity, 'version', where)) ?? 0;
  }

  /** Where the person was who took a step. @throws AppError `not_found` */
  async originOfStep(escrowId: string, version: number): Promise<Origin> {
    const step = await this.dataSource.manager.findOneBy(EscrowStepEntity, { escrowId, version });
    if (!step) throw new AppError('not_found');
    return { address: step.address, device: step.device };
  }

  /** Begins an escrow. Answers null when the agreement has one already. */
  async open(manager: EntityManager, escrow: NewEscrow): Promise<EscrowEntity | null> {
    const now = this.clock.now();
    const { isSellerReady, ...facts } = escrow;
    const { state, change } = opening(isSellerReady);
    const row = { ...facts, currency, state, createdAt: now, nextLookAt: now };
    if (!(await insertIfNew(manager, EscrowEntity, row))) return null;
    const opened = await this.lock(manager, facts.id);
    const step: Step = { actor: `buyer:${facts.buyerId}`, what: 'opened', change, at: now };
    await this.rows.write(manager, opened, { state }, step, []);
    await this.tell(manager, opened, step);
    return opened;
  }

  /**
   * Carries a command out on a row that the caller has locked. Answers false when it had happened already.
   * @throws AppError `held_payment_moved`, `amount_out_of_range`; then nothing is changed
   */
  async act(manager: EntityManager, escrow: EscrowEntity, act: Act): Promise<boolean> {
    const { command, actor, note } = act;
    const now = this.clock.now();
    const outcome = decide(escrow, command, now);
    if (outcome === null) return false;
    // The job comes first; the round looks after it only when it has come to nothing.
    const nextLookAt = outcome.settles ? new Date(now.getTime() + HOUR_MS) : now;
    const changes = { ...outcome.set, ...act.with, version: escrow.version + 1, nextLookAt };
    const step = { actor, what: command.do, change: outcome.change, at: now, note };
    await this.rows.write(manager, escrow, changes, step, outcome.ledgerTransactions);
    if (outcome.settles) await this.settleSoon(manager, escrow, String(escrow.version));
    await this.tell(manager, escrow, step, command.do === 'late-refunded' ? command.cents : undefined);
    failpoint('payments.escrow.before-commit');
    return true;
  }

  /**
   * Lets go of the PaymentIntent of an escrow that the caller has locked, so that another one can take its place. A job
   * takes it back at Stripe, whatever becomes of the caller.
   */
  async letGo(manager: EntityManager, escrow: EscrowEntity): Promise<void> {
    await this.retireSoon(manager, escrow);
    escrow.paymentIntentId = null;
    await manager.update(EscrowEntity, { id: escrow.id }, { paymentIntentId: null });
    await this.act(manager, escrow, { command: { do: 'bank-refused' }, actor: 'stripe' });
  }

  /**
   * Has the PaymentIntent of an escrow that the caller has locked taken back at Stripe. The row of one that is closed
   * keeps it until Stripe says that it is cancelled: until then it may be paid all the same.
   */
  async retireSoon(manager: EntityManager, escrow: EscrowEntity): Promise<void> {
    const { id, agreementId, paymentIntentId } = escrow;
    if (paymentIntentId === null) return;
    escrow.attempt += 1;
    await manager.update(EscrowEntity, { id }, { attempt: escrow.attempt });
    // The row may have it back, and let go of it once more.
    const key = `${paymentIntentId}-${escrow.attempt}`;
    await this.jobs.add(manager, retireEscrowIntent, key, { paymentIntentId, agreementId });
  }

  /** Has the money moved at Stripe; once for each `reason`. */
  settleSoon(manager: EntityManager, { id, agreementId }: EscrowEntity, reason: string): Promise<void> {
    return this.jobs.add(manager, settleEscrow, `${id}-${reason}`, { [ESCROW_ID]: id, agreementId });
  }

  /** Has the accounts of the two looked at. */
  checkPartiesSoon(manager: EntityManager, { id, agreementId }: EscrowEntity): Promise<void> {
    return this.jobs.add(manager, checkParties, id, { [ESCROW_ID]: id, agreementId });
  }

  private async tell(
    manager: EntityManager,
    escrow: EscrowEntity,
    step: Step,
    amountCents = escrow.amountCents,
  ): Promise<void> {
    const { id, version, state } = escrow;
    const { actor, change, at } = step;
    if (change === null) return;
    await this.outbox.add(manager, escrowChanged, {
      escrowId: id,
      agreementId: escrow.agreementId,
      buyerId: escrow.buyerId,
      change,
      state,
      version,
      by: kindOf(actor) as EscrowChanged['by'],
      amountCents,
      currency: 'usd',
      changedAt: at.toISOString(),
    });
  }
}

/** `buyer:17` → `buyer` */
const kindOf = (actor: string): string => actor.split(':', 1)[0] ?? '';
