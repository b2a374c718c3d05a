import { randomUUID } from 'node:crypto';
import { type AccountChange, accountChanged } from '#contracts';
import { Payments } from './payments.harness.js';
import { Subscriber } from './subscriptions.harness.js';

/** Can be saved, but every charge is declined. */
const EMPTY_CARD = 'pm_card_chargeCustomerFail';
/** Days after which a month is over and charged. */
const A_MONTH = 31 + 1 / 12;

describe('the subscription of an account that an administrator disables', () => {
  let payments: Payments;
  let user: Subscriber;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  beforeEach(async () => {
    user = await Subscriber.onClock(payments);
  });

  afterAll(() => payments?.close(), 60_000);

  const tell = async (kind: AccountChange, times = 1) => {
    const known = payments.agreements.users.get(user.caller.id);
    if (known && kind === 'disabled') payments.agreements.users.set(known.id, { isDisabled: true, ...known });
    const changed = { userId: user.caller.id, changeId: randomUUID(), kind };
    await payments.tell(accountChanged, changed, 'end-subscription', times);
    await payments.quiet();
  };
  const status = async () => (await user.stored()).at(-1)?.status;

  it('ends with the month that is paid, told twice', async () => {
    await user.start();
    await tell('disabled', 2);
    expect((await user.atStripe()).cancel_at_period_end).toBe(true);
    expect(await user.stored()).toMatchObject([{ status: 'active', ends_at_period_end: true }]);
    await user.pass(A_MONTH);
    await payments.deliverEvents();
    expect(await status()).toBe('canceled');
    await user.expectTold('started', 'cancelled', 'ended');
    expect(await user.receipts()).toHaveLength(1);
  });

  it('ends with its first month when it begins just then', async () => {
    // Its beginning was let in before, and there is nothing to end yet.
    await tell('disabled');
    await user.start();
    await payments.quiet();
    expect((await user.atStripe()).cancel_at_period_end).toBe(true);
  });

  it('ends at once while it waits for money', async () => {
    await user.start();
    await user.useCard(EMPTY_CARD);
    await user.pass(A_MONTH);
    await payments.deliverEvents();
    await tell('disabled');
    expect(await status()).toBe('canceled');
    expect(await user.latestInvoice()).toMatchObject({ status: 'void' });
  });

  it('goes on when the account is open again by then, or when something else has changed', async () => {
    await user.start();
    const known = payments.agreements.users.get(user.caller.id);
    if (known) payments.agreements.users.set(known.id, { ...known, isDisabled: false });
    await tell('disabled');
    await tell('enabled');
    await tell('password');
    expect((await user.atStripe()).cancel_at_period_end).toBe(false);
    expect(await status()).toBe('active');
  });

  it('is none where nobody has subscribed', async () => {
    await tell('disabled');
    expect(await user.stored()).toEqual([]);
  });
});
