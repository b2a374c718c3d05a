import type Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';
import type { RequestOrigin } from '../../event.log.js';
import { newId } from '../../object-ids.js';
import { book } from '../balance/balance.ledger.js';

/** What Stripe keeps for a chargeback, won or lost, in the currency's smallest unit. */
const DISPUTE_FEE = 1500;
const RESPONSE_SECONDS = 9 * 24 * 60 * 60;
const BY_THE_BANK: RequestOrigin = { requestId: null, idempotencyKey: null };

/** The texts that an answer to a dispute may hold. Files are not taken here. */
export const EVIDENCE_TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const;

const EVIDENCE_FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;

type EvidenceField = (typeof EVIDENCE_TEXTS)[number] | (typeof EVIDENCE_FILES)[number];

function noEvidence(): Stripe.Dispute.Evidence {
  const entries = [...EVIDENCE_TEXTS, ...EVIDENCE_FILES].map((name) => [name, null] as const);
  return { ...(Object.fromEntries(entries) as Record<EvidenceField, null>), enhanced_evidence: {} };
}

export const isOpen = ({ status }: Stripe.Dispute): boolean =>
  status === 'needs_response' || status === 'under_review';

/** What banks have of a charge, for the time being or for good. */
export const takenBack = (charge: Stripe.Charge, { store }: ApiContext): number =>
  [...store.in('disputes').values()]
    .filter((dispute) => dispute.charge === charge.id)
    .reduce((sum, dispute) => sum + kept(dispute), 0);

const kept = ({ balance_transactions: moved }: Stripe.Dispute): number =>
  -moved.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The cardholder's bank takes a charge back as fraudulent: what is left of it, or an amount that is named, and a fee leave
 * the platform's balance. A bank may ask for what was refunded, too.
 * @throws Error for a charge that was not paid or of which other disputes leave less, and for one that was disputed before
 * unless the amount is named
 */
export function openDispute(charge: Stripe.Charge, context: ApiContext, named?: number): Stripe.Dispute {
  const { store, events, now } = context;
  const undisputed = charge.amount - takenBack(charge, context);
  const amount = named ?? undisputed - charge.amount_refunded;
  const isAgain = charge.disputed && named === undefined;
  if (!charge.paid || amount <= 0 || amount > undisputed || isAgain) {
    throw new Error(`Charge ${charge.id} cannot be disputed: it is unpaid, refunded or disputed already.`);
  }
  const { currency } = charge;
  const id = newId('dp');
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  const withdrawal = book(
    {
      type: 'adjustment',
      category: 'dispute',
      source: id,
      amount: -amount,
      currency,
      description: `Chargeback withdrawal for ${charge.id}`,
      fee: { amount: DISPUTE_FEE, description: 'Dispute fee' },
    },
    context,
  );
  const dispute = store.in('disputes').put({
    id,
    object: 'dispute',
    amount,
    balance_transactions: [withdrawal],
    charge: charge.id,
    created: now(),
    currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: now() + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  });
  store.in('charges').put({ ...charge, disputed: true });
  const raised: Stripe.Dispute = { ...dispute, balance_transactions: [] };
  events.emit('charge.dispute.created', raised, BY_THE_BANK);
  events.emit('charge.dispute.funds_withdrawn', dispute, BY_THE_BANK);
  return dispute;
}

/** The bank's last word: `won` gives the amount back, `lost` what of it was refunded before; neither gives the fee back. */
export function decideDispute(
  dispute: Stripe.Dispute,
  status: 'won' | 'lost',
  context: ApiContext,
  origin: RequestOrigin = BY_THE_BANK,
): Stripe.Dispute {
  const { store, events } = context;
  const closed = store.in('disputes').put({ ...dispute, status, is_charge_refundable: status === 'won' });
  events.emit('charge.dispute.closed', closed, origin, { status: dispute.status });
  const cents = status === 'won' ? dispute.amount : refundedOf(dispute, context);
  return cents === 0 ? closed : giveBack(closed, cents, context, origin);
}

/** What of a dispute the cardholder has already. */
function refundedOf(dispute: Stripe.Dispute, context: ApiContext): number {
  const charge = context.store.in('charges').get(String(dispute.charge));
  if (charge === undefined) return 0;
  const twice = takenBack(charge, context) + charge.amount_refunded - charge.amount;
  return Math.min(Math.max(0, twice), dispute.amount);
}

function giveBack(
  dispute: Stripe.Dispute,
  amount: number,
  context: ApiContext,
  origin: RequestOrigin = BY_THE_BANK,
): Stripe.Dispute {
  const reinstatement = book(
    {
      type: 'adjustment',
      category: 'dispute_reversal',
      source: dispute.id,
      amount,
      currency: dispute.currency,
      description: `Chargeback reversal for ${String(dispute.charge)}`,
    },
    context,
  );
  const balance_transactions = [...dispute.balance_transactions, reinstatement];
  const after = context.store.in('disputes').put({ ...dispute, balance_transactions });
  context.events.emit('charge.dispute.funds_reinstated', after, origin);
  return after;
}

/**
 * Disputes a charge, named by its own id or its PaymentIntent's.
 * @throws Error when there is no such charge or it cannot be disputed
 */
export function disputeCharge(
  chargeOrIntentId: string,
  context: ApiContext,
  amount?: number,
): Stripe.Dispute {
  const { store } = context;
  const latest = store.in('payment_intents').get(chargeOrIntentId)?.latest_charge;
  const charge = store.in('charges').get(typeof latest === 'string' ? latest : chargeOrIntentId);
  if (charge === undefined) throw new Error(`No charge to dispute: ${chargeOrIntentId}`);
  return openDispute(charge, context, amount);
}

/** @throws Error when there is no such dispute or it is closed already */
export function closeDispute(id: string, status: 'won' | 'lost', context: ApiContext): Stripe.Dispute {
  const dispute = context.store.in('disputes').get(id);
  if (dispute === undefined) throw new Error(`No such dispute: ${id}`);
  if (!isOpen(dispute)) throw new Error(`Dispute ${id} is ${dispute.status} already.`);
  return decideDispute(dispute, status, context);
}

/**
 * The bank gives back, after its last word, some of what it has kept; with all of it the dispute is won after all.
 * @throws Error when there is no such dispute, it was not lost, or less was kept
 */
export function returnDisputed(id: string, amount: number, context: ApiContext): Stripe.Dispute {
  const dispute = context.store.in('disputes').get(id);
  if (dispute === undefined) throw new Error(`No such dispute: ${id}`);
  if (dispute.status !== 'lost' || amount > kept(dispute)) throw new Error(`Dispute ${id} has kept less.`);
  return giveBack({ ...dispute, status: amount === kept(dispute) ? 'won' : 'lost' }, amount, context);
}
