import { jest } from '@jest/globals';
import Stripe from 'stripe';
import { DAY_MS, HOUR_MS, type Principal, runInContext } from '#platform';
import { eventually } from '#testing';
import { ESCROW_ID } from '../src/escrow/escrow.repository.js';
import { PaymentIntents, STRIPE } from '../src/stripe/stripe.module.js';
import { Escrows } from './escrows.harness.js';
import { admin, anna, ben, otherService, Payments } from './payments.harness.js';

describe('an escrow', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    payments = await Payments.start();
    escrows = new Escrows(payments);
    seller = await escrows.readySeller();
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

  const ledgerOf = async (work: () => Promise<void>) => {
    // What an earlier payment still settles would count as moved by this work.
    await payments.quiet();
    const before = await payments.ledger();
    await work();
    const after = await payments.ledger();
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const moved = names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
    return Object.fromEntries(moved.filter(([, cents]) => cents !== 0));
  };

  it('waits for its seller, who sets up payouts by the mailed link', async () => {
    const email = escrows.newSeller();
    const agreementId = payments.agreement('split-second-contract', 'completed');
    expect(await escrows.create(agreementId, email)).toMatchObject({
      status: 200,
      body: { requiresOnboarding: true, clientSecret: null, platformFee: 5, sellerAmount: 95 },
    });
    const { id } = await escrows.row(agreementId);
    const facts = await payments.get<{ links: { seller: string }; sellerReady: boolean }>(
      `/internal/held-payments/${id}`,
      otherService,
    );
    expect(facts.body).toMatchObject({
      sellerEmail: email,
      sellerReady: false,
      state: 'requires_onboarding',
    });
    const key = new URL(facts.body.links.seller).searchParams.get('key') ?? '';
    const mine = { id, agreementId, intentId: '', key };
    const view = await escrows.viewAsSeller(mine);
    expect(view.body).toMatchObject({ role: 'seller', actions: ['onboard'], sellerReady: false });
    expect(view.text).not.toContain(email);
    const { body } = await escrows.seller(mine, 'onboarding');
    expect(await escrows.finishOnboarding(String(body.onboardingUrl))).toBe(facts.body.links.seller);
    await payments.deliverEvents();
    expect((await escrows.view(mine)).body).toMatchObject({
      state: 'requires_payment',
      actions: ['pay'],
      sellerReady: true,
    });
    expect(escrows.changes(mine)).toEqual(['seller-needed', 'payable']);
    expect(await escrows.create(agreementId, email)).toMatchObject({
      body: { requiresOnboarding: false, clientSecret: expect.stringMatching(/^pi_/) },
    });
  });

  it('is told to others as soon as it is begun, also when nobody has to be asked for anything', async () => {
    const mine = await escrows.open(seller);
    await payments.quiet();
    expect(payments.tap.about(mine.id).map(({ data }) => data)).toMatchObject([
      { change: 'opened', state: 'requires_payment', version: 1, by: 'buyer', agreementId: mine.agreementId },
    ]);
  });

  it('is not asked for once more while a bank takes its time over the payment', async () => {
    const mine = await escrows.open(seller);
    const intents = payments.service.app.get(PaymentIntents);
    const look = intents.look.bind(intents);
    const processing = jest
      .spyOn(intents, 'look')
      .mockImplementation(async (id) => Object.assign(await look(id), { status: 'processing' as const }));
    const pending = async () => {
      const { body } = await payments.get<{ pendingPayments: { agreementId: string }[] }>(
        '/api/user/pending-payments',
      );
      return body.pendingPayments.some(({ agreementId }) => agreementId === mine.agreementId);
    };
    try {
      expect(await pending()).toBe(true);
      await escrows.tellAll([mine.intentId]);
      expect((await escrows.view(mine)).body).toMatchObject({
        ...{ state: 'requires_payment', isBankTaking: true, actions: [] },
      });
      expect((await escrows.viewAsSeller(mine)).body).toMatchObject({ isBankTaking: true });
      expect(await pending()).toBe(false);
      const { agreementId } = mine;
      for (const { status, body } of [
        await escrows.create(agreementId, seller),
        await payments.createIntent({ type: 'held_payment', agreementId, amount: 100 }),
      ])
        expect([status, body.code]).toEqual([409, 'already_held']);
    } finally {
      processing.mockRestore();
    }
    // The bank has refused.
    await escrows.inDays(0.01);
    await escrows.lookAgain();
    expect((await escrows.view(mine)).body).toMatchObject({ isBankTaking: false, actions: ['pay'] });
    expect(await pending()).toBe(true);
  }, 60_000);

  it('asked for fifty times at once, is one payment with one answer', async () => {
    const agreementId = payments.agreement('split-second-contract', 'completed');
    const before = payments.stripe.listPaymentIntents().length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => escrows.create(agreementId, seller, 12.34)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { requiresOnboarding: false, platformFee: 0.62, sellerAmount: 11.72 },
    });
    expect(payments.stripe.listPaymentIntents()).toHaveLength(before + 1);
  }, 60_000);

  it('is held, delivered and released by silence: one transfer, with receipt and books', async () => {
    let mine = await escrows.open(seller);
    const moved = await ledgerOf(async () => {
      await payments.pay(mine.intentId);
      await escrows.tellAll([mine.intentId]);
      expect((await escrows.create(mine.agreementId, seller)).body.code).toBe('already_held');
      expect((await escrows.view(mine)).body).toMatchObject({
        state: 'held',
        actions: ['received', 'release', 'problem'],
        takeBackAt: expect.any(String),
        deal: {
          buyer: 'Anna Ash',
          // Paid to an address that is nobody's in the agreement.
          seller: null,
          kind: 'car',
          title: null,
          recordedAt: '2026-11-22T10:00:00.000Z',
          durationSeconds: 11,
        },
      });
      expect((await escrows.seller(mine, 'delivered')).body).toMatchObject({
        state: 'release_due',
        role: 'seller',
      });
      await escrows.inDays(0.6);
      await escrows.runClocks();
      await escrows.inDays(0.97);
      await escrows.runClocks();
      await escrows.inDays(1.01);
      await escrows.runClocks();
    });
    expect(moved).toEqual({ stripe: 500, fees: -500 });
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500, source_transaction: expect.any(String) }]);
    const { body } = await escrows.view(mine);
    expect(body).toMatchObject({ state: 'released', platformFee: 500, sellerAmount: 9500, actions: [] });
    expect(body.steps.map(({ by, change }) => `${by} ${change}`)).toEqual([
      'buyer opened',
      'stripe held',
      'seller clock-started',
      'clock half-time',
      'clock last-hour',
      'clock run-out',
      'stripe released',
    ]);
    expect(escrows.changes(mine)).toEqual(['held', 'clock-started', 'half-time', 'last-hour', 'released']);
    const [receipt] = await payments.rows.query<object[]>(
      `select purpose, amount_cents, refunded_cents from receipts where source_id = $1`,
      [mine.id],
    );
    expect(receipt).toEqual({ purpose: 'held_payment', amount_cents: 10_000, refunded_cents: 0 });
    mine = await escrows.hold(seller, 20);
    expect((await escrows.buyer(mine, 'release')).body.state).toBe('releasing');
  }, 120_000);

  it('is not released by silence while nobody could act: the buyer has that time again', async () => {
    const mine = await escrows.hold(seller);
    expect((await escrows.seller(mine, 'delivered')).body.state).toBe('release_due');
    await escrows.inDays(0.6);
    await escrows.runClocks();
    await payments.setClock(new Date());
    // As after ten hours, in which the clock has run out.
    await payments.rows.query(
      `with mark as (update last_rounds set at = now() - interval '10 hours')
       update escrows set release_at = now() - interval '1 hour' where id = $1`,
      [mine.id],
    );
    await escrows.runClocks();
    const { body } = await escrows.view(mine);
    expect(body).toMatchObject({ state: 'release_due', actions: expect.arrayContaining(['problem']) });
    const leftMs = Date.parse(String(body.releaseAt)) - Date.now();
    expect(Math.round(leftMs / HOUR_MS)).toBe(9);
    expect(escrows.transfers(mine)).toEqual([]);
    expect(escrows.changes(mine)).toEqual(['held', 'clock-started', 'half-time']);
    expect((await escrows.buyer(mine, 'problem', { reason: 'It never came' })).body.state).toBe('disputed');
  });

  it('says who was first to say that it arrived, whatever the other says after', async () => {
    const startedBy = async ({ id }: { id: string }) =>
      (await payments.get<{ clockStartedBy: string | null }>(`/internal/held-payments/${id}`, otherService))
        .body.clockStartedBy;
    const mine = await escrows.hold(seller);
    expect(await startedBy(mine)).toBeNull();
    await escrows.seller(mine, 'delivered');
    await escrows.inDays(0.1);
    await escrows.buyer(mine, 'received');
    expect(await startedBy(mine)).toBe('seller');
    const other = await escrows.hold(seller);
    await escrows.buyer(other, 'received');
    await escrows.inDays(0.1);
    await escrows.seller(other, 'delivered');
    expect(await startedBy(other)).toBe('buyer');
    // Their clocks would run out in a later test.
    for (const one of [mine, other]) await escrows.buyer(one, 'release');
    await payments.quiet();
  });

  it('with a problem is frozen until it is split', async () => {
    const mine = await escrows.open(seller);
    const moved = await ledgerOf(async () => {
      await payments.pay(mine.intentId);
      await escrows.tellAll([mine.intentId]);
      await escrows.seller(mine, 'delivered');
      expect((await escrows.buyer(mine, 'problem', { reason: 'x' })).status).toBe(400);
      expect((await escrows.decide(mine, 10)).body.code).toBe('held_payment_moved');
      expect((await escrows.buyer(mine, 'problem', { reason: 'The paint is gone' })).body).toMatchObject({
        state: 'disputed',
        problem: 'The paint is gone',
        actions: [],
      });
      await escrows.inDays(3);
      await escrows.runClocks();
      expect((await escrows.view(mine)).body.state).toBe('disputed');
      expect((await escrows.decide(mine, 100.01)).body.code).toBe('amount_out_of_range');
      expect((await escrows.decide(mine, 40)).body).toMatchObject({ state: 'resolving', decidedBy: 1 });
      await payments.quiet();
    });
    expect(moved).toEqual({ stripe: 200, fees: -200 });
    expect(payments.agreements.acts.filter(({ subject }) => subject.endsWith(mine.id))).toEqual([
      {
        key: expect.stringMatching(`^escrow-decided:${mine.id}:\\d+$`),
        adminId: admin.id,
        act: 'escrow-decided',
        subject: `agreement:${mine.agreementId} escrow:${mine.id}`,
        reason: 'Half of it was delivered',
        at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 3800 }]);
    expect(escrows.refunds(mine)).toMatchObject([{ amount: 6000 }]);
    expect((await escrows.view(mine)).body).toMatchObject({ state: 'resolved', buyerRefund: 6000 });
    expect(await payments.state(mine.agreementId, anna, 'held_payment')).toMatchObject({ status: 'paid' });
  }, 60_000);

  it('goes back in part when the seller promises it, and the rest is paid out', async () => {
    const mine = await escrows.hold(seller);
    expect((await escrows.seller(mine, 'refund', { amount: 30 })).body).toMatchObject({
      state: 'held',
      buyerRefund: 3000,
      sellerAmount: 6650,
    });
    expect((await escrows.seller(mine, 'refund', { amount: 20 })).body.code).toBe('amount_out_of_range');
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    expect(escrows.changes(mine)).toEqual(['held', 'refund-promised', 'released']);
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 6650 }]);
    expect(escrows.refunds(mine)).toMatchObject([{ amount: 3000 }]);
    expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
  });

  it('is taken back when nothing came for thirty days', async () => {
    const mine = await escrows.hold(seller);
    await escrows.inDays(29);
    expect((await escrows.buyer(mine, 'refund')).body.code).toBe('held_payment_moved');
    await escrows.inDays(31);
    expect((await escrows.view(mine)).body.actions).toContain('take-back');
    expect((await escrows.buyer(mine, 'refund')).body.state).toBe('refunding');
    await payments.quiet();
    expect(escrows.refunds(mine)).toMatchObject([{ amount: 10_000 }]);
    expect(escrows.transfers(mine)).toEqual([]);
    expect((await escrows.view(mine)).body.state).toBe('refunded');
  });

  it('can be paid in another amount or to another seller until it is paid', async () => {
    const mine = await escrows.open(seller, 100);
    const other = await escrows.create(mine.agreementId, seller, 80);
    expect(other.body.paymentIntentId).not.toBe(mine.intentId);
    expect((await payments.sdk.paymentIntents.retrieve(mine.intentId)).status).toBe('canceled');
    await escrows.tellAll([mine.intentId]);
    expect((await escrows.view(mine)).body).toMatchObject({ state: 'requires_payment', amount: 8000 });
    const stranger = escrows.newSeller();
    const sellerSince = async () =>
      (await payments.get<{ sellerSince: string | null }>(`/internal/held-payments/${mine.id}`, otherService))
        .body.sellerSince;
    expect(await sellerSince()).toBeNull();
    expect((await escrows.create(mine.agreementId, stranger, 80)).body.requiresOnboarding).toBe(true);
    expect(await sellerSince()).toEqual(expect.any(String));
    expect((await escrows.viewAsSeller(mine)).status).toBe(404);
    // Paid in the very moment: what was paid stays.
    const paid = await escrows.open(seller, 50);
    await payments.pay(paid.intentId);
    expect((await escrows.create(paid.agreementId, seller, 60)).body.code).toBe('already_held');
    expect(await escrows.row(paid.agreementId)).toMatchObject({
      state: 'held',
      amountCents: 5000,
      paymentIntentId: paid.intentId,
    });
  }, 60_000);

  it('let go of for another amount and paid all the same, goes back', async () => {
    const mine = await escrows.open(seller, 100);
    // As when the service ends after the row has let go of it.
    await payments.rows.query(
      'update escrows set payment_intent_id = null, attempt = 3, amount_cents = 8000 where id = $1',
      [mine.id],
    );
    await payments.pay(mine.intentId);
    await escrows.tellAll([mine.intentId]);
    expect(escrows.refunds(mine)).toMatchObject([{ amount: 10_000 }]);
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'requires_payment', heldAt: null });
    expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
  });

  it('that nobody paid is closed, and money that comes later goes back, once', async () => {
    const mine = await escrows.open(seller);
    const late = await escrows.open(seller);
    await payments.pay(late.intentId);
    await escrows.inDays(8);
    await escrows.runClocks();
    expect((await escrows.view(mine)).body.state).toBe('failed');
    expect((await payments.sdk.paymentIntents.retrieve(mine.intentId)).status).toBe('canceled');
    // Its payment came before the clock, though not its event.
    expect((await escrows.view(late)).body.state).toBe('held');
    const forgotten = await payments.sdk.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      metadata: { [ESCROW_ID]: mine.id },
    });
    await payments.pay(forgotten.id);
    for (let time = 0; time < 3; time += 1) await escrows.tellAll([forgotten.id]);
    expect(escrows.refunds({ ...mine, intentId: forgotten.id })).toHaveLength(1);
    expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
  }, 60_000);

  it('that came to nothing gives way to the next: others are told of the newest', async () => {
    const mine = await escrows.open(seller, 100);
    await escrows.inDays(8);
    await escrows.runClocks();
    expect((await escrows.view(mine)).body.state).toBe('failed');
    const asEvidence = () => payments.get(`/internal/payments/agreements/${mine.agreementId}`, otherService);
    expect((await asEvidence()).body).toMatchObject({ held: { state: 'failed', heldAt: null } });
    await payments.setClock(new Date());
    await escrows.create(mine.agreementId, seller, 80);
    expect((await asEvidence()).body).toMatchObject({
      held: { state: 'requires_payment', amountCents: 8000, heldAt: null },
    });
  });

  it('is told on day 60 and goes back on day 84', async () => {
    const mine = await escrows.hold(seller);
    await escrows.inDays(60.1);
    const waiting = async (more: Record<string, string> = {}) => {
      const query = new URLSearchParams({ waitsFor: 'decision', q: mine.agreementId, ...more });
      const { body } = await payments.get<{ id: string }[]>(`/api/admin/held-payments?${query}`, admin);
      return body.map(({ id }) => id);
    };
    expect(await waiting()).toEqual([]);
    await escrows.runClocks();
    await escrows.runClocks();
    expect(escrows.changes(mine)).toEqual(['held', 'held-too-long']);
    expect(await waiting()).toEqual([mine.id]);
    expect(await waiting({ state: 'held' })).toEqual([mine.id]);
    expect(await waiting({ state: 'released' })).toEqual([]);
    await escrows.buyer(mine, 'problem', { reason: 'It does not start.' });
    expect(await waiting({ state: 'disputed' })).toEqual([mine.id]);
    await escrows.inDays(84.1);
    await escrows.runClocks();
    expect((await escrows.view(mine)).body.state).toBe('refunded');
  }, 60_000);

  it('delivered too late to be released by silence, says that it goes back on day 84, until it was received', async () => {
    const mine = await escrows.hold(seller);
    await payments.rows.query('update escrows set hold_hours = 720 where id = $1', [mine.id]);
    await escrows.inDays(58);
    await escrows.seller(mine, 'delivered');
    const { heldAt, releaseAt, backAt } = (await escrows.view(mine)).body;
    const lastDay = new Date(Date.parse(String(heldAt)) + 84 * DAY_MS).toISOString();
    expect(backAt).toBe(lastDay);
    expect(String(releaseAt) > lastDay).toBe(true);
    const facts = await payments.get<object>(`/internal/held-payments/${mine.id}`, otherService);
    expect(facts.body).toMatchObject({ backAt: lastDay });
    await escrows.buyer(mine, 'received');
    expect((await escrows.view(mine)).body).toMatchObject({ backAt: null, releaseAt: lastDay });
    await escrows.inDays(84.1);
    await escrows.runClocks();
    expect((await escrows.view(mine)).body).toMatchObject({ state: 'released', backAt: null });
  }, 60_000);

  it('that a bank lets go of after day 84 stays held: its days count anew', async () => {
    const mine = await escrows.hold(seller);
    await escrows.inDays(10);
    const { id } = payments.stripe.dispute(mine.intentId);
    await payments.deliverEvents();
    await escrows.inDays(90);
    await escrows.runClocks();
    payments.stripe.closeDispute(id, 'won');
    await payments.deliverEvents();
    await escrows.runClocks();
    expect((await escrows.view(mine)).body).toMatchObject({
      state: 'held',
      actions: ['received', 'release', 'problem'],
    });
    await escrows.inDays(150.1);
    await escrows.runClocks();
    expect(escrows.changes(mine)).toEqual(['held', 'chargeback', 'chargeback-won', 'held-too-long']);
    expect(escrows.refunds(mine)).toEqual([]);
    await escrows.inDays(174.1);
    await escrows.runClocks();
    expect((await escrows.view(mine)).body.state).toBe('refunded');
  }, 60_000);

  it('can be paid for seven days from when its seller was ready', async () => {
    const email = escrows.newSeller();
    const agreementId = payments.agreement('split-second-contract', 'completed');
    await escrows.create(agreementId, email);
    const { id } = await escrows.row(agreementId);
    await escrows.inDays(6);
    await escrows.onboard(email);
    expect(escrows.changes({ id, agreementId, intentId: '', key: '' })).toEqual(['seller-needed', 'payable']);
    await escrows.inDays(12.9);
    await escrows.runClocks();
    expect((await escrows.view({ agreementId })).body.state).toBe('requires_payment');
    const facts = await payments.get<{ payBy: string }>(`/internal/held-payments/${id}`, otherService);
    expect(new Date(facts.body.payBy).getTime() - Date.now()).toBeGreaterThan(12.9 * DAY_MS);
    await escrows.inDays(13.1);
    await escrows.runClocks();
    expect((await escrows.view({ agreementId })).body.state).toBe('failed');
  }, 60_000);

  it('is listed and shown to administrators', async () => {
    const [first, second] = [await escrows.open(seller), await escrows.open(seller)];
    const list = (query: string) =>
      payments.get<{ id: string; state: string }[]>(`/api/admin/held-payments?${query}`, admin);
    const page = await list('limit=1');
    expect(page.body).toMatchObject([{ id: second.id, sellerEmail: seller, buyerId: anna.id, isTest: true }]);
    const next = await list(`limit=1&cursor=${page.headers.get('x-next-cursor')}`);
    expect(next.body).toMatchObject([{ id: first.id }]);
    for (const { state } of (await list('state=requires_payment')).body)
      expect(state).toBe('requires_payment');
    expect((await list('state=lost')).status).toBe(400);
    const one = await payments.get(`/api/admin/held-payments/${first.id}`, admin);
    expect(one.body).toMatchObject({ id: first.id, steps: [{ by: 'buyer', change: 'opened' }] });
  });

  it('tells other services where the person was who took a step, and of Stripe nothing', async () => {
    const mine = await escrows.hold(seller);
    await escrows.seller(mine, 'delivered');
    await escrows.buyer(mine, 'release');
    const origin = (version: number | string, who: Principal = otherService) =>
      payments.get(`/internal/held-payments/${mine.id}/steps/${version}/origin`, who);
    const here = { address: '127.0.0.1', device: 'node' };
    const origins = [];
    for (const version of [1, 2, 3, 4]) origins.push((await origin(version)).body);
    expect(origins).toEqual([here, { address: null, device: null }, here, here]);
    // What the clock and Stripe do is nobody's, also where it happens in somebody's request.
    const other = await escrows.hold(seller);
    await escrows.seller(other, 'delivered');
    await escrows.inDays(0.6);
    const context = {
      correlationId: 'a-request-of-somebody',
      causationId: null,
      traceparent: null,
      origin: here,
    };
    await runInContext(context, () => escrows.runClocks());
    const halfTime = await payments.get(`/internal/held-payments/${other.id}/steps/4/origin`, otherService);
    expect(halfTime.body).toEqual({ address: null, device: null });
    expect((await origin(99)).status).toBe(404);
    expect((await origin('x')).status).toBe(400);
    expect((await origin(1, anna)).status).toBe(403);
  });

  it('is found by contract, receipt and seller, page by page', async () => {
    const email = 'mo_ra@sellers.test';
    const other = await escrows.open(email);
    await escrows.onboard(email);
    const mine = await escrows.hold(email);
    await escrows.open('moxra@sellers.test');
    const list = (query: Record<string, string>) =>
      payments.get<{ id: string; receiptNumber: string | null }[]>(
        `/api/admin/held-payments?${new URLSearchParams(query)}`,
        admin,
      );
    const found = async (query: Record<string, string>) => (await list(query)).body.map(({ id }) => id);
    const number = mine.agreementId;
    expect(await found({ q: `#${number.slice(0, 4)} ${number.slice(4)}` })).toEqual([mine.id]);
    expect(await found({ q: 'Mo_Ra' })).toEqual([mine.id, other.id]);
    expect(await found({ q: 'mo_ra', state: 'held' })).toEqual([mine.id]);
    const first = await list({ q: 'mo_ra', limit: '1' });
    expect(await found({ q: 'mo_ra', cursor: String(first.headers.get('x-next-cursor')) })).toEqual([
      other.id,
    ]);
    const [{ receiptNumber } = { receiptNumber: null }] = (await list({ q: number })).body;
    expect(await found({ q: String(receiptNumber).toLowerCase() })).toEqual([mine.id]);
    for (const q of ['sellers.test', '%', '\\', 'o_ra']) expect(await found({ q })).toEqual([]);
    for (const q of ['x'.repeat(255), '\u0000']) expect((await list({ q })).status).toBe(400);
  }, 60_000);

  it('refuses a key that was used for another amount', async () => {
    const agreementId = payments.agreement('split-second-contract', 'completed');
    const ask = (amount: number) =>
      payments.post('/api/create-escrow-intent', { agreementId, amount, sellerEmail: seller }, anna, {
        'idempotency-key': agreementId,
      });
    const first = await ask(10);
    expect([first.status, (await ask(10)).text]).toEqual([200, first.text]);
    expect((await ask(11)).body.code).toBe('idempotency_conflict');
  });

  describe('sent back by hand at Stripe', () => {
    it('as a whole, is refunded: nothing is left for the seller', async () => {
      const mine = await escrows.hold(seller);
      const refund = await payments.sdk.refunds.create({ payment_intent: mine.intentId });
      await payments.deliverEvents();
      await escrows.seller(mine, 'delivered');
      await escrows.inDays(1.01);
      await escrows.runClocks();
      expect(escrows.transfers(mine)).toEqual([]);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded', refundId: refund.id });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
      expect(escrows.changes(mine)).toEqual(['held', 'refunded']);
    });

    it('in part, is stopped until an administrator decides about the rest', async () => {
      const mine = await escrows.hold(seller);
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({
        ...{ state: 'disputed', buyerRefund: 3000, sentBack: 3000 },
      });
      expect(escrows.changes(mine)).toEqual(['held', 'problem']);
      expect((await escrows.decide(mine, 70.01)).body.code).toBe('amount_out_of_range');
      expect((await escrows.decide(mine, 50)).status).toBe(200);
      await payments.quiet();
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 4750 }]);
      expect(escrows.refunds(mine).map(({ amount }) => amount)).toEqual([2000, 3000]);
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'resolved', buyerRefund: 5000 });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    });

    it('in part, just before it is decided, goes back to people: an administrator decides over the rest', async () => {
      const mine = await escrows.hold(seller);
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'disputed', buyerRefund: 3000 });
      expect(escrows.changes(mine)).toEqual(['held', 'problem']);
      expect(escrows.transfers(mine)).toEqual([]);
      expect((await escrows.decide(mine, 70)).status).toBe(200);
      await payments.quiet();
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 6650 }]);
      expect(escrows.refunds(mine)).toHaveLength(1);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'resolved', lastError: null });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    });

    it('as a whole, just before it is decided, is refunded', async () => {
      const mine = await escrows.hold(seller);
      const refund = await payments.sdk.refunds.create({ payment_intent: mine.intentId });
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      await payments.deliverEvents();
      expect(escrows.transfers(mine)).toEqual([]);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded', refundId: refund.id });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    });

    it('in part, while the seller cannot be paid what was decided, goes back to people at once', async () => {
      const closed = await escrows.readySeller();
      const mine = await escrows.hold(closed);
      const account = payments.stripe.listAccounts().find(({ email }) => email === closed)?.id ?? '';
      const take = (requested: boolean) =>
        payments.sdk.accounts.update(account, { capabilities: { transfers: { requested } } });
      await take(false);
      await escrows.buyer(mine, 'release');
      const refused = async () =>
        expect((await escrows.row(mine.agreementId)).lastError).toContain('transfers');
      await eventually(refused, 20_000, 'a refusal');
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await payments.deliverEvents();
      expect(await escrows.row(mine.agreementId)).toMatchObject({
        ...{ state: 'disputed', buyerRefundCents: 3000, sellerGrossCents: 0, lastError: null },
      });
      await take(true);
      await payments.deliverEvents();
      expect(escrows.transfers(mine)).toEqual([]);
    });

    it('after the seller was paid, changes nothing', async () => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'released', buyerRefund: 0 });
    });
  });

  describe('of which a bank takes the money back', () => {
    it.each([
      ['won', 'release_due', { escrow: -10_000, chargebacks: 0, sum: 0 }],
      ['lost', 'charged_back', { escrow: 0, chargebacks: 0, sum: 0 }],
    ] as const)(
      'while it is held, and has %s',
      async (outcome, state, books) => {
        const mine = await escrows.hold(seller);
        await escrows.seller(mine, 'delivered');
        const dispute = payments.stripe.dispute(mine.intentId);
        await payments.deliverEvents();
        expect((await escrows.view(mine)).body).toMatchObject({
          state: 'disputed',
          chargeback: 'open',
          actions: [],
        });
        expect(await escrows.books(mine)).toEqual({ escrow: -10_000, chargebacks: 10_000, sum: 0 });
        const { evidence, status } = await payments.sdk.disputes.retrieve(dispute.id);
        expect([status, evidence.uncategorized_text]).toEqual([
          'needs_response',
          expect.stringContaining(mine.agreementId),
        ]);
        for (const refused of [
          await escrows.buyer(mine, 'release'),
          await escrows.seller(mine, 'refund'),
          await escrows.decide(mine, 50),
        ])
          expect([refused.status, refused.body.code]).toEqual([409, 'held_payment_moved']);
        payments.stripe.closeDispute(dispute.id, outcome);
        await payments.deliverEvents();
        expect((await escrows.view(mine)).body).toMatchObject({ state, chargeback: outcome });
        expect(await escrows.books(mine)).toEqual(books);
        expect(escrows.transfers(mine)).toEqual([]);
      },
      60_000,
    );

    it('is frozen though Stripe takes no evidence, which is sent once it does', async () => {
      const mine = await escrows.hold(seller);
      await escrows.seller(mine, 'delivered');
      const { disputes } = payments.service.app.get<Stripe>(STRIPE);
      const refused = new Stripe.errors.StripeInvalidRequestError({
        type: 'invalid_request_error',
        message: 'This dispute takes no evidence',
      });
      const update = jest.spyOn(disputes, 'update').mockRejectedValue(refused);
      const { id } = payments.stripe.dispute(mine.intentId);
      const evidence = async () => (await payments.sdk.disputes.retrieve(id)).evidence.uncategorized_text;
      try {
        await payments.deliverNew();
        const frozen = async () =>
          expect(await escrows.row(mine.agreementId)).toMatchObject({
            state: 'disputed',
            chargeback: 'open',
          });
        await eventually(frozen, 10_000, 'a frozen escrow');
        await eventually(async () => expect(update).toHaveBeenCalled(), 10_000, 'a refusal');
        expect(await evidence()).toBeNull();
      } finally {
        update.mockRestore();
      }
      await payments.deliverEvents();
      expect(await evidence()).toContain(mine.agreementId);
    }, 60_000);

    it('in part, and keeps it: the rest is released', async () => {
      const mine = await escrows.hold(seller, 250);
      await escrows.seller(mine, 'delivered');
      const dispute = payments.stripe.dispute(mine.intentId, 5000);
      await payments.deliverEvents();
      expect(await escrows.books(mine)).toEqual({ escrow: -25_000, chargebacks: 5000, sum: 0 });
      payments.stripe.closeDispute(dispute.id, 'lost');
      await payments.deliverEvents();
      expect(await escrows.books(mine)).toEqual({ escrow: -20_000, chargebacks: 0, sum: 0 });
      expect((await escrows.view(mine)).body).toMatchObject({
        ...{ state: 'release_due', chargeback: 'lost', amount: 25_000, chargedBack: 5000 },
        ...{ platformFee: 1000, sellerAmount: 19_000, buyerRefund: 0 },
      });
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 19_000 }]);
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    }, 60_000);

    it('in part, and keeps it: the rest can go back', async () => {
      const mine = await escrows.hold(seller);
      payments.stripe.closeDispute(payments.stripe.dispute(mine.intentId, 4000).id, 'lost');
      await payments.deliverEvents();
      expect((await escrows.seller(mine, 'refund', { amount: 60.01 })).body.code).toBe('amount_out_of_range');
      expect((await escrows.seller(mine, 'refund')).body.state).toBe('refunding');
      await payments.quiet();
      expect(escrows.refunds(mine)).toMatchObject([{ amount: 6000 }]);
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'refunded', buyerRefund: 6000 });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    }, 60_000);

    it('once more after the first dispute was won: it is frozen again', async () => {
      const mine = await escrows.hold(seller);
      payments.stripe.closeDispute(payments.stripe.dispute(mine.intentId).id, 'won');
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'held', chargeback: 'won' });
      const second = payments.stripe.dispute(mine.intentId, 10_000);
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'disputed', chargeback: 'open' });
      expect((await escrows.buyer(mine, 'release')).body.code).toBe('held_payment_moved');
      payments.stripe.closeDispute(second.id, 'lost');
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'charged_back', chargeback: 'lost' });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
      expect(escrows.changes(mine)).toEqual([
        'held',
        'chargeback',
        'chargeback-won',
        'chargeback',
        'charged-back',
      ]);
    }, 60_000);

    it('by a second dispute while the first is open: it is taken up after the first', async () => {
      const mine = await escrows.hold(seller);
      const first = payments.stripe.dispute(mine.intentId, 3000);
      payments.stripe.dispute(mine.intentId, 2000);
      await payments.deliverEvents();
      expect((await escrows.books(mine)).chargebacks).toBe(3000);
      payments.stripe.closeDispute(first.id, 'won');
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'disputed', chargeback: 'open' });
      expect(await escrows.books(mine)).toEqual({ escrow: -10_000, chargebacks: 2000, sum: 0 });
    }, 60_000);

    it('after the release: the loss is ours, the seller keeps it', async () => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      const moved = await ledgerOf(async () => {
        const dispute = payments.stripe.dispute(mine.intentId);
        payments.stripe.closeDispute(dispute.id, 'lost');
        await payments.deliverEvents();
      });
      expect(moved).toEqual({ losses: 10_000, stripe: -10_000 });
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'released', chargeback: 'lost' });
    }, 60_000);

    it('after a split, all of it: what had gone back to the buyer comes back, and so may more', async () => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'problem', { reason: 'Half of it is missing' });
      await escrows.decide(mine, 60);
      await payments.quiet();
      const { id } = payments.stripe.dispute(mine.intentId, 10_000);
      const moved = await ledgerOf(async () => {
        payments.stripe.closeDispute(id, 'lost');
        await payments.deliverEvents();
      });
      expect(moved).toEqual({ losses: 6000, stripe: -6000 });
      const returned = await ledgerOf(async () => {
        payments.stripe.returnDisputed(id, 2000);
        await payments.deliverEvents();
        payments.stripe.returnDisputed(id, 4000);
        await payments.deliverEvents();
      });
      expect(returned).toEqual({ losses: -6000, stripe: 6000 });
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'resolved', lossCents: 0 });
    }, 60_000);

    it.each(['at once', 'later'])(
      'after a part was sent back by hand, all of it: that part comes back %s, and the books say what Stripe has',
      async (when) => {
        const mine = await escrows.hold(seller);
        const before = await payments.ledger();
        await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 4000 });
        const { id } = payments.stripe.dispute(mine.intentId, 10_000);
        await payments.deliverEvents();
        payments.stripe.closeDispute(id, 'lost');
        if (when === 'later') {
          const { disputes } = payments.service.app.get<Stripe>(STRIPE);
          const page = await disputes.list({ payment_intent: mine.intentId });
          for (const one of page.data) one.balance_transactions = one.balance_transactions.slice(0, 1);
          const earlier = Promise.resolve(page) as ReturnType<typeof disputes.list>;
          const list = jest.spyOn(disputes, 'list').mockReturnValueOnce(earlier);
          const closed = payments.stripe.listEvents().find(({ type }) => type === 'charge.dispute.closed');
          await payments.deliver(JSON.stringify(closed));
          await payments.quiet();
          list.mockRestore();
          expect((await escrows.view(mine)).body.state).toBe('charged_back');
        }
        await payments.deliverEvents();
        expect(await payments.ledgerSince(before)).toEqual({
          stripe: -10_000,
          [`held:${mine.id}`]: 10_000,
        });
        const wrong = await payments.ledgerViolations();
        expect(wrong.filter((one) => one.includes(mine.id) || one.startsWith('money-in'))).toEqual([]);
      },
      60_000,
    );
  });

  describe('refuses', () => {
    it.each([
      ['another fee', { platformFeePercent: 0 }, 422, 'price_mismatch'],
      ['too little', { amount: 0.49 }, 422, 'amount_out_of_range'],
      ['too much', { amount: 100_000.01 }, 422, 'amount_out_of_range'],
      ['fractions of a cent', { amount: 1.001 }, 400, 'invalid_input'],
      ['a seller who is the buyer', { sellerEmail: 'Anna@example.test' }, 422, 'seller_is_buyer'],
    ])('%s', async (_what, change, status, code) => {
      const agreementId = payments.agreement('split-second-contract', 'completed');
      const body = { agreementId, amount: 10, sellerEmail: seller, ...change };
      const answer = await payments.post('/api/create-escrow-intent', body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    });

    it('an agreement that is not paid or cancelled, and strangers everywhere', async () => {
      const unpaid = await escrows.create(payments.agreement(), seller);
      const over = await escrows.create(payments.agreement('split-second-contract', 'cancelled'), seller);
      expect([unpaid.body.code, over.body.code]).toEqual(['payment_required', 'invalid_transition']);
      const stranger = { ...anna, id: 77, sessionId: 'eve' };
      payments.agreements.users.set(77, { id: 77, username: 'eve', email: 'eve@example.test' });
      const mine = await escrows.hold(seller);
      expect((await escrows.create(mine.agreementId, seller, 100, stranger)).body.code).toBe(
        'agreement_not_found',
      );
      const account = { userId: 77, email: seller };
      const answers = [
        await escrows.view(mine, stranger),
        await escrows.viewAsSeller({ ...mine, key: `${mine.key.slice(0, -1)}?` }),
        await escrows.seller({ ...mine, key: '' }, 'delivered'),
        await escrows.seller(mine, 'received'),
        await escrows.buyer(mine, 'delivered'),
        await escrows.buyer(mine, 'onboarding'),
        await payments.post('/api/create-connect-account', account, stranger),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 401, 404, 404, 404]);
      expect(
        (await payments.post('/api/create-connect-account', { ...account, userId: 41 }, ben)).status,
      ).toBe(403);
      expect((await payments.get('/api/admin/held-payments', anna)).status).toBe(403);
    });

    it('whoever has party B’s address in an account, before it is shown that it is theirs', async () => {
      const agreementId = payments.agreement('split-second-contract', 'completed');
      const claimed = { id: ben.id, username: 'ben', email: 'ben@example.test' };
      payments.agreements.users.set(ben.id, { ...claimed, isEmailVerified: false });
      expect(await escrows.create(agreementId, seller, 100, ben)).toMatchObject({
        status: 403,
        body: { code: 'address_unverified' },
      });
      const own = { userId: ben.id, email: claimed.email };
      expect((await payments.post('/api/create-connect-account', own, ben)).body.code).toBe(
        'address_unverified',
      );
      payments.agreements.users.set(ben.id, claimed);
      expect((await escrows.create(agreementId, seller, 100, ben)).status).toBe(200);
    });

    describe('party B who answered through the mail', () => {
      const typed = 'Ben@example.test';
      const mallory = { ...ben, id: 666, sessionId: 'mallory' };
      const account = (id: number, email: string, isEmailVerified = true) =>
        payments.agreements.users.set(id, { id, username: `u${id}`, email, isEmailVerified });
      const answered = () => {
        const agreementId = payments.agreement('split-second-contract', 'completed');
        const known = payments.agreements.agreements.get(agreementId);
        if (!known) throw new Error('no agreement');
        const partyB = { name: 'Ben Ode', email: typed };
        const partyBAnsweredAt = '2026-11-21T11:00:00.000Z';
        payments.agreements.agreements.set(agreementId, { ...known, partyB, partyBAnsweredAt });
        return agreementId;
      };

      afterEach(() => {
        account(ben.id, 'ben@example.test');
        payments.agreements.users.delete(mallory.id);
        payments.agreements.addressHolders.clear();
      });

      it('pays as party B from another address, and to neither of the two', async () => {
        payments.agreements.addressHolders.set('ben@example.test', ben.id);
        account(ben.id, 'ben-moved@example.test');
        const agreementId = answered();
        for (const own of ['ben-moved@example.test', 'ben@example.test'])
          expect((await escrows.create(agreementId, own, 100, ben)).body.code).toBe('seller_is_buyer');
        expect((await escrows.create(agreementId, seller, 100, ben)).status).toBe(200);
        expect(await escrows.row(agreementId)).toMatchObject({ buyerId: ben.id, buyerParty: 'b' });
      });

      it.each([true, false])(
        'is nobody who has the old address later, confirmed: %s, nor who types it',
        async (isEmailVerified) => {
          payments.agreements.addressHolders.set('ben@example.test', ben.id);
          account(ben.id, 'ben-moved@example.test');
          account(mallory.id, 'ben@example.test', isEmailVerified);
          const agreementId = answered();
          expect(await escrows.create(agreementId, seller, 100, mallory)).toMatchObject({
            status: 404,
            body: { code: 'agreement_not_found' },
          });
          expect((await escrows.create(agreementId, seller, 100, ben)).status).toBe(200);
          expect((await escrows.view({ agreementId }, mallory)).status).toBe(404);
        },
      );

      it('is who confirms the address where no account had it yet', async () => {
        account(ben.id, 'ben@example.test', false);
        const agreementId = answered();
        expect((await escrows.create(agreementId, seller, 100, ben)).body.code).toBe('address_unverified');
        account(mallory.id, 'mallory@example.test');
        expect((await escrows.create(agreementId, seller, 100, mallory)).body.code).toBe(
          'agreement_not_found',
        );
        account(ben.id, 'ben@example.test');
        expect((await escrows.create(agreementId, seller, 100, ben)).status).toBe(200);
      });
    });

    it('who has not given the password a moment ago: no release, no other payout account', async () => {
      const mine = await escrows.hold(seller);
      const stolen = { ...anna, isConfirmed: false };
      const release = (caller = anna) => payments.post(`/api/escrow/${mine.agreementId}/release`, {}, caller);
      expect(await release(stolen)).toMatchObject({ status: 403, body: { code: 'password_required' } });
      expect((await escrows.view(mine)).body.state).toBe('held');
      expect((await release()).status).toBe(200);
      // Strangers learn nothing of it.
      expect((await release({ ...stolen, id: 78 })).status).toBe(404);

      const newcomer = escrows.newSeller();
      await escrows.create(payments.agreement('split-second-contract', 'completed'), newcomer);
      const account = { userId: anna.id, email: newcomer };
      const connect = (caller = anna) => payments.post('/api/create-connect-account', account, caller);
      expect((await connect(stolen)).status).toBe(200);
      expect(await connect(stolen)).toMatchObject({ status: 403, body: { code: 'password_required' } });
      expect((await connect()).status).toBe(200);
    });

    it('another buyer who has not paid, once the owner begins', async () => {
      const known = await escrows.readySeller();
      // Opened by the mailed link, the account counts for every buyer.
      await payments.rows.query('update sellers set opened_by = 0 where email = $1', [known]);
      const agreementId = payments.agreement('split-second-contract', 'completed');
      const bens = await escrows.create(agreementId, known, 1, ben);
      expect(bens.status).toBe(200);
      const mine = await escrows.create(agreementId, known, 100);
      expect(mine).toMatchObject({ status: 200, body: { sellerAmount: 95 } });
      expect(mine.body.paymentIntentId).not.toBe(bens.body.paymentIntentId);
      expect(await escrows.row(agreementId)).toMatchObject({
        buyerId: anna.id,
        buyerParty: 'a',
        amountCents: 10_000,
      });
      expect((await escrows.create(agreementId, known, 1, ben)).body.code).toBe('already_held');
      expect((await escrows.view({ agreementId }, ben)).status).toBe(404);
      await payments.quiet();
      const { status } = await payments.sdk.paymentIntents.retrieve(String(bens.body.paymentIntentId));
      expect(status).toBe('canceled');
      await payments.pay(String(mine.body.paymentIntentId));
      await escrows.tellAll([String(mine.body.paymentIntentId)]);
      expect((await escrows.view({ agreementId })).body).toMatchObject({ role: 'buyer', state: 'held' });
    });

    describe('the money of another buyer', () => {
      /** Ben opens a payment; how Stripe answers when it is to be cancelled is the test's. */
      const bens = async (cancel: () => Promise<never>) => {
        const known = await escrows.readySeller();
        await payments.rows.query('update sellers set opened_by = 0 where email = $1', [known]);
        const agreementId = payments.agreement('split-second-contract', 'completed');
        const { body } = await escrows.create(agreementId, known, 100, ben);
        const intentId = String(body.paymentIntentId);
        const stripe = payments.service.app.get<Stripe>(STRIPE);
        jest.spyOn(stripe.paymentIntents, 'cancel').mockImplementation(cancel);
        return { agreementId, known, intentId };
      };
      const isProcessing = () =>
        Promise.reject(
          new Stripe.errors.StripeInvalidRequestError({
            message: 'This PaymentIntent is processing.',
            type: 'invalid_request_error',
          }),
        );
      const paidByBen = async (agreementId: string, intentId: string) => {
        await payments.pay(intentId);
        await payments.deliverEvents();
        const row = await escrows.row(agreementId);
        return { row, refunds: escrows.refunds({ id: row.id, agreementId, intentId, key: '' }) };
      };
      afterEach(() => jest.restoreAllMocks());

      it('that could not be cancelled, after the owner took over: it goes back to him', async () => {
        const { agreementId, intentId } = await bens(() =>
          Promise.reject(
            new Stripe.errors.StripeConnectionError({ message: 'no answer', type: 'api_error' }),
          ),
        );
        const stranger = escrows.newSeller();
        expect((await escrows.create(agreementId, stranger)).body.code).toBe('payment_provider');
        expect((await escrows.create(agreementId, stranger)).body.requiresOnboarding).toBe(true);
        const { row, refunds } = await paidByBen(agreementId, intentId);
        expect(refunds).toMatchObject([{ amount: 10_000 }]);
        expect(row).toMatchObject({ state: 'requires_onboarding', buyerId: anna.id, heldAt: null });
      }, 60_000);

      it('that Stripe is still taking: nobody takes his place', async () => {
        const { agreementId, known, intentId } = await bens(isProcessing);
        expect((await escrows.create(agreementId, known)).body.code).toBe('already_held');
        expect((await escrows.create(agreementId, known)).body.code).toBe('already_held');
        expect(await escrows.row(agreementId)).toMatchObject({ paymentIntentId: intentId, buyerId: ben.id });
        const { row, refunds } = await paidByBen(agreementId, intentId);
        expect(refunds).toEqual([]);
        expect(row).toMatchObject({ state: 'held', buyerId: ben.id });
      }, 60_000);

      it('that Stripe is still taking after a week: nothing is closed, and what arrives is held', async () => {
        const { agreementId, intentId } = await bens(isProcessing);
        await escrows.inDays(8);
        await escrows.runClocks();
        const unpaid = await escrows.row(agreementId);
        expect(unpaid.state).toBe('requires_payment');
        expect(escrows.changes({ id: unpaid.id, agreementId, intentId, key: '' })).not.toContain('failed');
        const { row, refunds } = await paidByBen(agreementId, intentId);
        expect(refunds).toEqual([]);
        expect(row).toMatchObject({ state: 'held', buyerId: ben.id });
      }, 60_000);

      it('that Stripe is still taking after a week: it is asked hourly, and after the clock is put back', async () => {
        const { agreementId, intentId } = await bens(isProcessing);
        const { paymentIntents } = payments.service.app.get<Stripe>(STRIPE);
        const asked = jest.mocked(paymentIntents.cancel);
        const rounds = async (inMs: number) => {
          asked.mockClear();
          await payments.setClock(new Date(Date.now() + inMs));
          for (let round = 0; round < 3; round += 1) await escrows.runClocks();
          return asked.mock.calls.filter(([id]) => id === intentId).length;
        };
        const eightDays = 8 * DAY_MS;
        expect(await rounds(eightDays)).toBe(1);
        expect(await rounds(eightDays + HOUR_MS / 2)).toBe(0);
        expect(await rounds(eightDays + 2 * HOUR_MS)).toBe(1);
        // The next look was put down by a clock that was ahead.
        expect(await rounds(eightDays - HOUR_MS)).toBe(1);
        asked.mockRestore();
        expect(await rounds(eightDays - HOUR_MS / 2)).toBe(0);
        await payments.setClock(new Date(Date.now() + eightDays + HOUR_MS));
        await escrows.runClocks();
        expect(await escrows.row(agreementId)).toMatchObject({ state: 'failed', heldAt: null });
      }, 60_000);

      it('that was opened by the release before, which did not say who pays: it is held as ever', async () => {
        const mine = await escrows.open(seller);
        await payments.sdk.paymentIntents.update(mine.intentId, { metadata: { buyerId: '' } });
        await payments.rows.query('update escrows set payment_intent_id = null where id = $1', [mine.id]);
        await payments.pay(mine.intentId);
        await payments.deliverEvents();
        expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'held', buyerId: anna.id });
      });
    });

    it('the owner, where party B has paid: sees it and moves nothing', async () => {
      const bens = await escrows.hold(seller);
      await payments.rows.query(`update escrows set buyer_id = $1, buyer_party = 'b' where id = $2`, [
        ben.id,
        bens.id,
      ]);
      expect((await escrows.view(bens, anna)).body).toMatchObject({ role: 'owner', state: 'held' });
      const steps = { received: {}, release: {}, problem: { reason: 'It never came' }, refund: {} };
      const answers = await Promise.all(
        Object.entries(steps).map(async ([step, body]) => (await escrows.buyer(bens, step, body)).status),
      );
      expect(answers).toEqual([404, 404, 404, 404]);
      expect((await escrows.view(bens, ben)).body).toMatchObject({ role: 'buyer', state: 'held' });
    });
  });
});
