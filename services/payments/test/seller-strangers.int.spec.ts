import { HeldPayments } from './held-payments.harness.js';
import { Payments } from './payments.harness.js';

const DAY_SECONDS = 86_400;

describe('sellers who have never answered', () => {
  let payments: Payments;
  let held: HeldPayments;

  beforeAll(async () => {
    payments = await Payments.start({ STRANGERS_PER_ACCOUNT: '2' });
    held = new HeldPayments(payments);
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const agreement = () => payments.agreement('split-second-contract', 'completed');

  it('are mailed for a few of them a day; nothing is stored for one more', async () => {
    const agreementId = agreement();
    const [first, second, third] = [held.newSeller(), held.newSeller(), held.newSeller()];
    expect((await held.create(agreementId, first)).status).toBe(200);
    // The same one again is no other.
    expect((await held.create(agreementId, first, 120)).status).toBe(200);
    expect((await held.create(agreementId, second)).status).toBe(200);
    const refused = await held.create(agreementId, third);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(DAY_SECONDS - 600);
    expect(wait).toBeLessThanOrEqual(DAY_SECONDS);
    expect((await held.row(agreementId)).sellerEmail).toBe(second);

    // Who has set up payouts has answered.
    await held.onboard(second);
    expect((await held.create(agreement(), second)).status).toBe(200);
    expect((await held.create(agreement(), third)).status).toBe(429);
  }, 60_000);
});
