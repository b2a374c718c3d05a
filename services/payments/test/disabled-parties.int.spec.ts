import { randomUUID } from 'node:crypto';
import { type AccountChange, accountChanged, agreementCancelled } from '#contracts';
import { Escrows } from './escrows.harness.js';
import { anna, otherService, Payments } from './payments.harness.js';

const SELLER = 4711;

describe('the escrow of an account that an administrator disables', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  beforeEach(() => {
    set(anna.id, false);
    payments.agreements.users.set(SELLER, { id: SELLER, username: 'Sam', email: seller.toUpperCase() });
  });
  afterEach(() => {
    payments.agreements.onAccount = () => Promise.resolve();
    return payments.setClock(new Date());
  });
  afterAll(() => payments?.close(), 60_000);

  const set = (id: number, isDisabled: boolean, isEmailVerified = true) => {
    const { users } = payments.agreements;
    const known = users.get(id);
    if (known) users.set(id, { ...known, isDisabled, isEmailVerified });
  };
  const tell = async (userId: number, kind: AccountChange = 'disabled', times = 1) => {
    await payments.tell(accountChanged, { userId, changeId: randomUUID(), kind }, 'end-subscription', times);
    await payments.quiet();
  };
  const delivered = async () => {
    const mine = await escrows.hold(seller);
    await escrows.seller(mine, 'delivered');
    return mine;
  };
  const stateOf = async (mine: { agreementId: string }) => (await escrows.row(mine.agreementId)).state;

  it('waits for an administrator when the buyer is shut out, told twice, and no clock pays the seller', async () => {
    const mine = await delivered();
    set(anna.id, true);
    await tell(anna.id, 'disabled', 2);
    await escrows.inDays(2);
    await escrows.runClocks();
    expect(escrows.transfers(mine)).toEqual([]);
    const { body } = await escrows.viewAsSeller(mine);
    expect(body).toMatchObject({ state: 'disputed', isAccountDisabled: true, problem: null });
    expect(body.steps.at(-1)).toMatchObject({ by: 'admin', change: 'problem', state: 'disputed' });
    expect(escrows.changes(mine)).toEqual(['held', 'clock-started', 'problem']);
    const facts = await payments.get(`/internal/held-payments/${mine.id}`, otherService);
    expect(facts.body).toMatchObject({ isAccountDisabled: true });
    expect((await escrows.decide(mine, 100)).body).toMatchObject({ disabledParty: 'buyer' });
  });

  it('waits for an administrator when the seller is shut out; the buyer may still pay them', async () => {
    const mine = await escrows.hold(seller);
    set(SELLER, true);
    await tell(SELLER);
    await escrows.inDays(31);
    expect((await escrows.view(mine)).body).toMatchObject({ state: 'disputed', actions: ['release'] });
    expect(await escrows.buyer(mine, 'refund')).toMatchObject({ body: { code: 'held_payment_moved' } });
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500 }]);
  });

  it('can still be given back by its seller when the buyer is shut out', async () => {
    const mine = await delivered();
    set(anna.id, true);
    await tell(anna.id);
    await escrows.seller(mine, 'refund');
    await payments.quiet();
    expect(escrows.refunds(mine)).toMatchObject([{ amount: 10_000 }]);
  });

  it('goes on where the account is open again, or has only named the address of the seller', async () => {
    const mine = await delivered();
    await tell(anna.id);
    await tell(anna.id, 'enabled');
    set(SELLER, true, false);
    await tell(SELLER);
    expect(await stateOf(mine)).toBe('release_due');
    await escrows.inDays(2);
    await escrows.runClocks();
    expect(await stateOf(mine)).toBe('released');
  });

  it('waits for an administrator, too, when nobody has told that the buyer is shut out', async () => {
    const mine = await delivered();
    set(anna.id, true);
    await escrows.inDays(2);
    await escrows.runClocks();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed', disabledParty: 'buyer' });
    expect(escrows.transfers(mine)).toEqual([]);
  });

  it('waits for an administrator where it is paid after the seller was shut out, whatever their address is now', async () => {
    const { users, addressHolders } = payments.agreements;
    users.set(SELLER, { id: SELLER, username: 'Sam', email: 'sam-moved@example.test', isDisabled: true });
    addressHolders.set(seller, SELLER);
    const mine = await escrows.hold(seller);
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed', disabledParty: 'seller' });
    expect(escrows.changes(mine)).toEqual(['held', 'problem']);
    addressHolders.clear();
    await escrows.decide(mine, 100);
    await payments.quiet();
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500 }]);
  });

  it('waits for an administrator where it is paid after the buyer was shut out', async () => {
    const mine = await escrows.open(seller);
    set(anna.id, true);
    await payments.pay(mine.intentId);
    await escrows.tellAll([mine.intentId]);
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed', disabledParty: 'buyer' });
  });

  it('waits for an administrator where its contract is cancelled after the clock has run out, and the buyer is shut out', async () => {
    const mine = await delivered();
    set(anna.id, true);
    await escrows.inDays(2);
    const { agreementId } = mine;
    const event = { agreementId, ownerId: anna.id, from: 'awaiting_party', reason: 'by_creator' } as const;
    await payments.tell(agreementCancelled, event, 'close-orders', 2);
    await payments.quiet();
    expect(escrows.transfers(mine)).toEqual([]);
    await escrows.runClocks();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed', disabledParty: 'buyer' });
    expect(escrows.transfers(mine)).toEqual([]);
  });

  it('pays no seller by silence who is shut out, though nobody has told of it', async () => {
    const mine = await delivered();
    set(SELLER, true);
    await escrows.inDays(2);
    await escrows.runClocks();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed', disabledParty: 'seller' });
    expect(escrows.transfers(mine)).toEqual([]);
  });

  it('is paid by silence where the account that is shut out has only named the address of the seller', async () => {
    set(SELLER, true, false);
    const mine = await delivered();
    await escrows.inDays(2);
    await escrows.runClocks();
    expect(await stateOf(mine)).toBe('released');
  });

  it('is not paid by silence before it is known whether the buyer could speak', async () => {
    const mine = await delivered();
    payments.agreements.onAccount = () => Promise.reject(new Error('away'));
    await escrows.inDays(2);
    await escrows.runClocks();
    expect(await stateOf(mine)).toBe('release_due');
    payments.agreements.onAccount = () => Promise.resolve();
    await escrows.runClocks();
    expect(await stateOf(mine)).toBe('released');
  });
});
