import { t } from '../../i18n/en';

/** Test payment methods by what they do. */
export const OUTCOMES = {
  succeeds: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  insufficient: 'pm_card_chargeDeclinedInsufficientFunds',
} as const;

export type Outcome = keyof typeof OUTCOMES;

interface SandboxPayment {
  confirmUrl: string;
  publishableKey: string;
  paymentIntentId: string;
  clientSecret: string;
  outcome: Outcome;
}

/** The provider's sentence of a refusal, or null when the payment went through. */
export function refusalOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage && typeof error.message === 'string' ? error.message : t.checkout.unexpected;
}

/**
 * Confirms a test payment as the card form would: form-encoded, with the publishable key.
 * Returns the refusal in words, or null; throws when the stand-in cannot be reached.
 */
export async function confirmSandbox(payment: SandboxPayment): Promise<string | null> {
  const answer = await fetch(
    `${payment.confirmUrl}/v1/payment_intents/${encodeURIComponent(payment.paymentIntentId)}/confirm`,
    {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${payment.publishableKey}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        payment_method: OUTCOMES[payment.outcome],
        client_secret: payment.clientSecret,
      }),
    },
  );
  const body: unknown = await answer.json();
  return refusalOf(body) ?? (answer.ok ? null : t.checkout.unexpected);
}
