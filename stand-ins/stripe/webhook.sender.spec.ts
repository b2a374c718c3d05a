import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { eventually } from '#testing';
import { type StripeStandIn, type StripeStandInOptions, startStripe } from './stripe.stand-in.js';
import { startReceiver, type WebhookReceiver } from './webhook.receiver.js';
import { DEFAULT_RETRY_DELAYS_MS } from './webhook.sender.js';

const SECRET = 'whsec_local_secret';
const closers: (() => Promise<void>)[] = [];

async function start(
  options: Partial<StripeStandInOptions> = {},
): Promise<{ standIn: StripeStandIn; stripe: Stripe }> {
  const standIn = await startStripe({ port: 0, retryDelaysMs: [5, 10, 20, 40], ...options });
  closers.push(() => standIn.close());
  const stripe = new Stripe('sk_test_local', {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    telemetry: false,
  });
  return { standIn, stripe };
}

async function receiver(statuses?: number[], answerAfterMs?: number): Promise<WebhookReceiver> {
  const started = await startReceiver(statuses, answerAfterMs);
  closers.push(() => started.close());
  return started;
}

const to = ({ url }: WebhookReceiver, secret = SECRET) => ({ webhooks: [{ url, secret }] });

/** Verified as a service does it. */
function eventsOf({ received }: WebhookReceiver, secret = SECRET): Stripe.Event[] {
  return received.map(({ body, signature }) => Stripe.webhooks.constructEvent(body, signature, secret));
}

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe('delivery', () => {
  it('brings each event, signed for the official SDK', async () => {
    const endpoint = await receiver();
    const { standIn, stripe } = await start(to(endpoint));
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      description: 'Ümläut ✓',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await standIn.drain();
    const events = eventsOf(endpoint);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    const paid = events.find(({ type }) => type === 'payment_intent.succeeded');
    expect(paid?.data.object).toMatchObject({ id: intent.id, description: 'Ümläut ✓' });
    expect(await stripe.events.retrieve(String(paid?.id))).toMatchObject({ pending_webhooks: 0 });
  });

  it('does not verify with another secret or a changed body', async () => {
    const endpoint = await receiver();
    const { standIn, stripe } = await start(to(endpoint));
    await stripe.customers.create({});
    await standIn.drain();
    expect(() => eventsOf(endpoint, 'whsec_other')).toThrow(Stripe.errors.StripeSignatureVerificationError);
    const [sent] = endpoint.received;
    const compact = JSON.stringify(JSON.parse(String(sent?.body)));
    expect(() => Stripe.webhooks.constructEvent(compact, String(sent?.signature), SECRET)).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
  });

  it('tries again until a 2xx, one attempt at a time', async () => {
    const endpoint = await receiver([500, 302, 404], 20);
    const { standIn, stripe } = await start({ ...to(endpoint), retryDelaysMs: [5, 5, 1100] });
    await stripe.customers.create({});
    await standIn.drain();
    const events = eventsOf(endpoint);
    expect(events).toHaveLength(4);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(endpoint.mostAtOnce).toBe(1);
    const stamps = endpoint.received.map(({ signature }) => Number(/t=(\d+)/.exec(signature)?.[1]));
    expect(Number(stamps[3])).toBeGreaterThan(Number(stamps[2]));
    expect(standIn.listDeliveries(String(events[0]?.id))).toMatchObject([
      { state: 'delivered', attempts: 4, lastResult: '200' },
    ]);
  });

  it('gives up after the last attempt, and can be asked again', async () => {
    const endpoint = await receiver(Array.from({ length: 3 }, () => 500));
    const { standIn, stripe } = await start({ ...to(endpoint), retryDelaysMs: [1, 1] });
    await stripe.customers.create({});
    await standIn.drain();
    const [event] = standIn.listEvents();
    expect(standIn.listDeliveries(String(event?.id))).toMatchObject([{ state: 'failed', attempts: 3 }]);
    await standIn.redeliver(String(event?.id));
    expect(standIn.listDeliveries(String(event?.id))).toMatchObject([{ state: 'delivered' }]);
  });

  it('keeps trying while the endpoint is down', async () => {
    const endpoint = await receiver();
    await endpoint.close();
    const { standIn, stripe } = await start({ ...to(endpoint), retryDelaysMs: [1, 60_000] });
    await stripe.customers.create({});
    const [event] = standIn.listEvents();
    const deliveries = () => standIn.listDeliveries(String(event?.id));
    const tried = () => Promise.resolve(expect(deliveries()).toMatchObject([{ attempts: 2 }]));
    await eventually(tried, 10_000, 'a second attempt');
    expect(deliveries()).toMatchObject([{ state: 'pending', lastResult: 'ECONNREFUSED' }]);
    await expect(standIn.drain(1)).rejects.toThrow(/Still undelivered: evt_/);
  });

  it('waits 1 s, then twice as long each time up to 30 s, for 20 attempts', () => {
    expect(DEFAULT_RETRY_DELAYS_MS.slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(DEFAULT_RETRY_DELAYS_MS).toHaveLength(19);
  });
});

describe('pause and redelivery', () => {
  it('hold events back and bring them in any order, more than once', async () => {
    const endpoint = await receiver();
    const { standIn, stripe } = await start(to(endpoint));
    standIn.pauseWebhooks();
    await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await standIn.drain();
    expect(endpoint.received).toEqual([]);
    const newestFirst = standIn.listEvents().map(({ id }) => id);
    for (const id of newestFirst) await standIn.redeliver(id);
    await standIn.redeliver(String(newestFirst[0]));
    expect(eventsOf(endpoint).map(({ id }) => id)).toEqual([...newestFirst, newestFirst[0]]);
    standIn.resumeWebhooks();
    await standIn.drain();
    expect(endpoint.received).toHaveLength(newestFirst.length + 1);
  });

  it('deliver on resume', async () => {
    const endpoint = await receiver();
    const { standIn, stripe } = await start(to(endpoint));
    standIn.pauseWebhooks();
    await stripe.customers.create({});
    await standIn.drain();
    expect(endpoint.received).toEqual([]);
    standIn.resumeWebhooks();
    await standIn.drain();
    expect(endpoint.received).toHaveLength(1);
    await expect(standIn.redeliver('evt_none')).rejects.toThrow('No such event');
  });
});

describe('endpoints made through the API', () => {
  it('show their secret once and get the types they asked for', async () => {
    const endpoint = await receiver();
    const { standIn, stripe } = await start();
    const made = await stripe.webhookEndpoints.create({
      url: endpoint.url,
      enabled_events: ['payment_intent.succeeded'],
    });
    expect(made.id).toMatch(/^we_/);
    expect(made.secret).toMatch(/^whsec_/);
    expect(await stripe.webhookEndpoints.retrieve(made.id)).not.toHaveProperty('secret');
    await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await standIn.drain();
    expect(eventsOf(endpoint, made.secret).map(({ type }) => type)).toEqual(['payment_intent.succeeded']);
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ id: made.id, deleted: true });
    expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
  });
});

describe('restart', () => {
  let folder: string;
  let stateFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stripe-stand-in-'));
    stateFile = join(folder, 'state.json');
    closers.push(() => rm(folder, { recursive: true }));
  });

  it('keeps objects and goes on with undelivered events, at the endpoint’s new address', async () => {
    const dead = await receiver();
    await dead.close();
    const before = await start({ ...to(dead), stateFile, retryDelaysMs: [20, 20, 20, 20, 20, 20, 20, 20] });
    const intent = await before.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await before.standIn.close();

    const alive = await receiver();
    const after = await start({ ...to(alive), stateFile });
    await after.standIn.drain();
    expect(eventsOf(alive).map(({ type }) => type)).toEqual(['payment_intent.created']);
    expect(await after.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
    const paid = await after.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid.status).toBe('succeeded');
  });

  it('writes a change soon, without being closed', async () => {
    const { stripe } = await start({ stateFile });
    const { id } = await stripe.customers.create({});
    await eventually(
      async () => expect(await readFile(stateFile, 'utf8')).toContain(id),
      10_000,
      'the customer in the file',
    );
  });

  it('refuses a file that is not its own rather than overwriting it', async () => {
    await writeFile(stateFile, '{"something":"else"}');
    await expect(startStripe({ port: 0, stateFile })).rejects.toThrow('is not a state file');
    expect(await readFile(stateFile, 'utf8')).toBe('{"something":"else"}');
  });
});
