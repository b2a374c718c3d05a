import { Escrows } from './escrows.harness.js';
import { Payments } from './payments.harness.js';

const DAY_SECONDS = 86_400;

describe('sellers who have never answered', () => {
  let payments: Payments;
  let escrows: Escrows;

  beforeAll(async () => {
    payments = await Payments.start({ STRANGERS_PER_ACCOUNT: '2' });
    escrows = new Escrows(payments);
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const agreement = () => payments.agreement('split-second-contract', 'completed');

  it('are mailed for a few of them a day; nothing is stored for one more', async () => {
    const agreementId = agreement();
    const [first, second, third] = [escrows.newSeller(), escrows.newSeller(), escrows.newSeller()];
    expect((await escrows.create(agreementId, first)).status).toBe(200);
    // The same one again is no other.
    expect((await escrows.create(agreementId, first, 120)).status).toBe(200);
    expect((await escrows.create(agreementId, second)).status).toBe(200);
    const refused = await escrows.create(agreementId, third);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(DAY_SECONDS - 600);
    expect(wait).toBeLessThanOrEqual(DAY_SECONDS);
    expect((await escrows.row(agreementId)).sellerEmail).toBe(second);

    // Who has set up payouts has answered.
    await escrows.onboard(second);
    expect((await escrows.create(agreement(), second)).status).toBe(200);
    expect((await escrows.create(agreement(), third)).status).toBe(429);
  }, 60_000);
});
