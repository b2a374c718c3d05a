import type { Principal } from '#platform';
import { admin, anna, otherService, Payments } from './payments.harness.js';

const VISIBLE = [
  'agreementId',
  'amountCents',
  'createdAt',
  'currency',
  'id',
  'lastError',
  'paidAt',
  'purpose',
  'receiptNumber',
  'refundNote',
  'refundReason',
  'refundedAt',
  'refundedBy',
  'refundedCents',
  'status',
  'userId',
];

describe('payments for administrators', () => {
  let payments: Payments;
  const opened: { agreementId: string; intentId: string }[] = [];

  beforeAll(async () => {
    payments = await Payments.start();
    for (let i = 0; i < 3; i += 1) opened.push(await payments.open());
    const [, second] = opened;
    await payments.pay(second?.intentId ?? '');
    await payments.deliver(payments.eventsAbout(second?.intentId ?? '').at(-1) ?? '');
    await payments.quiet();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const get = async (path: string, caller: Principal) => {
    const { status, headers, body } = await payments.get<Record<string, unknown>[]>(path, caller);
    return { status, cursor: headers.get('x-next-cursor'), body };
  };

  it('are listed, the newest first', async () => {
    const { status, cursor, body } = await get('/api/admin/payments', admin);
    expect([status, cursor]).toEqual([200, null]);
    expect(body.map((payment) => payment.agreementId)).toEqual(
      opened.map(({ agreementId }) => agreementId).reverse(),
    );
    expect(Object.keys(body[0] ?? {}).sort()).toEqual(VISIBLE);
    expect(body[0]).toMatchObject({ status: 'open', userId: anna.id, receiptNumber: null, paidAt: null });
    expect(body[1]).toMatchObject({
      purpose: 'contract',
      amountCents: 500,
      currency: 'usd',
      status: 'paid',
      receiptNumber: expect.stringMatching(/^SSC-/),
      paidAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('are found by state, contract and receipt', async () => {
    const found = async (query: Record<string, string>) =>
      (await get(`/api/admin/payments?${new URLSearchParams(query)}`, admin)).body;
    const [first, second] = opened.map(({ agreementId }) => agreementId);
    const numbers = async (query: Record<string, string>) =>
      (await found(query)).map(({ agreementId }) => agreementId);
    expect(await numbers({ status: 'paid' })).toEqual([second]);
    expect(await numbers({ q: `#${first?.slice(0, 4)} ${first?.slice(4)}` })).toEqual([first]);
    const [paid] = await found({ status: 'paid' });
    expect(await numbers({ q: String(paid?.receiptNumber).toLowerCase() })).toEqual([second]);
    expect(await numbers({ q: '%' })).toEqual([]);
    expect((await get('/api/admin/payments?status=lost', admin)).status).toBe(400);
  });

  it('come in pages', async () => {
    const first = await get('/api/admin/payments?limit=2', admin);
    expect(first.body).toHaveLength(2);
    const second = await get(`/api/admin/payments?limit=2&cursor=${first.cursor}`, admin);
    expect(second.cursor).toBeNull();
    expect(second.body.map((payment) => payment.agreementId)).toEqual([opened[0]?.agreementId]);
    for (const query of ['limit=0', 'limit=101', 'cursor=12', 'page=2']) {
      expect((await get(`/api/admin/payments?${query}`, admin)).status).toBe(400);
    }
  });

  it('are not for users', async () => {
    expect((await get('/api/admin/payments', anna)).status).toBe(403);
    expect((await get('/internal/stats', anna)).status).toBe(403);
    expect((await get('/internal/stats', admin)).status).toBe(403);
  });

  it('are counted', async () => {
    expect(await get('/internal/stats', otherService)).toMatchObject({
      status: 200,
      body: { totalRevenueCents: 500, pendingTransactions: 2 },
    });
  });
});
