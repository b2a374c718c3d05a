import { jest } from '@jest/globals';
import { DAY_MS, HOUR_MS, type Principal, runInContext } from '#platform';
import { ESCROW_ID } from '../src/escrow/escrow.repository.js';
import { RunEscrowDeadlines } from '../src/escrow/escrow.schedules.js';
import { type EscrowCase, Escrows } from './escrows.harness.js';
import { admin, anna, ben, otherService, Payments } from './payments.harness.js';

describe('an escrow', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

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

  it('is settled at the fee of the day on which it was opened', async () => {
    const mine = await escrows.open(seller);
    await payments.rows.query('update escrows set fee_percent = 4 where id = $1', [mine.id]);
    await payments.pay(mine.intentId);
    await escrows.tellAll([mine.intentId]);
    const shares = { feePercent: 4, platformFee: 400, sellerAmount: 9600 };
    expect((await escrows.view(mine)).body).toMatchObject({ state: 'held', ...shares });
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    expect((await escrows.viewAsSeller(mine)).body).toMatchObject({ state: 'released', ...shares });
    expect(escrows.transfers(mine).map(({ amount }) => amount)).toEqual([9600]);
    expect((await payments.get(`/internal/held-payments/${mine.id}`, otherService)).body).toMatchObject({
      ...{ feePercent: 4, feeCents: 400, sellerCents: 9600 },
    });
  });

  it('is not asked for once more while a bank takes its time over the payment', async () => {
    const mine = await escrows.open(seller);
    const pending = async () => {
      const { body } = await payments.get<{ pendingPayments: { agreementId: string }[] }>(
        '/api/user/pending-payments',
      );
      return body.pendingPayments.some(({ agreementId }) => agreementId === mine.agreementId);
    };
    expect(await pending()).toBe(true);
    await payments.pay(mine.intentId, 'pm_usBankAccount_accountClosed');
    await escrows.tellAll([mine.intentId]);
    expect((await escrows.view(mine)).body).toMatchObject({
      ...{ state: 'requires_payment', isBankTaking: true, actions: [] },
    });
    expect((await escrows.viewAsSeller(mine)).body).toMatchObject({ isBankTaking: true });
    await escrows.tellAll([mine.intentId]);
    expect(await pending()).toBe(false);
    for (const { status, body } of [
      await escrows.create(mine.agreementId, seller),
      await payments.createIntent({ type: 'held_payment', agreementId: mine.agreementId, amount: 100 }),
    ])
      expect([status, body.code]).toEqual([409, 'already_held']);
    payments.stripe.endDebit(mine.intentId);
    // The bank has refused.
    await escrows.inDays(0.01);
    await escrows.lookAgain();
    expect((await escrows.view(mine)).body).toMatchObject({ isBankTaking: false, actions: ['pay'] });
    expect(await pending()).toBe(true);
    await payments.quiet();
    expect(payments.tap.about(mine.id).map(({ data }) => data)).toMatchObject([
      { change: 'opened', state: 'requires_payment', version: 1 },
      { change: 'bank-taking', state: 'requires_payment', version: 2, by: 'stripe' },
      { change: 'bank-refused', state: 'requires_payment', version: 3, by: 'stripe' },
    ]);
  }, 60_000);

  it('is told to be paid, or closed, to the buyer who asks what to pay, and to others nothing', async () => {
    const asked = async ({ agreementId }: EscrowCase, caller = anna) => {
      const body = { type: 'held_payment', agreementId, amount: 100 };
      const { status, body: answer } = await payments.createIntent(body, { caller });
      return [status, answer.code];
    };
    const paid = await escrows.open(seller);
    await payments.pay(paid.intentId);
    // Stripe's event has not come, and then its payment is known.
    for (let time = 0; time < 2; time += 1) expect(await asked(paid)).toEqual([409, 'already_held']);
    expect((await escrows.view(paid)).body.state).toBe('held');
    expect(await asked(paid, ben)).toEqual([404, 'agreement_not_found']);
    const closed = await escrows.open(seller);
    await payments.sdk.paymentIntents.cancel(closed.intentId);
    await escrows.tellAll([closed.intentId]);
    expect(await asked(closed)).toEqual([409, 'held_payment_moved']);
  });

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
    const moved = await escrows.moved(async () => {
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
      const facts = await payments.get(`/internal/held-payments/${mine.id}`, otherService);
      expect(facts.body).toMatchObject({ state: 'held', takeBackAt: expect.any(String) });
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

  it('is not released by a clock that is ahead of the database', async () => {
    const mine = await escrows.hold(seller);
    await escrows.seller(mine, 'delivered');
    const rightNow = Date.now;
    const ahead = jest.spyOn(Date, 'now').mockImplementation(() => rightNow() + 3 * DAY_MS);
    await payments.service.app.get(RunEscrowDeadlines).round(new AbortController().signal);
    ahead.mockRestore();
    await payments.quiet();
    expect((await escrows.view(mine)).body.state).toBe('release_due');
    expect(escrows.transfers(mine)).toEqual([]);
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
    const moved = await escrows.moved(async () => {
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
      held: { state: 'requires_payment', amountCents: 8000, heldAt: null, seller: 'other' },
    });
    const known = payments.agreements.agreements.get(mine.agreementId);
    if (known) known.partyB = { name: 'Ben Carter', email: seller };
    expect((await asEvidence()).body).toMatchObject({ held: { buyerParty: 'a', seller: 'b' } });
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

  it('waits for nobody to decide while the bank of the buyer asks for it back', async () => {
    const mine = await escrows.hold(seller);
    await escrows.buyer(mine, 'problem', { reason: 'It does not start.' });
    await escrows.inDays(60.1);
    await escrows.runClocks();
    const waiting = async () => {
      const query = new URLSearchParams({ waitsFor: 'decision', q: mine.agreementId });
      const { body } = await payments.get<{ id: string }[]>(`/api/admin/held-payments?${query}`, admin);
      return body.map(({ id }) => id);
    };
    expect(await waiting()).toEqual([mine.id]);
    const jobs = await payments.get<{ name: string }[]>(`/internal/jobs?q=${mine.agreementId}`, otherService);
    expect(jobs.body.map(({ name }) => name)).toEqual(['check-parties']);
    const dispute = payments.stripe.dispute(mine.intentId);
    await payments.deliverEvents();
    expect((await escrows.decide(mine, 50)).status).toBe(409);
    expect(await waiting()).toEqual([]);
    payments.stripe.closeDispute(dispute.id, 'won');
    await payments.deliverEvents();
    expect(await waiting()).toEqual([mine.id]);
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
    const unpaid = (await list('state=requires_payment')).body;
    expect(unpaid.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));
    expect([...new Set(unpaid.map(({ state }) => state))]).toEqual(['requires_payment']);
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
});
