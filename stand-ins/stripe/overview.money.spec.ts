import { openSession, type StandInSession } from './test/session.js';

let session: StandInSession;

beforeEach(async () => {
  session = await openSession();
});

afterEach(() => session.close());

describe('the overview', () => {
  it('shows refunds, disputes, connected accounts, transfers and balances', async () => {
    const { standIn, stripe } = session;
    const seller = await session.sellerAccount();
    const { charge } = await session.pay({ amount: 12_345 });
    const refund = await stripe.refunds.create({ charge, amount: 1200 });
    const transfer = await stripe.transfers.create({ amount: 700, currency: 'usd', destination: seller });
    const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 100 });
    const payout = await stripe.payouts.create({ amount: 200, currency: 'usd' }, { stripeAccount: seller });
    const dispute = standIn.dispute(charge);
    const html = await (await fetch(standIn.url)).text();
    for (const { id } of [refund, transfer, reversal, payout, dispute, { id: seller }]) {
      expect(html).toContain(`<code>${id}</code>`);
    }
    expect(html).toContain('<td>sam@example.com</td><td>finished</td><td>active</td><td>4.00 USD</td>');
    expect(html).toContain('Balance of the platform: -21.00 USD');
  });

  it('shows foreign text as text', async () => {
    await session.stripe.accounts.create({ type: 'express', email: '<b>@example.com' });
    const html = await (await fetch(session.standIn.url)).text();
    expect(html).toContain('&lt;b&gt;@example.com');
    expect(html).not.toContain('<b>@');
  });
});
