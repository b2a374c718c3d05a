import Stripe from 'stripe';
import { type StripeStandIn, type StripeStandInOptions, startStripe } from '../stripe.stand-in.js';

/** A stand-in of its own with the official SDK on it, as the specs use it. */
export interface StandInSession {
  readonly standIn: StripeStandIn;
  readonly stripe: Stripe;
  /** A paid PaymentIntent and the id of its charge; amount in cents, default 2000. */
  pay(terms?: Partial<Stripe.PaymentIntentCreateParams>): Promise<{ intent: string; charge: string }>;
  /** A connected account that has finished onboarding. */
  sellerAccount(): Promise<string>;
  /** Types of all events so far, oldest first. */
  eventTypes(): string[];
  close(): Promise<void>;
}

export async function openSession(options: Partial<StripeStandInOptions> = {}): Promise<StandInSession> {
  const standIn = await startStripe({ port: 0, ...options });
  const stripe = new Stripe('sk_test_local', {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    standIn,
    stripe,
    async pay(terms = {}) {
      const { id, latest_charge: charge } = await stripe.paymentIntents.create({
        amount: 2000,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        ...terms,
      });
      return { intent: id, charge: String(charge) };
    },
    async sellerAccount() {
      const { id } = await stripe.accounts.create({
        type: 'express',
        email: 'sam@example.com',
        capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      });
      const { url } = await stripe.accountLinks.create({
        account: id,
        type: 'account_onboarding',
        refresh_url: 'http://127.0.0.1/refresh',
        return_url: 'http://127.0.0.1/return',
      });
      await answerOnboarding(url, 'finished');
      return id;
    },
    eventTypes: () =>
      standIn
        .listEvents()
        .map(({ type }) => type)
        .reverse(),
    close: () => standIn.close(),
  };
}

/** Opens an account link and presses one of its buttons; returns where that leads. */
export async function answerOnboarding(url: string, outcome: 'finished' | 'left'): Promise<string | null> {
  const opened = await fetch(url, { redirect: 'manual' });
  const form = new URL(opened.headers.get('location') ?? '', url);
  const answered = await fetch(form, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
  return answered.headers.get('location');
}

/** The refusal that a call ends with. */
export function refusal(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  return call.then(
    () => {
      throw new Error('The call should have been refused');
    },
    (error: unknown) => {
      if (error instanceof Stripe.errors.StripeError) return error;
      throw error;
    },
  );
}
