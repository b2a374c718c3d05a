import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { type Commit, defineJob, Jobs } from '#jobs';
import { failpoint, LOGGER } from '#platform';
import { Ledger } from '../ledger/ledger.module.js';
import { disputesOf, keptCents, STRIPE, withdrawnCents } from '../stripe/stripe.module.js';
import { chargebackKinds } from './chargeback.state.js';
import type { Command } from './escrow.command.js';
import type { EscrowEntity } from './escrow.entities.js';
import { ESCROW_ID } from './escrow.repository.js';
import { EscrowStore } from './escrow.store.js';
import { EscrowPayments } from './escrow-payments.service.js';
import { EscrowRefunds } from './escrow-refunds.service.js';
import { Settlement } from './settlement.service.js';
import type { MovedMoney } from './stripe-settlement.js';

export interface AnswerChargebackPayload {
  [ESCROW_ID]: string;
  /** Stripe's. */
  disputeId: string;
}

/** Puts what we know beside a dispute: by a job of its own, so that it keeps no chargeback from freezing its escrow. */
export const answerChargeback = defineJob<AnswerChargebackPayload>('answer-chargeback', {
  attempts: 12,
  backoffMs: 2000,
  concurrency: 1,
});

const MOST_EVIDENCE_LETTERS = 20_000;

/** What a dispute that has taken money asks for, in this order. */
function commandsOf(dispute: Stripe.Dispute): readonly Command[] {
  const { id: disputeId, status } = dispute;
  const opened: Command = { do: 'chargeback-opened', disputeId, cents: withdrawnCents(dispute) };
  if (status === 'won') return [opened, { do: 'chargeback-won', disputeId }];
  if (status === 'lost') return [opened, { do: 'chargeback-lost', disputeId, cents: keptCents(dispute) }];
  return [opened];
}

/** Chargebacks of escrows: a bank takes the buyer's payment back, for the time being or for good. */
@Injectable()
export class EscrowChargebacks {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly jobs: Jobs,
    private readonly payments: EscrowPayments,
    private readonly store: EscrowStore,
    private readonly settlement: Settlement,
    private readonly refunds: EscrowRefunds,
    private readonly ledger: Ledger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asks Stripe what it has moved, and answers what to write about a dispute over an escrow's PaymentIntent. */
  async look(dispute: Stripe.Dispute, intent: Stripe.PaymentIntent): Promise<Commit> {
    const escrowId = String(intent.metadata[ESCROW_ID]);
    const [all, moved] = [await this.disputesOf(intent), await this.settlement.find(escrowId)];
    return (manager) => this.follow(manager, { dispute, all }, intent, moved);
  }

  /** Those that have taken money, the oldest first: one that came while another one was open is taken up after it. */
  private async disputesOf({ id }: Stripe.PaymentIntent): Promise<Stripe.Dispute[]> {
    return (await disputesOf(this.stripe, id)).reverse();
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
    if (escrow !== null) {
      await this.refunds.chargedBackLate(manager, escrow, intent, dispute);
      await this.answerSoon(manager, escrow.id, dispute);
    }
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
    for (const one of all) await this.followReturn(manager, escrow, one);
    // What was sent back while the bank had it counts from now on.
    await this.refunds.follow(manager, escrow, intent);
  }

  /** What the bank has given back after the end of a dispute: people have to say whose it is. */
  private async followReturn(
    manager: EntityManager,
    escrow: EscrowEntity,
    dispute: Stripe.Dispute,
  ): Promise<void> {
    const { id: disputeId } = dispute;
    const known = { kinds: chargebackKinds, ref: `${escrow.id}:${disputeId}` };
    const cents = -(await this.ledger.sum(manager, 'stripe', known)) - keptCents(dispute);
    const command = { do: 'chargeback-returned', disputeId, cents } as const;
    if (await this.store.act(manager, escrow, { command, actor: 'stripe' }))
      this.logger.error({ escrowId: escrow.id, disputeId, cents }, 'a bank gave back what it had kept');
  }

  /** Once for each dispute. */
  private async answerSoon(manager: EntityManager, escrowId: string, dispute: Stripe.Dispute): Promise<void> {
    if (!lacksEvidence(dispute)) return;
    const payload = { [ESCROW_ID]: escrowId, disputeId: dispute.id };
    await this.jobs.add(manager, answerChargeback, dispute.id, payload);
  }

  /**
   * Puts what we know beside a dispute that has no evidence yet. People add to it and send it.
   * @throws StripeError
   */
  async answer({ [ESCROW_ID]: escrowId, disputeId }: AnswerChargebackPayload): Promise<void> {
    const escrow = await this.store.look(escrowId);
    const steps = await this.store.steps(escrowId);
    if (escrow === null || steps.length === 0) return;
    if (!lacksEvidence(await this.stripe.disputes.retrieve(disputeId))) return;
    const lines = steps.map(
      ({ at, by, change, note }) => `${at} ${by}: ${change}${note === null ? '' : `: ${note}`}`,
    );
    const text = [`Payment for contract ${escrow.agreementId}. What happened, in UTC:`, ...lines].join('\n');
    // Under no key of ours: twice is as good as once, and under a key Stripe would repeat its own failure for a day.
    await this.stripe.disputes.update(disputeId, {
      evidence: { uncategorized_text: text.slice(0, MOST_EVIDENCE_LETTERS) },
      submit: false,
    });
    failpoint('payments.chargeback.after-answer');
  }
}

const lacksEvidence = ({ status, evidence_details: evidence }: Stripe.Dispute): boolean =>
  status === 'needs_response' && !evidence.has_evidence;
