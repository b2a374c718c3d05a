import { jest } from '@jest/globals';
import Stripe from 'stripe';
import { openSession, type StandInSession } from '../test/session.js';
import { startReceiver, type WebhookReceiver } from '../webhook.receiver.js';

let endpoint: WebhookReceiver;
let session: StandInSession;

beforeEach(async () => {
  endpoint = await startReceiver();
  session = await openSession({
    webhooks: [{ url: endpoint.url, secret: 'whsec_local' }],
    retryDelaysMs: [1],
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await session.close();
  await endpoint.close();
});

/** Customers made at these epoch seconds. */
async function customersAt(...times: number[]): Promise<void> {
  for (const time of times) {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(time * 1000);
    await session.stripe.customers.create({ metadata: { time } });
    clock.mockRestore();
  }
}

const timesOf = (page: Stripe.ApiList<Stripe.Event>): number[] => page.data.map(({ created }) => created);

describe('the list of events', () => {
  it('is cut by time', async () => {
    const { events } = session.stripe;
    const start = Math.floor(Date.now() / 1000);
    const [first, second, third] = [start + 10, start + 20, start + 30] as const;
    await customersAt(first, second, third);
    expect(timesOf(await events.list({ created: { gte: second } }))).toEqual([third, second]);
    expect(timesOf(await events.list({ created: { gt: second } }))).toEqual([third]);
    expect(timesOf(await events.list({ created: { lte: second, gt: start } }))).toEqual([second, first]);
    expect(timesOf(await events.list({ created: second }))).toEqual([second]);
  });

  it('comes in pages', async () => {
    const { events } = session.stripe;
    for (const name of ['a', 'b', 'c']) await session.stripe.customers.create({ name });
    const first = await events.list({ limit: 2, types: ['customer.*'] });
    expect(first).toMatchObject({ has_more: true, data: [{}, {}] });
    const after = String(first.data[1]?.id);
    const second = await events.list({ limit: 2, types: ['customer.*'], starting_after: after });
    expect(second.has_more).toBe(false);
    expect(second.data.map(({ data }) => data.object)).toMatchObject([{ name: 'a' }]);
    expect((await events.list({ ending_before: after })).data.map(({ id }) => id)).toEqual([
      first.data[0]?.id,
    ]);
  });

  it('tells delivered events from the others', async () => {
    const { standIn, stripe } = session;
    await stripe.customers.create({ name: 'delivered' });
    await standIn.drain();
    standIn.dropWebhooks(true);
    await stripe.customers.create({ name: 'dropped' });
    const names = async (delivered: boolean) =>
      (await stripe.events.list({ delivery_success: delivered })).data.map(({ data }) =>
        Reflect.get(data.object, 'name'),
      );
    expect(await names(true)).toEqual(['delivered']);
    expect(await names(false)).toEqual(['dropped']);
  });

  it('goes on after an event that no longer matches', async () => {
    const { standIn, stripe } = session;
    standIn.dropWebhooks(true);
    await stripe.customers.create({ name: 'a' });
    await stripe.customers.create({ name: 'b' });
    const [newest] = standIn.listEvents();
    await standIn.redeliver(String(newest?.id));
    const rest = await stripe.events.list({ delivery_success: false, starting_after: String(newest?.id) });
    expect(rest.data.map(({ data }) => data.object)).toMatchObject([{ name: 'a' }]);
  });
});

describe('dropped webhooks', () => {
  it('never go out, while their events are there', async () => {
    const { standIn } = session;
    standIn.dropWebhooks(true);
    const { intent } = await session.pay();
    standIn.dispute(intent);
    await standIn.drain();
    expect(endpoint.received).toEqual([]);
    expect(session.eventTypes()).toHaveLength(5);
    const [event] = standIn.listEvents();
    expect(event?.pending_webhooks).toBe(0);
    expect(standIn.listDeliveries(String(event?.id))).toMatchObject([
      { state: 'failed', attempts: 0, lastResult: 'dropped' },
    ]);
    standIn.dropWebhooks(false);
    await session.stripe.refunds.create({ payment_intent: (await session.pay()).intent });
    await standIn.drain();
    const types = endpoint.received.map(({ body, signature }) =>
      Stripe.webhooks.constructEvent(body, signature, 'whsec_local'),
    );
    expect(types.map(({ type }) => type).sort()).toEqual([
      'charge.refunded',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
      'refund.created',
    ]);
  });
});
