import { openSession, refusal, type StandInSession } from '../../test/session.js';

let session: StandInSession;

beforeEach(async () => {
  session = await openSession();
});

afterEach(() => session.close());

const platformBalance = async (): Promise<number | undefined> =>
  (await session.stripe.balance.retrieve()).available[0]?.amount;

async function disputedPayment() {
  const payment = await session.pay({ payment_method: 'pm_card_createDispute' });
  const { data } = await session.stripe.disputes.list({ charge: payment.charge });
  return { ...payment, dispute: String(data[0]?.id) };
}

describe('a charge of pm_card_createDispute', () => {
  it('succeeds, and is taken back with a fee', async () => {
    const { intent, charge, dispute } = await disputedPayment();
    expect(dispute).toMatch(/^dp_\w{24}$/);
    expect(await session.stripe.disputes.retrieve(dispute, { expand: ['charge'] })).toMatchObject({
      object: 'dispute',
      amount: 2000,
      currency: 'usd',
      reason: 'fraudulent',
      status: 'needs_response',
      payment_intent: intent,
      charge: { id: charge, disputed: true },
      is_charge_refundable: false,
      balance_transactions: [{ amount: -2000, fee: 1500, net: -3500, type: 'adjustment', source: dispute }],
    });
    expect(session.eventTypes()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(await platformBalance()).toBe(-1500);
  });

  it('cannot be refunded while the dispute stands', async () => {
    const { charge, dispute } = await disputedPayment();
    expect(await refusal(session.stripe.refunds.create({ charge }))).toMatchObject({
      code: 'charge_disputed',
    });
    session.standIn.closeDispute(dispute, 'won');
    expect((await session.stripe.refunds.create({ charge })).amount).toBe(2000);
  });
});

describe('evidence', () => {
  it('that wins brings the amount back, and the fee stays', async () => {
    const { dispute } = await disputedPayment();
    const won = await session.stripe.disputes.update(dispute, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    expect(won).toMatchObject({
      status: 'won',
      evidence: { uncategorized_text: 'winning_evidence' },
      evidence_details: { has_evidence: true, submission_count: 1 },
      balance_transactions: [{ net: -3500 }, { amount: 2000, fee: 0, net: 2000 }],
    });
    expect(await session.stripe.disputes.retrieve(dispute)).toEqual(won);
    expect(session.eventTypes().slice(-3)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    expect(await platformBalance()).toBe(500);
  });

  it('that loses closes the dispute', async () => {
    const { dispute } = await disputedPayment();
    const lost = await session.stripe.disputes.update(dispute, {
      evidence: { uncategorized_text: 'losing_evidence' },
      submit: true,
    });
    expect(lost.status).toBe('lost');
    expect(session.eventTypes().slice(-2)).toEqual(['charge.dispute.updated', 'charge.dispute.closed']);
    expect(await platformBalance()).toBe(-1500);
    const again = session.stripe.disputes.update(dispute, { evidence: { product_description: 'A fence' } });
    expect((await refusal(again)).message).toBe('This dispute is already closed');
  });

  it('of another kind leaves it under review', async () => {
    const { dispute } = await disputedPayment();
    const text = { product_description: 'A painted fence' };
    expect(await session.stripe.disputes.update(dispute, { evidence: text })).toMatchObject({
      status: 'under_review',
      evidence: text,
    });
  });

  it('waits until it is submitted', async () => {
    const { dispute } = await disputedPayment();
    const staged = await session.stripe.disputes.update(dispute, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: false,
    });
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    expect((await session.stripe.disputes.update(dispute, { submit: true })).status).toBe('won');
  });
});

describe('disputes', () => {
  it('are lost when closed', async () => {
    const { dispute } = await disputedPayment();
    expect((await session.stripe.disputes.close(dispute)).status).toBe('lost');
    expect(session.eventTypes().at(-1)).toBe('charge.dispute.closed');
    expect(await refusal(session.stripe.disputes.close(dispute))).toMatchObject({ statusCode: 400 });
  });

  it('keep notes without being answered', async () => {
    const { dispute } = await disputedPayment();
    expect(await session.stripe.disputes.update(dispute, { metadata: { case: '9' } })).toMatchObject({
      metadata: { case: '9' },
      status: 'needs_response',
    });
  });

  it('are listed by payment', async () => {
    const first = await disputedPayment();
    await disputedPayment();
    const { data } = await session.stripe.disputes.list({ payment_intent: first.intent });
    expect(data.map(({ id }) => id)).toEqual([first.dispute]);
    expect((await session.stripe.disputes.list()).data).toHaveLength(2);
  });
});

describe('the stand-in itself', () => {
  it('disputes what is left of any payment, by intent or charge, once', async () => {
    const { standIn, stripe } = session;
    const { intent, charge } = await session.pay();
    await stripe.refunds.create({ charge, amount: 500 });
    const dispute = standIn.dispute(intent);
    expect(dispute.amount).toBe(1500);
    expect(standIn.listDisputes().map(({ id }) => id)).toEqual([dispute.id]);
    expect(() => standIn.dispute(charge)).toThrow('disputed already');
    expect(() => standIn.dispute('ch_none')).toThrow('No charge to dispute: ch_none');
    expect(standIn.closeDispute(dispute.id, 'lost').status).toBe('lost');
    expect(() => standIn.closeDispute(dispute.id, 'won')).toThrow('is lost already');
  });

  it('disputes a part, more than once, and lets the rest be refunded when none is open', async () => {
    const { standIn, stripe } = session;
    const { charge } = await session.pay();
    const first = standIn.dispute(charge, 500);
    expect(await refusal(stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_disputed' });
    standIn.closeDispute(first.id, 'lost');
    expect(() => standIn.dispute(charge, 1501)).toThrow('disputed already');
    expect(standIn.closeDispute(standIn.dispute(charge, 700).id, 'won').amount).toBe(700);
    expect((await stripe.refunds.create({ charge })).amount).toBe(1500);
  });

  it('disputes what was refunded as well, which comes back when the dispute is lost', async () => {
    const { standIn, stripe } = session;
    const { charge } = await session.pay();
    await stripe.refunds.create({ charge, amount: 800 });
    expect(() => standIn.dispute(charge, 2001)).toThrow('disputed already');
    const { id } = standIn.dispute(charge, 2000);
    const lost = standIn.closeDispute(id, 'lost');
    expect(lost).toMatchObject({
      status: 'lost',
      balance_transactions: [{ amount: -2000 }, { amount: 800, fee: 0 }],
    });
    expect(await stripe.disputes.retrieve(id)).toEqual(lost);
    expect(session.eventTypes().slice(-2)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    expect(await refusal(stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_disputed' });
  });

  it('gives back what was kept, and with all of it the dispute is won', async () => {
    const { standIn, stripe } = session;
    const { charge } = await session.pay();
    const { id } = standIn.dispute(charge);
    expect(() => standIn.returnDisputed(id, 500)).toThrow('has kept less');
    standIn.closeDispute(id, 'lost');
    expect(standIn.returnDisputed(id, 500).status).toBe('lost');
    expect(() => standIn.returnDisputed(id, 1501)).toThrow('has kept less');
    expect(standIn.returnDisputed(id, 1500).status).toBe('won');
    expect((await stripe.refunds.create({ charge })).amount).toBe(2000);
  });

  it('offers both on the overview', async () => {
    const { standIn } = session;
    const { intent } = await session.pay();
    const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(new URL(path, standIn.url), {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
        redirect: 'manual',
      });
    expect((await post('/disputes/open', { id: intent }, { 'sec-fetch-site': 'cross-site' })).status).toBe(
      400,
    );
    expect(standIn.listDisputes()).toEqual([]);
    expect((await post('/disputes/open', { id: intent })).status).toBe(303);
    const id = String(standIn.listDisputes()[0]?.id);
    const html = await (await fetch(standIn.url)).text();
    expect(html).toContain(`<option>${id}</option>`);
    expect((await post('/disputes/decide', { id, status: 'won' })).status).toBe(303);
    expect(standIn.listDisputes()[0]?.status).toBe('won');
    expect((await post('/disputes/decide', { id, status: 'won' })).status).toBe(400);
  });
});
