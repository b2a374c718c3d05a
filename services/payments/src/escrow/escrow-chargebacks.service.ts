import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import type { Commit } from '#jobs';
import { hasTakenMoney, STRIPE } from '../stripe/stripe.module.js';
import type { Command } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { ESCROW_ID } from './escrow.repository.js';
import { EscrowStore } from './escrow.store.js';
import { EscrowPayments } from './escrow-payments.service.js';
import { EscrowRefunds } from './escrow-refunds.service.js';
import { Settlement } from './settlement.service.js';
import type { MovedMoney } from './stripe-settlement.js';

const MOST = 100;

/** What a dispute that has taken money asks for, in this order. */
function commandsOf({ id: disputeId, amount: cents, status }: Stripe.Dispute): readonly Command[] {
  const opened: Command = { do: 'chargeback-opened', disputeId, cents };
  if (status === 'won') return [opened, { do: 'chargeback-won', disputeId }];
  if (status === 'lost') return [opened, { do: 'chargeback-lost', disputeId }];
  return [opened];
}

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
    const [all, moved] = [await this.disputesOf(intent), await this.settlement.find(escrowId)];
    return (manager) => this.follow(manager, { dispute, all }, intent, moved);
  }

  /** Those that have taken money, the oldest first: one that came while another one was open is taken up after it. */
  private async disputesOf({ id }: Stripe.PaymentIntent): Promise<Stripe.Dispute[]> {
    const { data } = await this.stripe.disputes.list({ payment_intent: id, limit: MOST });
    return data.filter(hasTakenMoney).reverse();
  }

  private async follow(
    manager: EntityManager,
    { dispute, all }: { dispute: Stripe.Dispute; all: readonly Stripe.Dispute[] },
    intent: Stripe.PaymentIntent,
    moved: MovedMoney | null,
  ): Promise<void> {
    // The event of the payment may come after that of its dispute.
    await this.payments.settleIntent(manager, intent);
    const escrow = await this.store.lockIfAny(manager, String(intent.metadata[ESCROW_ID]));
    if (escrow !== null) await this.refunds.chargedBackLate(manager, escrow, intent, dispute);
    if (escrow?.paymentIntentId !== intent.id) return;
    await this.settlement.catchUp(manager, escrow, moved);
    // The release before wrote no ids: what it has written is the first dispute.
    const [first] = all;
    if (first && escrow.chargeback !== null && escrow.chargebackIds.length === 0)
      escrow.chargebackIds = [first.id];
    for (const command of all.flatMap(commandsOf)) {
      // With other amounts what is made at Stripe needs another key.
      const attempt = escrow.attempt + (command.do === 'chargeback-lost' ? 1 : 0);
      await this.store.act(manager, escrow, { command, actor: 'stripe', with: { attempt } });
    }
    // What was sent back while the bank had it counts from now on.
    await this.refunds.follow(manager, escrow, intent);
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
