import type Stripe from 'stripe';

/** A connected account as shown; every field that the SDK marks optional and that matters here is there. */
export type StoredAccount = Stripe.Account &
  Required<
    Pick<
      Stripe.Account,
      'business_profile' | 'capabilities' | 'created' | 'metadata' | 'requirements' | 'settings'
    >
  >;

/** An address that leads a person into onboarding once; what it opens stays until it is answered. */
export interface OnboardingLink {
  /** The secret part of the address. */
  id: string;
  account: string;
  /** Epoch seconds. */
  expiresAt: number;
  state: 'unused' | 'open' | 'answered';
  refreshUrl: string;
  returnUrl: string;
}

/** An address that shows a person their Express account. */
export interface LoginLinkRecord {
  /** The secret part of the address. */
  id: string;
  account: string;
}
