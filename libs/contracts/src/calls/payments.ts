import { defineCall, json, type PersonOrigin } from '../define-call.js';
import type { Coverage, EscrowState } from '../events/payments.js';
import type { PlanType } from '../plans.js';

/** Facts of a payment, for its mails. */
export const getPayment = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/payments/:paymentId',
  answer: json<PaymentFacts>(),
  errors: ['not_found'],
});

export interface PaymentFacts {
  paymentId: string;
  agreementId: string;
  purpose?: string;
  amountCents: number;
  refundedCents?: number;
  currency: string;
  /** Null until it is paid. */
  receiptNumber: string | null;
  /** When we heard that it was paid, from which what is owed counts; null until then. */
  paidAt: string | null;
  /** When it was paid, as its receipt says; null until then. Missing in answers of the release before. */
  receiptDate?: string | null;
  description: string;
  refundReason?: string | null;
  /** What the administrator wrote who gave the money back. */
  refundNote?: string | null;
  /** When a transcript by a person was delivered; null until then. Missing in answers of the release before. */
  deliveredAt?: string | null;
  /** No money moved: the payment ran in the provider's test mode. */
  isTest: boolean;
}

/** What was paid for an agreement and what is held for it, as its evidence packet says. */
export const getPaymentsOfAgreement = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/payments/agreements/:agreementId',
  answer: json<PaymentRecord>(),
  errors: [],
});

/** What a receipt says was paid for, by its purpose; screens and certificates have these words in their language. */
export const receiptDescriptions = {
  contract: 'Split Second Contract',
  manual_transcription: 'Transcript made by a person',
  subscription: 'Monthly subscription',
  held_payment: 'Held payment',
} as const;

export interface PaymentRecord {
  isTest: boolean;
  receipts: {
    number: string;
    description: string;
    amountCents: number;
    refundedCents: number;
    currency: string;
    paidAt: string;
    refundedAt: string | null;
  }[];
  held: {
    state: EscrowState;
    amountCents: number;
    currency: string;
    buyerParty: 'a' | 'b';
    /**
     * Which party it is for; `other` where the buyer named an address that is neither's. Missing in what the release before
     * answers, and in what was sealed by it.
     */
    seller?: 'a' | 'b' | 'other';
    heldAt: string | null;
    /** When the seller is paid if nobody says anything more. The release before answers it in every state. */
    releaseAt: string | null;
    settledAt: string | null;
    receiptNumber: string | null;
  } | null;
}

/**
 * Whether the contract is paid or covered, or a bank is still taking the payment. Asked before an unpaid recording is
 * deleted, or its deletion announced: the event that says so may be late.
 */
export const getContractPayment = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/payments/agreements/:agreementId/contract',
  answer: json<{ isPaidOrPending: boolean }>(),
  errors: ['payment_provider'],
});

/**
 * What is left of what was paid for an agreement that was cancelled, or had covered it and can be used again; `isOver` is
 * false while payments does not know of the cancellation.
 */
export const getCreditOfAgreement = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/payments/agreements/:agreementId/credit',
  answer: json<{ isOver: boolean; credit: CreditFacts | null }>(),
  errors: [],
});

export interface CreditFacts {
  amountCents: number;
  currency: string;
  expiresAt: string;
}

/**
 * What would cover a contract of the user's if they finished it now: null where it is to be paid. Asking takes nothing. `until`
 * is when that ends; null where nothing ends it yet. Missing in what the release before answers.
 */
export const getExpectedCoverage = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/payments/users/:userId/coverage',
  query: json<{ planType: PlanType }>(),
  answer: json<{ coveredBy: Coverage | null; until?: string | null }>(),
  errors: [],
});

/** Where a subscription stands now, for its mails. */
export const getSubscription = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/subscriptions/:id',
  answer: json<SubscriptionFacts>(),
  errors: ['not_found'],
});

export interface SubscriptionFacts {
  /** `incomplete`: its first month is not paid; `past_due`: a renewal was refused. */
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  /** It was cancelled, and runs until the end of what is paid. */
  endsAtPeriodEnd: boolean;
}

/** Facts of an escrow, for its mails. */
export const getEscrow = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/held-payments/:id',
  answer: json<EscrowFacts>(),
  errors: ['not_found'],
});

/** Money that one person has paid for another, and that waits until what was agreed is delivered. */
export interface EscrowFacts {
  escrowId: string;
  agreementId: string;
  buyerId: number;
  /** Which party of the agreement the buyer is. */
  buyerParty: 'a' | 'b';
  /** Not always that of a party. */
  sellerEmail: string;
  state: EscrowState;
  amountCents: number;
  /** How it is divided: fee, seller and buyer together are the amount once that is decided. */
  feeCents: number;
  /** Percent of what the seller is paid, of this escrow. Missing in what the release before answers. */
  feePercent?: number;
  sellerCents: number;
  buyerRefundCents: number;
  /**
   * What of that was sent back by hand already, while nothing is decided. Missing in what the release before answers.
   */
  sentBackCents?: number;
  /** What a bank has asked for last. This and the next are missing in what the release before answers. */
  chargebackCents?: number;
  /** What banks have kept while it was held: nobody else gets it. */
  chargedBackCents?: number;
  currency: string;
  /** Hours from delivery to release. */
  holdHours: number;
  releaseAt: string | null;
  /**
   * When the money goes back to the buyer by itself, as things stand, because it may not be held any longer; null where
   * it is released before. Missing in what the release before answers.
   */
  backAt?: string | null;
  /**
   * Who said first that it was delivered (the seller) or received (the buyer); null while nobody has. Missing in what
   * the release before answers.
   */
  clockStartedBy?: 'buyer' | 'seller' | null;
  /** Until when the buyer may pay; null once it is paid or closed. Missing in what the release before answers. */
  payBy?: string | null;
  /**
   * From when on the buyer may take the money back, as things stand, because it is not marked as delivered; null where they
   * may not. Missing in what the release before answers.
   */
  takeBackAt?: string | null;
  /** When the seller took the place of another one; null for the first. Missing in what the release before answers. */
  sellerSince?: string | null;
  heldAt: string | null;
  settledAt: string | null;
  /** The words of the buyer who reported a problem. */
  problem: string | null;
  /** The words of the administrator who decided. */
  decision: string | null;
  /** There is no contract any more. Missing in what the release before answers. */
  isContractCancelled?: boolean;
  /** Recording and words are gone, so that nothing can be paid any more. Missing in what the release before answers. */
  isContentDeleted?: boolean;
  /**
   * The account of one of the two was disabled while nothing was decided. Missing in what the release before answers.
   */
  isAccountDisabled?: boolean;
  /**
   * Silence was to pay the seller while no mail reached the buyer, so an administrator decides. Missing in what the release
   * before answers.
   */
  isBuyerUnreached?: boolean;
  /**
   * It is closed, but Stripe has not said that the payment that was opened for it cannot be paid any more: what is still
   * paid goes back. Missing in what the release before answers.
   */
  isChargePossible?: boolean;
  receiptNumber: string | null;
  /** The seller can be paid. */
  sellerReady: boolean;
  /** Through an account that the buyer has opened. Missing in what the release before answers. */
  payoutsByBuyer?: boolean;
  /** Absolute addresses of its page; the seller's carries a key. */
  links: { buyer: string; seller: string };
  isTest: boolean;
}

/** Where the person was who took a step of an escrow; `version` is that of the escrow after it. */
export const getEscrowStepOrigin = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/held-payments/:id/steps/:version/origin',
  answer: json<PersonOrigin>(),
  errors: ['not_found'],
});

export const getPaymentStats = defineCall({
  callee: 'payments',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/stats',
  answer: json<PaymentStats>(),
  errors: [],
});

export interface PaymentStats {
  /** Sales and fees in cents, without what went back. */
  totalRevenueCents: number;
  /** Payments that were begun and not finished. */
  pendingTransactions: number;
}
