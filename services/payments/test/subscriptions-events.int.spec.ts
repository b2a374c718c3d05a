import { SubscriptionFollower } from '../src/subscriptions/subscription.follower.js';
import { Payments } from './payments.harness.js';
import { Subscriber } from './subscriptions.scene.js';

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
    // The news of the beginning are worked on while the money comes and somebody looks.
    const deliveries = eventsAbout(id).map((body) => payments.deliver(body));
    expect(deliveries.length).toBeGreaterThan(2);
    await user.pay(clientSecret);
    await Promise.all([...deliveries, user.view(), user.view()]);
    await payments.deliverNews();
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
    await expect(payments.rows.transaction(outdated)).rejects.toThrow('asked again');
    expect((await user.stored())[0]).toMatchObject({ status: 'active' });
    await payments.rows.transaction(await follower.look(id));
    await user.expectTold('started');
  });
});
