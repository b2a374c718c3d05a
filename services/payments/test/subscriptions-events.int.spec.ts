import { jest } from '@jest/globals';
import type Stripe from 'stripe';
import { TryLaterError } from '#jobs';
import { Outbox } from '#outbox';
import { STRIPE } from '../src/stripe/stripe.client.js';
import { SubscriptionFollower } from '../src/subscriptions/subscription.follower.js';
import { Payments } from './payments.harness.js';
import { Subscriber } from './subscriptions.harness.js';

describe('the events of a subscription that starts', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  /** Bodies of the events about one of Stripe's subscriptions. */
  const eventsAbout = (id: string): string[] =>
    payments.stripe
      .listEvents()
      .map((event) => JSON.stringify(event))
      .filter((body) => body.includes(id));

  it('come to the same end when each comes while Stripe is a step further', async () => {
    const user = new Subscriber(payments);
    const clientSecret = await user.begin();
    const { id } = await user.atStripe();
    // The event of the beginning is worked on while the money comes and somebody looks.
    const deliveries = eventsAbout(id).map((body) => payments.deliver(body));
    expect(deliveries.length).toBeGreaterThan(2);
    await user.pay(clientSecret);
    await Promise.all([...deliveries, user.view(), user.view()]);
    await payments.deliverEvents();
    expect((await user.stored())[0]).toMatchObject({ status: 'active' });
    expect(await user.receipts()).toHaveLength(1);
    await user.expectTold('started');
  });

  it('are asked about again when an answer of Stripe is overtaken by a later one', async () => {
    const user = new Subscriber(payments);
    const clientSecret = await user.begin();
    const { id } = await user.atStripe();
    const follower = payments.service.app.get(SubscriptionFollower);
    const outdated = await follower.look(id);
    await user.pay(clientSecret);
    expect((await user.view()).body).toMatchObject({ status: 'active' });
    await expect(payments.service.app.get(Outbox).transaction(outdated)).rejects.toThrow(TryLaterError);
    expect((await user.stored())[0]).toMatchObject({ status: 'active' });
    await payments.service.app.get(Outbox).transaction(await follower.look(id));
    await user.expectTold('started');
  });
  it('tell of no failure when the money comes between two questions to Stripe', async () => {
    const user = new Subscriber(payments);
    const clientSecret = await user.begin();
    const { id } = await user.atStripe();
    const { subscriptions, invoices } = payments.service.app.get<Stripe>(STRIPE);
    const [retrieve, list] = [subscriptions.retrieve, invoices.list];
    const paid = Promise.withResolvers<void>();
    let asked = 0;
    /** The first question is answered, then the money comes, then the second one is. */
    const between = async <T>(ask: () => PromiseLike<T>): Promise<T> => {
      asked += 1;
      if (asked > 1) {
        await paid.promise;
        return ask();
      }
      const answer = await ask();
      await user.pay(clientSecret);
      paid.resolve();
      return answer;
    };
    const spies = [
      jest
        .spyOn(subscriptions, 'retrieve')
        .mockImplementation(((...args: Parameters<typeof retrieve>) =>
          between(() => retrieve.apply(subscriptions, args))) as typeof retrieve),
      jest.spyOn(invoices, 'list').mockImplementation(((...args: Parameters<typeof list>) => ({
        autoPagingToArray: (options: { limit: number }) =>
          between(() => list.apply(invoices, args).autoPagingToArray(options)),
      })) as typeof list),
    ];
    try {
      const follower = payments.service.app.get(SubscriptionFollower);
      await payments.service.app.get(Outbox).transaction(await follower.look(id));
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    expect(asked).toBe(2);
    expect((await user.stored())[0]).toMatchObject({ status: 'active', failed_invoice_id: null });
    await payments.deliverEvents();
    expect(await user.receipts()).toHaveLength(1);
    await user.expectTold('started');
  });
});
