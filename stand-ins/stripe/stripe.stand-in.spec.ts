import Stripe from 'stripe';
import { type StripeStandIn, startStripe } from './stripe.stand-in.js';
import { refusal } from './test/session.js';

let standIn: StripeStandIn;
let stripe: Stripe;

const sdk = (key: string) =>
  new Stripe(key, {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });

const intentOf = (overrides: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...overrides });

const eventTypes = (): string[] =>
  standIn
    .listEvents()
    .map((event) => event.type)
    .reverse();

beforeEach(async () => {
  standIn = await startStripe({ port: 0 });
  stripe = sdk('sk_test_local');
});

afterEach(() => standIn.close());

describe('keys', () => {
  it.each(['sk_live_1234567890abcdef', 'nonsense'])('refuses %s with 401', async (key) => {
    const error = await refusal(sdk(key).customers.list());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.message).toMatch(/^Invalid API Key provided: /);
  });

  it('refuses a call without a key, in Stripe’s shape', async () => {
    const response = await fetch(`${standIn.url}/v1/customers`);
    expect(response.status).toBe(401);
    expect(response.headers.get('request-id')).toMatch(/^req_\w{14}$/);
    expect(await response.json()).toEqual({
      error: {
        type: 'invalid_request_error',
        message: expect.stringContaining('You did not provide an API key'),
      },
    });
  });

  it('refuses a publishable key where a secret one is needed', async () => {
    const error = await refusal(sdk('pk_test_local').customers.list());
    expect(error).toMatchObject({ statusCode: 403, code: 'secret_key_required' });
  });
});

describe('replies', () => {
  it('carry request id and version', async () => {
    const { lastResponse } = await stripe.customers.create({});
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION);
  });

  it('answer unknown paths with Stripe’s 404', async () => {
    const error = await refusal(stripe.rawRequest('GET', '/v1/no_such_thing'));
    expect(error).toMatchObject({ statusCode: 404, rawType: 'invalid_request_error' });
    expect(error.message).toMatch(/^Unrecognized request URL \(GET: \/v1\/no_such_thing\)/);
  });

  it('refuse JSON bodies', async () => {
    const response = await fetch(`${standIn.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_local', 'content-type': 'application/json' },
      body: '{"name":"Ann"}',
    });
    expect(response.status).toBe(400);
    expect(standIn.listCustomers()).toEqual([]);
  });
});

describe('a failure', () => {
  it.each([
    ['before', false, 0],
    ['after', true, 1],
  ])(
    '%s the call was carried out is its answer for as long as the key is known',
    async (_when, isCarriedOut, made) => {
      standIn.failNext('/v1/customers', { isCarriedOut });
      const create = (idempotencyKey: string) => refusal(stripe.customers.create({}, { idempotencyKey }));
      const [first, again] = [await create('customer-7'), await create('customer-7')];
      expect([first.statusCode, first.headers?.['idempotent-replayed']]).toEqual([500, undefined]);
      expect([again.statusCode, again.headers?.['idempotent-replayed']]).toEqual([500, 'true']);
      expect(standIn.listCustomers()).toHaveLength(made);
      await stripe.customers.create({}, { idempotencyKey: 'customer-7-2' });
      expect(standIn.listCustomers()).toHaveLength(made + 1);
    },
  );
});

describe('customers', () => {
  it('are created, changed, read and listed', async () => {
    const created = await stripe.customers.create({
      email: 'ann@example.com',
      name: 'Ann',
      metadata: { userId: '7', plan: 'basic' },
    });
    expect(created.id).toMatch(/^cus_\w{14}$/);
    const changed = await stripe.customers.update(created.id, {
      name: '',
      metadata: { plan: '', tier: '2' },
    });
    expect(changed).toMatchObject({
      name: null,
      email: 'ann@example.com',
      metadata: { userId: '7', tier: '2' },
    });
    expect(changed.metadata).not.toHaveProperty('plan');
    expect(await stripe.customers.retrieve(created.id)).toEqual(changed);
    await stripe.customers.create({ email: 'bob@example.com' });
    const found = await stripe.customers.list({ email: 'ann@example.com' });
    expect(found.data.map(({ id }) => id)).toEqual([created.id]);
    expect(eventTypes()).toEqual(['customer.created', 'customer.updated', 'customer.created']);
  });

  it('come in pages, newest first', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await stripe.customers.create({ name });
    const names: unknown[] = [];
    for await (const customer of stripe.customers.list({ limit: 2 })) names.push(customer.name);
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('are missing with resource_missing', async () => {
    const error = await refusal(stripe.customers.retrieve('cus_none'));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
    expect(error.message).toBe("No such customer: 'cus_none'");
  });
});

describe('events', () => {
  it('are listed by type and read by id, with the request behind them', async () => {
    const intent = await stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { idempotencyKey: 'agreement-12' },
    );
    await stripe.customers.create({});
    const list = await stripe.events.list({ types: ['payment_intent.created'] });
    expect(list.data).toHaveLength(1);
    expect(list.data[0]).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      api_version: Stripe.API_VERSION,
      data: { object: { id: intent.id } },
      request: { id: intent.lastResponse.requestId, idempotency_key: 'agreement-12' },
    });
    expect(await stripe.events.retrieve(String(list.data[0]?.id))).toEqual(list.data[0]);
  });

  it('keep the object as it was', async () => {
    const { id } = await intentOf({ payment_method: 'pm_card_visa', confirm: true });
    const list = await stripe.events.list({ type: 'payment_intent.created' });
    expect(list.data[0]?.data.object).toMatchObject({ id, status: 'requires_confirmation' });
  });
});

describe('pages', () => {
  it('show the objects, with foreign text escaped', async () => {
    await stripe.customers.create({ name: '<script>alert(1)</script>' });
    const { id } = await intentOf({ amount: 1234 });
    const html = await (await fetch(standIn.url)).text();
    expect(html).toContain(id);
    expect(html).toContain('12.34 USD');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });

  it('answer the health check', async () => {
    expect((await fetch(`${standIn.url}/healthz`)).status).toBe(200);
  });
});
