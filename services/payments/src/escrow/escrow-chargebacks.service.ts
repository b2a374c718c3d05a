import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import type { Commit } from '#jobs';
import { STRIPE } from '../stripe/stripe.module.js';
import type { Command } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { ESCROW_ID } from './escrow.repository.js';
import { EscrowStore } from './escrow.store.js';
import { EscrowPayments } from './escrow-payments.service.js';
import { EscrowRefunds } from './escrow-refunds.service.js';
import { Settlement } from './settlement.service.js';
import type { MovedMoney } from './stripe-settlement.js';

/** What a dispute's status asks for, in this order. Inquiries have taken no money. */
const commands: Partial<Record<Stripe.Dispute.Status, readonly Command[]>> = {
  needs_response: [{ do: 'chargeback-opened' }],
  under_review: [{ do: 'chargeback-opened' }],
  won: [{ do: 'chargeback-opened' }, { do: 'chargeback-won' }],
  lost: [{ do: 'chargeback-opened' }, { do: 'chargeback-lost' }],
};

/** Chargebacks of escrows: a bank takes the buyer's payment back, for the time being or for good. */
@Injectable()
export class EscrowChargebacks {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly dataSource: DataSource,
    private readonly payments: EscrowPayments,
    private readonly store: EscrowStore,
    private readonly settlement: Settlement,
    private readonly refunds: EscrowRefunds,
  ) {}

  /** Asks Stripe what it has moved, and answers what to write about a dispute over an escrow's PaymentIntent. */
  async look(dispute: Stripe.Dispute, intent: Stripe.PaymentIntent): Promise<Commit> {
    const escrowId = String(intent.metadata[ESCROW_ID]);
    await this.answer(dispute, escrowId);
    const moved = await this.settlement.find(escrowId);
    return (manager) => this.follow(manager, dispute, intent, moved);
  }

  private async follow(
    manager: EntityManager,
    dispute: Stripe.Dispute,
    intent: Stripe.PaymentIntent,
    moved: MovedMoney | null,
  ): Promise<void> {
    // The event of the payment may come after that of its dispute.
    await this.payments.settleIntent(manager, intent);
    const escrow = await this.store.lockIfAny(manager, String(intent.metadata[ESCROW_ID]));
    if (escrow !== null) await this.refunds.chargedBackLate(manager, escrow, intent, dispute);
    if (escrow?.paymentIntentId !== intent.id) return;
    await this.settlement.catchUp(manager, escrow, moved);
    for (const command of commands[dispute.status] ?? []) {
      await this.store.act(manager, escrow, { command, actor: 'stripe' });
    }
  }

  /** Puts what we know beside the dispute, once. People add to it and send it. */
  private async answer(dispute: Stripe.Dispute, escrowId: string): Promise<void> {
    if (dispute.status !== 'needs_response' || dispute.evidence_details.has_evidence) return;
    const escrow = await this.dataSource.manager.findOneBy(EscrowEntity, { id: escrowId });
    const steps = await this.store.steps(escrowId);
    if (!escrow || steps.length === 0) return;
    const lines = steps.map(
      ({ at, by, change, note }) => `${at} ${by}: ${change}${note === null ? '' : `: ${note}`}`,
    );
    const text = [`Payment for contract ${escrow.agreementId}. What happened, in UTC:`, ...lines].join('\n');
    await this.stripe.disputes.update(
      dispute.id,
      { evidence: { uncategorized_text: text.slice(0, 20_000) }, submit: false },
      // The text grows with time: Stripe refuses a key for another text, so the text is part of it.
      { idempotencyKey: `evidence-${dispute.id}-${steps.length}` },
    );
  }
}
