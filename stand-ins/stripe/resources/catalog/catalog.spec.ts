import type Stripe from 'stripe';
import { startBilling } from '../../test/billing.fixture.js';
import { refusal } from '../../test/session.js';

let billing: Awaited<ReturnType<typeof startBilling>>;
let stripe: Stripe;

beforeEach(async () => {
  billing = await startBilling();
  stripe = billing.stripe;
});

afterEach(() => billing.standIn.close());

describe('products', () => {
  it('are created, changed, read and listed', async () => {
    const product = await stripe.products.create({ name: 'Transcription', metadata: { kind: 'manual' } });
    expect(product.id).toMatch(/^prod_\w{14}$/);
    const changed = await stripe.products.update(product.id, { active: false, metadata: { kind: '' } });
    expect(changed).toMatchObject({ active: false, name: 'Transcription', metadata: {} });
    expect(await stripe.products.retrieve(product.id)).toEqual(changed);
    const active = await stripe.products.list({ active: true });
    expect(active.data.map(({ name }) => name)).toEqual(['Monthly Unlimited']);
    expect(billing.newEvents()).toEqual(['product.created', 'product.updated']);
    expect(await refusal(stripe.products.retrieve('prod_none'))).toMatchObject({ code: 'resource_missing' });
  });

  it('can have an id of their own, once', async () => {
    await stripe.products.create({ id: 'transcription', name: 'Transcription' });
    const error = await refusal(stripe.products.create({ id: 'transcription', name: 'Again' }));
    expect(error).toMatchObject({ statusCode: 400, code: 'resource_already_exists' });
  });
});

describe('prices', () => {
  it('belong to a product, new or known', async () => {
    const { price } = billing;
    expect(price).toMatchObject({
      currency: 'usd',
      unit_amount: 2000,
      recurring: { interval: 'month', interval_count: 1 },
      type: 'recurring',
      lookup_key: 'monthly',
    });
    expect(price.unit_amount_decimal?.toString()).toBe('2000');
    const second = await stripe.prices.create({
      currency: 'USD',
      unit_amount: 500,
      product: String(price.product),
    });
    expect(second).toMatchObject({ currency: 'usd', type: 'one_time', recurring: null });
    const found = await stripe.prices.list({ product: String(price.product), expand: ['data.product'] });
    expect(found.data.map(({ id }) => id)).toEqual([second.id, price.id]);
    expect(found.data[0]?.product).toMatchObject({ name: 'Monthly Unlimited' });
  });

  it('are found by lookup key, which moves only on request', async () => {
    const terms = { currency: 'usd', unit_amount: 2500, recurring: { interval: 'month' as const } };
    const again = { ...terms, lookup_key: 'monthly', product: String(billing.price.product) };
    expect(await refusal(stripe.prices.create(again))).toMatchObject({ param: 'lookup_key' });
    const moved = await stripe.prices.create({ ...again, transfer_lookup_key: true });
    const found = await stripe.prices.list({ lookup_keys: ['monthly', 'yearly'], active: true });
    expect(found.data.map(({ id }) => id)).toEqual([moved.id]);
    expect(await stripe.prices.retrieve(billing.price.id)).toMatchObject({ lookup_key: null });
  });

  it('are retired, and no longer sold', async () => {
    const { price } = billing;
    expect(await stripe.prices.update(price.id, { active: false })).toMatchObject({ active: false });
    const customer = await stripe.customers.create({});
    const error = await refusal(billing.subscribe(customer.id));
    expect(error).toMatchObject({ statusCode: 400, param: 'items[0][price]' });
  });

  it.each([
    [{ unit_amount: -1 }, 'unit_amount'],
    [{ product: 'prod_none' }, 'product'],
    [{ recurring: { interval: 'fortnight' } }, 'recurring[interval]'],
  ] as [Partial<Stripe.PriceCreateParams>, string][])('refuse %j', async (change, param) => {
    const product = String(billing.price.product);
    const params = { currency: 'usd', unit_amount: 500, product, ...change };
    expect(await refusal(stripe.prices.create(params))).toMatchObject({ statusCode: 400, param });
  });
});

describe('the overview page', () => {
  it('shows what is sold and billed', async () => {
    const subscription = await billing.subscribe((await stripe.customers.create({})).id);
    const html = await (await fetch(billing.standIn.url)).text();
    expect(html).toContain(subscription.id);
    expect(html).toContain('Monthly Unlimited');
    expect(html).toContain('20.00 USD');
  });
});
