import { t } from '#texts/common';
import { sentenceInLanguage } from '../../lib/api/api-error';
import { intentIdOf, returnUrl } from './payment-form';

/**
 * What a test payment can do, in the order in which it is offered, with the test card that does it.
 * Two of them are about the form instead: a bank that takes its time, and a form that never appears.
 */
export const OUTCOMES = {
  succeeds: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  insufficient: 'pm_card_chargeDeclinedInsufficientFunds',
  authentication: 'pm_card_authenticationRequired',
  processing: 'pm_card_visa',
  neverLoads: null,
} as const;

export type Outcome = keyof typeof OUTCOMES;

/** How long the bank takes for the outcome "processing". */
export const PROCESSING_MS = 10_000;

interface SandboxPayment {
  confirmUrl: string;
  publishableKey: string;
  clientSecret: string;
  paymentMethod: string;
}

/** What the provider says to a confirmation. */
type Confirmation =
  | { kind: 'accepted' }
  | { kind: 'processing' }
  | { kind: 'refused'; message: string }
  /** The payment was cancelled meanwhile. */
  | { kind: 'withdrawn' }
  /** The bank wants to ask the payer on a page of its own. */
  | { kind: 'authenticate'; url: string };

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function stateOf(intent: unknown): Confirmation | null {
  const status = field(intent, 'status');
  if (status === 'succeeded') return { kind: 'accepted' };
  if (status === 'processing') return { kind: 'processing' };
  if (status === 'canceled') return { kind: 'withdrawn' };
  const url = field(field(field(intent, 'next_action'), 'redirect_to_url'), 'url');
  if (status === 'requires_action' && typeof url === 'string') return { kind: 'authenticate', url };
  return null;
}

/** Reads the provider's answer; a second confirmation of what is paid or under way already counts as that. */
export function confirmationOf(body: unknown): Confirmation {
  const error = field(body, 'error');
  const known = stateOf(error === undefined ? body : field(error, 'payment_intent'));
  if (known && (error === undefined || known.kind !== 'authenticate')) return known;
  const message = field(error, 'message');
  return { kind: 'refused', message: typeof message === 'string' ? message : t.checkout.unexpected };
}

/** Whether the bank's page belongs to the provider that sent it. */
export function isProvidersPage(url: string, confirmUrl: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(confirmUrl).origin;
}

/**
 * Confirms a test payment as the card form would: form-encoded, with the publishable key.
 * Throws when the stand-in cannot be reached.
 */
export async function confirmSandbox(payment: SandboxPayment): Promise<Confirmation> {
  const { confirmUrl, publishableKey, clientSecret, paymentMethod } = payment;
  const id = encodeURIComponent(intentIdOf(clientSecret));
  const answer = await fetch(`${confirmUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${publishableKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      payment_method: paymentMethod,
      client_secret: clientSecret,
      return_url: returnUrl(),
    }),
  });
  const body: unknown = await answer.json();
  const confirmation = confirmationOf(body);
  if (confirmation.kind === 'authenticate' && !isProvidersPage(confirmation.url, confirmUrl))
    throw new Error('the bank page is not of the provider');
  if (confirmation.kind !== 'refused') return confirmation;
  return { ...confirmation, message: await sentenceInLanguage(confirmation.message) };
}
