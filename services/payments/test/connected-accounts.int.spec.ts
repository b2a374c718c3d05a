import { TryLaterError } from '#jobs';
import { Outbox } from '#outbox';
import { HOUR_MS } from '#platform';
import { eventually } from '#testing';
import { BY_MAILED_LINK, ConnectedAccounts } from '../src/connect/connect.module.js';
import { EscrowLinks } from '../src/connect/escrow-links.js';
import { FollowEscrows } from '../src/escrow/escrow.schedules.js';
import { Escrows } from './escrows.harness.js';
import { anna, otherService, Payments } from './payments.harness.js';

describe('the account that a seller is paid to', () => {
  let payments: Payments;
  let escrows: Escrows;
  const mallory = { ...anna, id: 66, sessionId: 'mallory' };

  beforeAll(async () => {
    payments = await Payments.start();
    escrows = new Escrows(payments);
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const onboardAs = async (email: string, caller: typeof anna) => {
    const body = { userId: caller.id, email };
    const { body: answer } = await payments.post<{ onboardingUrl: string }>(
      '/api/create-connect-account',
      body,
      caller,
    );
    await escrows.finishOnboarding(answer.onboardingUrl);
    await payments.deliverEvents();
  };
  /** Anna's wish to pay somebody. */
  const wish = async (email: string) => {
    const agreementId = payments.agreement('split-second-contract', 'completed');
    await escrows.create(agreementId, email);
    const row = await escrows.row(agreementId);
    const key = payments.service.app.get(EscrowLinks).key(row);
    return { id: row.id, agreementId, intentId: '', key };
  };
  /** Money that Anna has paid for a seller whose account she has opened herself. */
  const heldByAccountOfBuyer = async () => {
    const email = escrows.newSeller();
    const mine = await wish(email);
    await onboardAs(email, anna);
    const { body } = await escrows.create(mine.agreementId, email);
    await payments.pay(String(body.paymentIntentId));
    await escrows.tellAll([String(body.paymentIntentId)]);
    return { email, mine };
  };
  /** The account that the seller has opened, by the mailed link. */
  const ownAccount = async (email: string) => {
    const [own] = await payments.rows.query<{ id: string }[]>(
      'select stripe_account_id as id from sellers where email = $1 and opened_by = 0',
      [email],
    );
    if (!own) throw new Error('the seller has opened no account');
    return own.id;
  };
  const state = async (mine: { agreementId: string }) => (await escrows.view(mine)).body.state;
  const accountsOf = (email: string) => payments.stripe.listAccounts().filter((one) => one.email === email);

  it('is not the one that a stranger opened under the same address', async () => {
    const email = escrows.newSeller();
    payments.agreements.users.set(mallory.id, { id: mallory.id, username: 'mallory', email });
    await onboardAs(email, mallory);
    const mine = await wish(email);
    expect(await state(mine)).toBe('requires_onboarding');

    const { body } = await escrows.seller(mine, 'onboarding');
    await escrows.finishOnboarding(String(body.onboardingUrl));
    await payments.deliverEvents();
    expect(await state(mine)).toBe('requires_payment');
    expect(accountsOf(email)).toHaveLength(2);

    const { body: ready } = await escrows.create(mine.agreementId, email);
    await payments.pay(String(ready.paymentIntentId));
    await escrows.tellAll([String(ready.paymentIntentId)]);
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    const [transfer] = escrows.transfers(mine);
    expect(transfer?.destination).toBe(await ownAccount(email));
  });

  it('is the one opened beside the buyer, for this buyer', async () => {
    const email = escrows.newSeller();
    const mine = await wish(email);
    await onboardAs(email, anna);
    expect(await state(mine)).toBe('requires_payment');
    expect(accountsOf(email)).toMatchObject([
      { capabilities: { card_payments: 'active', transfers: 'active' } },
    ]);
  });

  it('is opened though Stripe fails at it, and repeats that for a day', async () => {
    const email = escrows.newSeller();
    const mine = await wish(email);
    payments.stripe.failNext('/v1/accounts');
    const { status, body } = await escrows.seller(mine, 'onboarding');
    expect(status).toBe(200);
    await escrows.finishOnboarding(String(body.onboardingUrl));
    await payments.deliverEvents();
    expect(accountsOf(email)).toHaveLength(1);
    expect(await state(mine)).toBe('requires_payment');
  }, 30_000);

  it('is not settled for a seller whose account the buyer has opened: theirs is offered, and counts', async () => {
    const { email, mine } = await heldByAccountOfBuyer();
    const facts = async () =>
      (await payments.get<object>(`/internal/held-payments/${mine.id}`, otherService)).body;
    expect((await escrows.view(mine)).body).toMatchObject({ sellerReady: true, payoutsByBuyer: true });
    expect((await escrows.viewAsSeller(mine)).body).toMatchObject({
      ...{ sellerReady: false, payoutsByBuyer: true },
      actions: expect.arrayContaining(['onboard', 'delivered']),
    });
    expect(await facts()).toMatchObject({ sellerReady: true, payoutsByBuyer: true });

    const { body } = await escrows.seller(mine, 'onboarding');
    await escrows.finishOnboarding(String(body.onboardingUrl));
    await payments.deliverEvents();
    const { body: seen } = await escrows.viewAsSeller(mine);
    expect(seen).toMatchObject({ sellerReady: true, payoutsByBuyer: false });
    expect(seen.actions).not.toContain('onboard');
    expect(await facts()).toMatchObject({ payoutsByBuyer: false });
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    expect(escrows.transfers(mine)).toMatchObject([{ destination: await ownAccount(email) }]);
  });

  it('is the seller’s own also where Stripe’s event of it has not come', async () => {
    const { email, mine } = await heldByAccountOfBuyer();
    const { body } = await escrows.seller(mine, 'onboarding');
    await escrows.finishOnboarding(String(body.onboardingUrl));
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    expect(escrows.transfers(mine)).toMatchObject([{ destination: await ownAccount(email) }]);
  });

  it('is the seller’s own once it is filled in, also while Stripe takes no transfers for it', async () => {
    const email = escrows.newSeller();
    const mine = await wish(email);
    const { body } = await escrows.seller(mine, 'onboarding');
    await escrows.finishOnboarding(String(body.onboardingUrl));
    await payments.deliverEvents();
    const own = accountsOf(email)[0]?.id ?? '';
    const { body: ready } = await escrows.create(mine.agreementId, email);
    await payments.pay(String(ready.paymentIntentId));
    await escrows.tellAll([String(ready.paymentIntentId)]);
    await payments.sdk.accounts.update(own, { capabilities: { transfers: { requested: false } } });
    await payments.deliverEvents();
    // Another payment of this buyer's to the address waits, too.
    const next = await wish(email);
    await onboardAs(email, anna);
    expect(accountsOf(email)).toHaveLength(2);
    expect(await state(next)).toBe('requires_onboarding');
    expect((await escrows.viewAsSeller(mine)).body).toMatchObject({
      ...{ sellerReady: false, payoutsByBuyer: false },
      actions: expect.arrayContaining(['onboard']),
    });
    expect((await escrows.view(mine)).body).toMatchObject({ sellerReady: false, payoutsByBuyer: false });

    await escrows.buyer(mine, 'release');
    const refused = async () =>
      expect(await escrows.row(mine.agreementId)).toMatchObject({
        state: 'releasing',
        lastError: expect.stringContaining('transfers'),
      });
    await eventually(refused, 20_000, 'a refusal');
    expect(escrows.transfers(mine)).toEqual([]);

    await payments.sdk.accounts.update(own, { capabilities: { transfers: { requested: true } } });
    await payments.deliverEvents();
    expect(escrows.transfers(mine)).toMatchObject([{ destination: own }]);
    expect(await state(next)).toBe('requires_payment');
  }, 60_000);

  describe('that is gone at Stripe', () => {
    /** A held escrow whose seller is to be paid to an account of theirs, and what becomes of that account. */
    const held = async () => {
      const email = escrows.newSeller();
      const mine = await wish(email);
      const { body } = await escrows.seller(mine, 'onboarding');
      await escrows.finishOnboarding(String(body.onboardingUrl));
      await payments.deliverEvents();
      const { body: ready } = await escrows.create(mine.agreementId, email);
      await payments.pay(String(ready.paymentIntentId));
      await escrows.tellAll([String(ready.paymentIntentId)]);
      const account = accountsOf(email)[0]?.id ?? '';
      return { email, mine, account };
    };
    const ready = async (mine: Parameters<typeof escrows.viewAsSeller>[0]) =>
      (await escrows.viewAsSeller(mine)).body.sellerReady;
    const tellDeauthorized = async (account: string) => {
      const [event] = payments.stripe.listEvents();
      const object = { id: 'ca_ours', object: 'application', name: 'Split Second Contract' };
      const told = {
        id: `evt_${account}`,
        type: 'account.application.deauthorized',
        account,
        data: { object },
      };
      await payments.deliver(JSON.stringify({ ...event, ...told }));
      await payments.quiet();
    };

    it('is not ready, as soon as Stripe tells', async () => {
      const { mine, account } = await held();
      await payments.sdk.accounts.del(account);
      expect(await ready(mine)).toBe(true);
      await tellDeauthorized(account);
      expect(await ready(mine)).toBe(false);
      expect((await escrows.viewAsSeller(mine)).body.actions).toContain('onboard');
    });

    it('gives way to a new one: its seller is asked, and then paid', async () => {
      const { email, mine, account } = await held();
      await payments.sdk.accounts.del(account);
      await escrows.buyer(mine, 'release');
      const refused = async () => expect((await escrows.row(mine.agreementId)).lastError).toContain(account);
      await eventually(refused, 20_000, 'a refusal');
      await escrows.giveUp(mine);
      await payments.setClock(new Date(Date.now() + 2 * HOUR_MS));
      await payments.service.app.get(FollowEscrows).round(new AbortController().signal);
      const asked = async () =>
        expect(escrows.changes(mine).filter((change) => change === 'seller-needed')).toHaveLength(2);
      await eventually(asked, 10_000, 'a second question');
      await escrows.giveUp(mine);
      expect(await ready(mine)).toBe(false);

      const links = await Promise.all([1, 2, 3].map(() => escrows.seller(mine, 'onboarding')));
      expect(links.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(accountsOf(email)).toHaveLength(1);
      // As long as it is not filled in, one that a buyer opens is not paid in its place.
      await onboardAs(email, anna);
      expect(await payments.service.app.get(ConnectedAccounts).find(email, anna.id)).toMatchObject({
        openedBy: BY_MAILED_LINK,
        canReceive: false,
      });
      await escrows.finishOnboarding(String(links[0]?.body.onboardingUrl));
      await payments.deliverEvents();
      await payments.setClock(new Date(Date.now() + 4 * HOUR_MS));
      await escrows.lookAgain();
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'released', lastError: null });
      const [transfer, ...others] = escrows.transfers(mine);
      expect(others).toEqual([]);
      expect(transfer).toMatchObject({ amount: 9500 });
      expect(transfer?.destination).not.toBe(account);
      await payments.setClock(new Date());
    }, 90_000);
  });

  it.each([
    ['what has changed since', [], [false], false],
    ['what is again as it was written', [false], [true], true],
  ])('is not made of an older look at Stripe: %s', async (_what, before, meanwhile, canReceive) => {
    const email = escrows.newSeller();
    const { body } = await escrows.seller(await wish(email), 'onboarding');
    await escrows.finishOnboarding(String(body.onboardingUrl));
    await payments.deliverEvents();
    const id = accountsOf(email)[0]?.id ?? '';
    const take = (requested: boolean) =>
      payments.sdk.accounts.update(id, { capabilities: { transfers: { requested } } });
    const { app } = payments.service;
    for (const requested of before) await take(requested);
    const older = await app.get(ConnectedAccounts).look(id);
    for (const requested of meanwhile) await take(requested);
    await payments.deliverEvents();
    await expect(app.get(Outbox).transaction(older)).rejects.toThrow(TryLaterError);
    expect(await app.get(ConnectedAccounts).find(email, anna.id)).toMatchObject({ canReceive });
  });

  it('is the one that Stripe says now, though several looks at it end at once', async () => {
    const email = escrows.newSeller();
    const { body } = await escrows.seller(await wish(email), 'onboarding');
    await escrows.finishOnboarding(String(body.onboardingUrl));
    const id = accountsOf(email)[0]?.id ?? '';
    for (const requested of [false, true, false])
      await payments.sdk.accounts.update(id, { capabilities: { transfers: { requested } } });
    await payments.deliverEvents();
    const { app } = payments.service;
    expect(await app.get(ConnectedAccounts).find(email, anna.id)).toMatchObject({ canReceive: false });
    const failed = await payments.rows.query<unknown[]>(
      `select last_error from jobs where payload ->> 'id' = $1 and (status = 'failed' or attempts > 1)`,
      [id],
    );
    expect(failed).toEqual([]);
  });
});
