import Stripe from 'stripe';
import { type StripeStandIn, startStripe } from './stripe.stand-in.js';

const ORIGIN = 'http://localhost:8080';
let standIn: StripeStandIn;
let stripe: Stripe;
let intent: Stripe.PaymentIntent;

beforeEach(async () => {
  standIn = await startStripe({ port: 0 });
  stripe = new Stripe('sk_test_local', {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    telemetry: false,
  });
  intent = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    metadata: { agreementId: '12' },
  });
});

afterEach(() => standIn.close());

/** As Stripe.js does it: everything in the form, the key included. */
async function confirm(form: Record<string, string>) {
  const response = await fetch(`${standIn.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { origin: ORIGIN },
    body: new URLSearchParams({ key: 'pk_test_local', use_stripe_sdk: 'true', ...form }),
  });
  const body = (await response.json()) as { error?: { code?: string; param?: string } };
  return { status: response.status, origin: response.headers.get('access-control-allow-origin'), body };
}

const secret = (): string => String(intent.client_secret);

describe('confirmation from the browser', () => {
  it('passes the preflight', async () => {
    const response = await fetch(`${standIn.url}/v1/payment_intents/${intent.id}/confirm`, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
  });

  it('pays, and shows the browser nothing of metadata or customer', async () => {
    const { status, origin, body } = await confirm({
      client_secret: secret(),
      payment_method: 'pm_card_visa',
    });
    expect({ status, origin }).toEqual({ status: 200, origin: ORIGIN });
    expect(body).toMatchObject({ id: intent.id, status: 'succeeded' });
    expect(body).not.toHaveProperty('metadata');
    expect(body).not.toHaveProperty('customer');
  });

  it('takes the publishable key as a bearer token as well', async () => {
    const response = await fetch(`${standIn.url}/v1/payment_intents/${intent.id}/confirm`, {
      method: 'POST',
      headers: { origin: ORIGIN, authorization: 'Bearer pk_test_local' },
      body: new URLSearchParams({ client_secret: secret(), payment_method: 'pm_card_visa' }),
    });
    expect(response.status).toBe(200);
  });

  it('tells of a decline so that the page can read it', async () => {
    const { status, origin, body } = await confirm({
      client_secret: secret(),
      payment_method: 'pm_card_chargeDeclined',
    });
    expect({ status, origin }).toEqual({ status: 402, origin: ORIGIN });
    expect(body.error).toMatchObject({ code: 'card_declined', payment_intent: { id: intent.id } });
  });

  it.each([
    ['a wrong client secret', { client_secret: 'pi_x_secret_y' }],
    ['no client secret', {}],
  ])('refuses %s', async (_name, form) => {
    const { status, body } = await confirm({ payment_method: 'pm_card_visa', ...form });
    expect(status).toBe(400);
    expect(body.error?.param).toBe('client_secret');
    expect(standIn.listPaymentIntents()[0]?.status).toBe('requires_payment_method');
  });

  it('refuses no key with 401, readable by the page', async () => {
    const response = await fetch(`${standIn.url}/v1/payment_intents/${intent.id}/confirm`, {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: new URLSearchParams({ client_secret: secret(), payment_method: 'pm_card_visa' }),
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });
});

describe('authentication by the bank', () => {
  async function openPage(): Promise<string> {
    const asked = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: `${ORIGIN}/payment-success?from=bank`,
    });
    expect(asked.next_action?.type).toBe('redirect_to_url');
    const url = String(asked.next_action?.redirect_to_url?.url);
    expect(await (await fetch(url)).text()).toContain('5.00 USD');
    return url;
  }

  async function answer(url: string, outcome: string): Promise<URL> {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    return new URL(String(response.headers.get('location')));
  }

  it('leads back to the page, paid', async () => {
    const back = await answer(await openPage(), 'authenticated');
    expect(back.href.startsWith(`${ORIGIN}/payment-success?from=bank&`)).toBe(true);
    expect(back.searchParams.get('redirect_status')).toBe('succeeded');
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('leads back unpaid after a refusal, and another card works', async () => {
    const back = await answer(await openPage(), 'failed');
    expect(back.searchParams.get('redirect_status')).toBe('failed');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid.status).toBe('succeeded');
  });

  it('is closed to those without the client secret', async () => {
    const url = new URL(await openPage());
    url.searchParams.set('client_secret', 'guess');
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(url, { method: 'POST', body: new URLSearchParams() })).status).toBe(404);
  });
});
