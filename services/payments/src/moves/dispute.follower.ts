import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import type { Commit } from '#jobs';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';
import type { Command } from '../held/held-payment.facts.js';
import { HeldPaymentsService } from '../held/held-payments.service.js';
import { HeldPaymentsStore } from '../held/held-payments.store.js';
import { HeldRefunds } from '../held/held-refunds.js';
import { OrdersService } from '../orders/orders.service.js';
import { lookAtIntent } from '../stripe/seen-intent.js';
import { STRIPE } from '../stripe/stripe.client.js';
import type { StripeFollower } from '../stripe/stripe-follower.js';
import type { Moves } from './money-moves.js';
import { Settlement } from './settlement.js';

/** What a dispute's status asks for, in this order. Inquiries have taken no money. */
const commands: Partial<Record<Stripe.Dispute.Status, readonly Command[]>> = {
  needs_response: [{ do: 'chargeback-opened' }],
  under_review: [{ do: 'chargeback-opened' }],
  won: [{ do: 'chargeback-opened' }, { do: 'chargeback-won' }],
  lost: [{ do: 'chargeback-opened' }, { do: 'chargeback-lost' }],
};

/** Chargebacks: a bank takes a payment back, for the time being or for good. */
@Injectable()
export class DisputeFollower implements StripeFollower {
  readonly topic = 'dispute';

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly dataSource: DataSource,
    private readonly held: HeldPaymentsService,
    private readonly store: HeldPaymentsStore,
    private readonly settlement: Settlement,
    private readonly orders: OrdersService,
    private readonly refunds: HeldRefunds,
  ) {}

  async look(id: string): Promise<Commit> {
    const dispute = await this.stripe.disputes.retrieve(id);
    const { payment_intent: reference } = dispute;
    const intentId = typeof reference === 'string' ? reference : reference?.id;
    if (intentId === undefined) return () => Promise.resolve();
    const intent = await lookAtIntent(this.stripe, intentId);
    const { heldPaymentId } = intent.metadata;
    if (!isUUID(heldPaymentId)) return (manager) => this.orders.chargeback(manager, dispute);
    await this.answer(dispute, String(heldPaymentId));
    const moves = await this.settlement.find(String(heldPaymentId));
    return (manager) => this.follow(manager, dispute, intent, moves);
  }

  private async follow(
    manager: EntityManager,
    dispute: Stripe.Dispute,
    intent: Stripe.PaymentIntent,
    moves: Moves | null,
  ): Promise<void> {
    // The news of the payment may come after those of its dispute.
    await this.held.settleIntent(manager, intent);
    const held = await this.find(manager, String(intent.metadata.heldPaymentId));
    if (held !== null) await this.refunds.chargedBackLate(manager, held, intent, dispute);
    if (held?.paymentIntentId !== intent.id) return;
    await this.settlement.catchUp(manager, held, moves);
    for (const command of commands[dispute.status] ?? []) {
      await this.store.act(manager, held, { command, actor: 'stripe' });
    }
  }

  private async find(manager: EntityManager, id: string): Promise<HeldPaymentEntity | null> {
    const rows = await manager.query<unknown[]>('select 1 from held_payments where id = $1', [id]);
    return rows.length === 0 ? null : this.store.lock(manager, id);
  }

  /** Puts what we know beside the dispute, once. People add to it and send it. */
  private async answer(dispute: Stripe.Dispute, heldPaymentId: string): Promise<void> {
    if (dispute.status !== 'needs_response' || dispute.evidence_details.has_evidence) return;
    const steps = await this.dataSource.query<{ at: Date; actor: string; change: string; note: string }[]>(
      `select at, split_part(actor, ':', 1) as actor, change, coalesce(': ' || note, '') as note
       from held_payment_steps where held_payment_id = $1 order by version`,
      [heldPaymentId],
    );
    if (steps.length === 0) return;
    const [row] = await this.dataSource.query<{ agreementId: string }[]>(
      'select agreement_id as "agreementId" from held_payments where id = $1',
      [heldPaymentId],
    );
    const lines = steps.map(
      ({ at, actor, change, note }) => `${at.toISOString()} ${actor}: ${change}${note}`,
    );
    const text = [`Payment for contract ${row?.agreementId}. What happened, in UTC:`, ...lines].join('\n');
    await this.stripe.disputes.update(
      dispute.id,
      { evidence: { uncategorized_text: text.slice(0, 20_000) }, submit: false },
      // The text grows with time: Stripe refuses a key for another text, so the text is part of it.
      { idempotencyKey: `evidence-${dispute.id}-${steps.length}` },
    );
  }
}
