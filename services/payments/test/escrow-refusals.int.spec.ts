import { jest } from '@jest/globals';
import Stripe from 'stripe';
import { contentDeleted } from '#contracts';
import { DAY_MS, HOUR_MS } from '#platform';
import { STRIPE } from '../src/stripe/stripe.module.js';
import { Escrows } from './escrows.harness.js';
import { anna, ben, otherService, Payments } from './payments.harness.js';

describe('an escrow', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

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

    describe('a contract whose recording is deleted', () => {
      const expired = [410, 'recording_expired'];
      const ask = async (agreementId: string) => {
        const { status, body } = await escrows.create(agreementId, seller);
        return [status, body.code];
      };
      const remove = async (agreementId: string) => {
        const deletedAt = new Date().toISOString();
        const deleted = { agreementId, ownerId: anna.id, reason: 'access-ended', deletedAt } as const;
        await payments.tell(contentDeleted, deleted, 'close-transcript-order', 2);
        await payments.quiet();
      };

      it('when its event has come, and before', async () => {
        const told = payments.agreement('split-second-contract', 'completed');
        await remove(told);
        expect(await ask(told)).toEqual(expired);
        const agreement = { ownerId: anna.id, planType: 'basic', status: 'completed' } as const;
        const untold = payments.agreement('basic', 'completed');
        payments.agreements.agreements.set(untold, { ...agreement, isContentDeleted: true });
        expect(await ask(untold)).toEqual(expired);
      });

      it('and closes what waits for its seller or buyer, told twice', async () => {
        const mine = await escrows.open(seller);
        const waiting = payments.agreement('split-second-contract', 'completed');
        await escrows.create(waiting, escrows.newSeller());
        for (const agreementId of [mine.agreementId, waiting]) {
          await remove(agreementId);
          expect(await escrows.row(agreementId)).toMatchObject({ state: 'failed' });
          expect(await ask(agreementId)).toEqual(expired);
        }
        expect(await payments.sdk.paymentIntents.retrieve(mine.intentId)).toMatchObject({
          status: 'canceled',
        });
        expect(escrows.changes(mine)).toEqual(['failed']);
        expect((await escrows.view(mine)).body).toMatchObject({ isContentDeleted: true });
        const facts = await payments.get(`/internal/held-payments/${mine.id}`, otherService);
        expect(facts.body).toMatchObject({ state: 'failed', isContentDeleted: true });
      });

      it('and sends back what was paid for it in the very moment', async () => {
        const mine = await escrows.open(seller);
        await payments.pay(mine.intentId);
        await remove(mine.agreementId);
        await escrows.tellAll([mine.intentId]);
        expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'failed' });
        expect(escrows.refunds(mine)).toMatchObject([{ amount: 10_000 }]);
        expect(escrows.changes(mine)).toEqual(['failed', 'late-refunded']);
      });
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
      expect((await escrows.view(bens, anna)).body).toMatchObject({
        ...{ role: 'owner', buyerParty: 'b', state: 'held' },
      });
      const steps = { received: {}, release: {}, problem: { reason: 'It never came' }, refund: {} };
      const answers = await Promise.all(
        Object.entries(steps).map(async ([step, body]) => (await escrows.buyer(bens, step, body)).status),
      );
      expect(answers).toEqual([404, 404, 404, 404]);
      expect((await escrows.view(bens, ben)).body).toMatchObject({ role: 'buyer', state: 'held' });
    });
  });
});
