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
    .filter((dispute) => dispute.charge === charge.id && dispute.status !== 'won')
    .reduce((sum, { amount }) => sum + amount, 0);

/**
 * The cardholder's bank takes a charge back as fraudulent: what is left of it, or a part of that, and a fee leave the
 * platform's balance.
 * @throws Error for a charge that was not paid or of which less is left, and for one that was disputed before unless the
 * amount is named
 */
export function openDispute(charge: Stripe.Charge, context: ApiContext, part?: number): Stripe.Dispute {
  const { store, events, now } = context;
  const left = charge.amount - charge.amount_refunded - takenBack(charge, context);
  const amount = part ?? left;
  const isAgain = charge.disputed && part === undefined;
  if (!charge.paid || amount <= 0 || amount > left || isAgain) {
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

/** The bank's last word: `won` gives the amount back, but not the fee. */
export function decideDispute(
  dispute: Stripe.Dispute,
  status: 'won' | 'lost',
  context: ApiContext,
  origin: RequestOrigin = BY_THE_BANK,
): Stripe.Dispute {
  const { store, events } = context;
  const { id, amount, currency } = dispute;
  const closed = { ...dispute, status };
  if (status === 'lost') {
    store.in('disputes').put(closed);
    events.emit('charge.dispute.closed', closed, origin, { status: dispute.status });
    return closed;
  }
  const reinstatement = book(
    {
      type: 'adjustment',
      category: 'dispute_reversal',
      source: id,
      amount,
      currency,
      description: `Chargeback reversal for ${String(dispute.charge)}`,
    },
    context,
  );
  const won = store.in('disputes').put({
    ...closed,
    is_charge_refundable: true,
    balance_transactions: [...dispute.balance_transactions, reinstatement],
  });
  events.emit('charge.dispute.closed', closed, origin, { status: dispute.status });
  events.emit('charge.dispute.funds_reinstated', won, origin);
  return won;
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
