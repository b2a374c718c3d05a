import { NEXT_WEBHOOK_SECRET, Payments } from './payments.harness.js';

describe('the Stripe webhook', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const quiet = () => payments.quiet();
  const paidEvent = async () => {
    const opened = await payments.open();
    await payments.pay(opened.intentId);
    const body = payments.eventsAbout(opened.intentId).at(-1) ?? '';
    expect(JSON.parse(body)).toMatchObject({ type: 'payment_intent.succeeded' });
    return { ...opened, body };
  };
  const expectPaidOnce = async (agreementId: string) => {
    const order = await payments.order(agreementId);
    expect(order).toMatchObject({
      status: 'paid',
      last_error: null,
      receipt_number: expect.stringMatching(/^SSC-\d{4}-\d{6}$/),
    });
    const told = payments.tap.about(agreementId);
    expect(told).toHaveLength(1);
    expect(told[0]?.data).toMatchObject({
      agreementId,
      amountCents: 500,
      receiptNumber: order?.receipt_number,
    });
  };

  it('brings a paid order to an end', async () => {
    const { agreementId, body } = await paidEvent();
    expect(await payments.deliver(body)).toMatchObject({ status: 200, body: { received: true } });
    await quiet();
    await expectPaidOnce(agreementId);
  });

  it('accepts the other secret during a rotation', async () => {
    const { agreementId, body } = await paidEvent();
    expect((await payments.deliver(body, { secret: NEXT_WEBHOOK_SECRET })).status).toBe(200);
    await quiet();
    await expectPaidOnce(agreementId);
  });

  it('accepts what Stripe signs with two secrets during a rotation, whichever is ours', async () => {
    const { agreementId, body } = await paidEvent();
    const timestamp = Math.floor(Date.now() / 1000);
    const sign = (secret: string) =>
      payments.sdk.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }).split(',').at(-1);
    const header = [`t=${timestamp}`, sign('whsec_not_ours'), sign(NEXT_WEBHOOK_SECRET)];
    expect((await payments.deliverSigned(body, header.join(','))).status).toBe(200);
    await quiet();
    await expectPaidOnce(agreementId);
  });

  it('accepts a signature that is nearly five minutes old', async () => {
    const { body } = await paidEvent();
    expect((await payments.deliver(body, { ageSeconds: 290 })).status).toBe(200);
  });

  describe('refuses, and writes nothing down:', () => {
    const refused: [string, (body: string) => Promise<{ status: number; body: unknown }>][] = [
      ['a forged signature', (body) => payments.deliverSigned(body, `t=${now()},v1=${'0'.repeat(64)}`)],
      ['a signature without a time', (body) => payments.deliverSigned(body, `v1=${'0'.repeat(64)}`)],
      ['an empty signature', (body) => payments.deliverSigned(body, '')],
      ['no signature', (body) => payments.deliverSigned(body, null)],
      ['a wrong secret', (body) => payments.deliver(body, { secret: 'whsec_wrong' })],
      ['a signature of more than five minutes ago', (body) => payments.deliver(body, { ageSeconds: 310 })],
      [
        'the same JSON in other bytes',
        (body) =>
          payments.deliverSigned(
            JSON.stringify(JSON.parse(body)),
            signed(body, Math.floor(Date.now() / 1000)),
          ),
      ],
      [
        'another amount under the old signature',
        (body) => payments.deliverSigned(body.replace('500', '5'), signed(body, now())),
      ],
    ];
    const now = () => Math.floor(Date.now() / 1000);
    const signed = (payload: string, timestamp: number) =>
      payments.sdk.webhooks.generateTestHeaderString({ payload, secret: 'whsec_current', timestamp });

    it.each(refused)('%s', async (_what, send) => {
      const { agreementId, body } = await paidEvent();
      const before = await payments.storedEvents();
      const answer = await send(body);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'invalid_signature']);
      expect(await payments.storedEvents()).toBe(before);
      expect(await payments.order(agreementId)).toMatchObject({ status: 'open' });
    });
  });

  it.each([
    ['takes', 255, 200],
    ['refuses', 257, 400],
  ])('%s an event of %i KB, signed well', async (_what, kilobytes, status) => {
    const { agreementId, body } = await paidEvent();
    const before = await payments.storedEvents();
    // Spaces at the end change nothing of the JSON.
    expect((await payments.deliver(body.padEnd(kilobytes * 1024))).status).toBe(status);
    await quiet();
    expect((await payments.storedEvents()) - before).toBe(status === 200 ? 1 : 0);
    expect(await payments.order(agreementId)).toMatchObject({ status: status === 200 ? 'paid' : 'open' });
  });

  it('shows a declined card as failed until another one pays', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId, 'pm_card_chargeDeclinedInsufficientFunds').catch(() => undefined);
    await payments.deliver(payments.eventsAbout(intentId).at(-1) ?? '');
    await quiet();
    expect(await payments.order(agreementId)).toMatchObject({
      status: 'open',
      last_error: 'insufficient_funds',
    });
    expect(await payments.state(agreementId)).toMatchObject({ status: 'failed', receiptNumber: null });
    expect(payments.tap.about(agreementId)).toEqual([]);
    await payments.pay(intentId);
    await payments.deliver(payments.eventsAbout(intentId).at(-1) ?? '');
    await quiet();
    await expectPaidOnce(agreementId);
  });

  it('sets an order aside when Stripe took another amount', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.sdk.paymentIntents.update(intentId, { amount: 60 });
    await payments.pay(intentId);
    await payments.deliver(payments.eventsAbout(intentId).at(-1) ?? '');
    await quiet();
    expect(await payments.order(agreementId)).toMatchObject({
      status: 'quarantined',
      receipt_number: null,
      paid_at: null,
    });
    expect(payments.tap.about(agreementId)).toEqual([]);
  });

  it('passes over events of other systems on the same account', async () => {
    const stranger = await payments.sdk.paymentIntents.create({ amount: 900, currency: 'usd' });
    await payments.pay(stranger.id);
    const before = payments.tap.heard.length;
    for (const body of payments.eventsAbout(stranger.id)) {
      expect((await payments.deliver(body)).status).toBe(200);
    }
    const customer = await payments.sdk.customers.create({});
    const other = { id: 'evt_other', object: 'event', type: 'customer.created', data: { object: customer } };
    expect((await payments.deliver(JSON.stringify(other))).status).toBe(200);
    await quiet();
    expect(payments.tap.heard).toHaveLength(before);
  });
});
