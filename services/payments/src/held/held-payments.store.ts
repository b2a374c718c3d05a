import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currency, type HeldPaymentChange, type HeldPaymentChanged, heldPaymentChanged } from '#contracts';
import { Jobs } from '#jobs';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, HOUR_MS } from '#platform';
import type { Posting } from '../ledger/ledger.js';
import { HeldPaymentEntity } from './held-payment.entity.js';
import { type Command } from './held-payment.facts.js';
import { decide, opening } from './held-payment.state.js';
import { retireHeldIntent } from './retire-held-intent.definition.js';
import { settleHeldPayment } from './settle-held-payment.definition.js';

export type HeldActor = 'clock' | 'stripe' | `buyer:${number}` | 'seller' | `admin:${number}`;

export interface Act {
  command: Command;
  actor: HeldActor;
  /** The reason that somebody wrote. */
  note?: string;
  /** Facts from Stripe that belong to the same change. */
  with?: Partial<
    Pick<
      HeldPaymentEntity,
      | 'buyerId'
      | 'buyerParty'
      | 'sellerEmail'
      | 'attempt'
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

export type NewHeldPayment = Pick<
  HeldPaymentEntity,
  'id' | 'agreementId' | 'buyerId' | 'buyerParty' | 'sellerEmail' | 'amountCents' | 'holdHours'
> & { isSellerReady: boolean };

interface Step {
  actor: HeldActor;
  /** Stands in the history when it is nobody's news. */
  what: string;
  change: HeldPaymentChange | null;
  at: Date;
  note?: string | undefined;
}

/** The only place that changes held payments: state, ledger, history, news and the next job in one transaction. */
@Injectable()
export class HeldPaymentsStore {
  constructor(
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** The row, locked until the transaction ends. @throws AppError `not_found` */
  async lock(manager: EntityManager, id: string): Promise<HeldPaymentEntity> {
    const held = await manager.findOne(HeldPaymentEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!held) throw new AppError('not_found');
    return held;
  }

  /** Begins a held payment. Answers null when the agreement has one already. */
  async open(manager: EntityManager, held: NewHeldPayment): Promise<HeldPaymentEntity | null> {
    const now = this.clock.now();
    const { isSellerReady, ...facts } = held;
    const { state, change } = opening(isSellerReady);
    const rows = await manager.query<{ id: string }[]>(
      `insert into held_payments (id, agreement_id, buyer_id, buyer_party, seller_email, amount_cents, currency, hold_hours,
         state, created_at, next_look_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (agreement_id) where state <> 'failed' do nothing returning id`,
      [
        ...[facts.id, facts.agreementId, facts.buyerId, facts.buyerParty, facts.sellerEmail],
        ...[facts.amountCents, currency, facts.holdHours, state, now, now],
      ],
    );
    if (!rows[0]) return null;
    const opened = await this.lock(manager, facts.id);
    const step: Step = { actor: `buyer:${facts.buyerId}`, what: 'opened', change, at: now };
    await this.write(manager, opened, { state }, step, []);
    await this.tell(manager, opened, step);
    return opened;
  }

  /**
   * Carries a command out on a row that the caller has locked. Answers false when it had happened already.
   * @throws AppError `held_payment_moved`, `amount_out_of_range`; then nothing is changed
   */
  async act(manager: EntityManager, held: HeldPaymentEntity, act: Act): Promise<boolean> {
    const { command, actor, note } = act;
    const now = this.clock.now();
    const outcome = decide(held, command, now);
    if (outcome === null) return false;
    // The job comes first; the round looks after it only when it has come to nothing.
    const nextLookAt = outcome.settles ? new Date(now.getTime() + HOUR_MS) : now;
    const changes = { ...outcome.set, ...act.with, version: held.version + 1, nextLookAt };
    const step = { actor, what: command.do, change: outcome.change, at: now, note };
    await this.write(manager, held, changes, step, outcome.postings);
    if (outcome.settles) await this.settleSoon(manager, held, String(held.version));
    await this.tell(manager, held, step);
    failpoint('payments.held.before-commit');
    return true;
  }

  /**
   * Lets go of the PaymentIntent of a payment that the caller has locked, so that another one can take its place. A job
   * takes it back at Stripe, whatever becomes of the caller.
   */
  async letGo(manager: EntityManager, held: HeldPaymentEntity): Promise<void> {
    const { id, paymentIntentId } = held;
    if (paymentIntentId === null) return;
    held.attempt += 1;
    held.paymentIntentId = null;
    await manager.query('update held_payments set attempt = $2, payment_intent_id = null where id = $1', [
      id,
      held.attempt,
    ]);
    await this.jobs.add(manager, retireHeldIntent, paymentIntentId, { paymentIntentId });
  }

  /** Has the money moved at Stripe; once for each `reason`. */
  settleSoon(manager: EntityManager, { id }: HeldPaymentEntity, reason: string): Promise<void> {
    return this.jobs.add(manager, settleHeldPayment, `${id}-${reason}`, { heldPaymentId: id });
  }

  /** State, history and ledger in one statement: every round trip is time for which the row is locked. */
  private async write(
    manager: EntityManager,
    held: HeldPaymentEntity,
    changes: Partial<HeldPaymentEntity>,
    { actor, what, change, at, note }: Step,
    postings: readonly Posting[],
  ): Promise<void> {
    const metadata = manager.connection.getMetadata(HeldPaymentEntity);
    const values: unknown[] = [held.id, at, actor, change ?? what, note ?? null, JSON.stringify(postings)];
    const sets = Object.entries(changes).map(([name, value]) => {
      values.push(value);
      return `${metadata.findColumnWithPropertyName(name)?.databaseName} = $${values.length}`;
    });
    await manager.query(
      `with moved as (update held_payments set ${sets.join(', ')} where id = $1 returning id, version, state),
         step as (
           insert into held_payment_steps (held_payment_id, version, at, actor, change, state, note)
           select id, version, $2, $3, $4, state, $5 from moved
         )
       select post_to_ledger(kind, ref, $3, entries)
       from jsonb_to_recordset($6::jsonb) as posting (kind text, ref text, entries jsonb)`,
      values,
    );
    Object.assign(held, changes);
  }

  private async tell(manager: EntityManager, held: HeldPaymentEntity, step: Step): Promise<void> {
    const { id, version, state } = held;
    const { actor, change, at } = step;
    if (change === null) return;
    await this.outbox.add(manager, heldPaymentChanged, {
      heldPaymentId: id,
      agreementId: held.agreementId,
      buyerId: held.buyerId,
      change,
      state,
      version,
      by: actor.split(':', 1)[0] as HeldPaymentChanged['by'],
      amountCents: held.amountCents,
      currency: 'usd',
      changedAt: at.toISOString(),
    });
  }
}
