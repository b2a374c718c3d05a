import type { AppConfig } from '../../lib/api/api-types';

/** What both payment forms take: they confirm, whoever shows them waits for the server. */
export interface PaymentFormProps {
  config: AppConfig['payments'];
  intent: { clientSecret: string };
  priceText: string;
  /** The provider accepted, or its bank is still at it; the server has not said so yet. */
  onAccepted: (bank?: 'processing') => void;
  /** The provider refused, in its own words. */
  onRefused: (message: string) => void;
  /** The form itself is in trouble. */
  onTrouble: (message: string) => void;
}

/** Where the payer comes back to after a visit at the bank. */
export function returnUrl(): string {
  return `${window.location.origin}/dashboard`;
}

/** "pi_1" of "pi_1_secret_2": a client secret starts with the id of what it opens. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_', 1)[0] ?? clientSecret;
}
