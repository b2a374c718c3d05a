import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StripeStandIn, startStripe } from './stripe.stand-in.js';

let standIn: StripeStandIn;
let folder: string | undefined;

async function post(path: string, key: string, form: Record<string, string>) {
  const response = await fetch(`${standIn.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_local', 'idempotency-key': key },
    body: new URLSearchParams(form),
  });
  return {
    status: response.status,
    body: await response.text(),
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
  };
}

const INTENT = { amount: '500', currency: 'usd', 'metadata[agreementId]': '12' };

afterEach(async () => {
  await standIn.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
  folder = undefined;
});

describe('idempotency keys', () => {
  beforeEach(async () => {
    standIn = await startStripe({ port: 0 });
  });

  it('repeat the first reply byte for byte', async () => {
    const first = await post('/v1/payment_intents', 'a', INTENT);
    const second = await post(
      '/v1/payment_intents',
      'a',
      Object.fromEntries(Object.entries(INTENT).reverse()),
    );
    expect(first).toMatchObject({ status: 200, isReplayed: false });
    expect(second).toEqual({ ...first, isReplayed: true });
    expect(standIn.listPaymentIntents()).toHaveLength(1);
  });

  it('repeat the errors of executed requests too', async () => {
    const created = JSON.parse((await post('/v1/payment_intents', 'a', INTENT)).body) as { id: string };
    const path = `/v1/payment_intents/${created.id}/confirm`;
    const first = await post(path, 'b', { payment_method: 'pm_card_chargeDeclined' });
    expect(first.status).toBe(402);
    expect(await post(path, 'b', { payment_method: 'pm_card_chargeDeclined' })).toEqual({
      ...first,
      isReplayed: true,
    });
    expect(standIn.listCharges()).toHaveLength(1);
  });

  it('refuse other parameters and other endpoints', async () => {
    await post('/v1/payment_intents', 'a', INTENT);
    for (const [path, form] of [
      ['/v1/payment_intents', { ...INTENT, amount: '900' }],
      ['/v1/customers', INTENT],
    ] as const) {
      const refused = await post(path, 'a', form);
      expect(refused.status).toBe(400);
      expect(JSON.parse(refused.body)).toMatchObject({ error: { type: 'idempotency_error' } });
    }
    expect(standIn.listPaymentIntents()).toHaveLength(1);
  });

  it('are free again after a request that failed validation', async () => {
    expect((await post('/v1/payment_intents', 'a', { ...INTENT, amount: '1' })).status).toBe(400);
    expect(await post('/v1/payment_intents', 'a', INTENT)).toMatchObject({ status: 200, isReplayed: false });
  });

  it('can be at most 255 characters long', async () => {
    expect((await post('/v1/payment_intents', 'k'.repeat(255), INTENT)).status).toBe(200);
    expect((await post('/v1/payment_intents', 'k'.repeat(256), INTENT)).status).toBe(400);
  });
});

it('refuses a copy while the first request is in progress', async () => {
  standIn = await startStripe({ port: 0, latencyMs: 2000 });
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => post('/v1/payment_intents', 'a', INTENT)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(JSON.parse(String(refused?.body))).toMatchObject({ error: { code: 'idempotency_key_in_use' } });
  expect(await post('/v1/payment_intents', 'a', INTENT)).toMatchObject({ status: 200, isReplayed: true });
  expect(standIn.listPaymentIntents()).toHaveLength(1);
});

it('remembers keys over a restart', async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-keys-'));
  const stateFile = join(folder, 'state.json');
  standIn = await startStripe({ port: 0, stateFile });
  const first = await post('/v1/payment_intents', 'a', INTENT);
  await standIn.close();
  standIn = await startStripe({ port: 0, stateFile });
  expect(await post('/v1/payment_intents', 'a', INTENT)).toEqual({ ...first, isReplayed: true });
});
