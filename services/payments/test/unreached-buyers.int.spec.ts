import { agreementCancelled } from '#contracts';
import { DAY_MS, HOUR_MS } from '#platform';
import { type EscrowCase, Escrows } from './escrows.harness.js';
import { anna, otherService, Payments } from './payments.harness.js';

describe('the escrow of a buyer whom no mail reaches', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

  const bounce = ({ agreementId }: EscrowCase, ...unreachedParties: ('a' | 'b')[]) => {
    const { agreements } = payments.agreements;
    const known = agreements.get(agreementId);
    if (known) agreements.set(agreementId, { ...known, unreachedParties });
  };
  const runOut = async () => {
    await escrows.inDays(2);
    await escrows.runClocks();
  };
  const delivered = async () => {
    const mine = await escrows.hold(seller);
    await escrows.seller(mine, 'delivered');
    return mine;
  };

  it('waits for an administrator when its clock runs out, and its buyer may still release it', async () => {
    const mine = await delivered();
    bounce(mine, 'a');
    await runOut();
    expect(escrows.transfers(mine)).toEqual([]);
    const { body } = await escrows.view(mine);
    expect(body).toMatchObject({ state: 'disputed', isBuyerUnreached: true, isAccountDisabled: false });
    expect(body.actions).toEqual(['release']);
    expect(body.steps.at(-1)).toMatchObject({ by: 'clock', change: 'problem', state: 'disputed' });
    expect(escrows.changes(mine)).toEqual(['held', 'clock-started', 'problem']);
    const facts = await payments.get(`/internal/held-payments/${mine.id}`, otherService);
    expect(facts.body).toMatchObject({ isBuyerUnreached: true });
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500 }]);
  });

  it('waits for an administrator, too, where its contract is cancelled after the clock has run out', async () => {
    const mine = await delivered();
    bounce(mine, 'a');
    await escrows.inDays(2);
    const { agreementId } = mine;
    const event = { agreementId, ownerId: anna.id, from: 'awaiting_party', reason: 'by_creator' } as const;
    await payments.tell(agreementCancelled, event, 'close-orders');
    await escrows.runClocks();
    expect(await escrows.row(agreementId)).toMatchObject({ state: 'disputed', isBuyerUnreached: true });
    expect(escrows.transfers(mine)).toEqual([]);
  });

  it('gives them the time anew while the mail about its clock waits, and the whole time from when that was taken', async () => {
    const mine = await delivered();
    payments.agreements.notices.set(mine.id, { takenAt: null, hasFailed: false });
    await runOut();
    expect(escrows.transfers(mine)).toEqual([]);
    const { body } = await escrows.view(mine);
    expect(body).toMatchObject({ state: 'release_due', actions: expect.arrayContaining(['problem']) });
    expect(body.steps.at(-1)).toMatchObject({ by: 'clock', change: 'clock-restarted' });
    const end = Date.parse(String(body.releaseAt));
    expect(end).toBeGreaterThan(Date.now() + 2.9 * DAY_MS);

    const takenAt = new Date(end - 22 * HOUR_MS).toISOString();
    payments.agreements.notices.set(mine.id, { takenAt, hasFailed: true });
    await payments.setClock(new Date(end));
    await escrows.runClocks();
    expect(escrows.transfers(mine)).toEqual([]);
    expect((await escrows.row(mine.agreementId)).releaseAt).toEqual(new Date(end + 2 * HOUR_MS));
    await payments.setClock(new Date(end + 2 * HOUR_MS));
    await escrows.runClocks();
    expect((await escrows.view(mine)).body.state).toBe('released');
    expect(escrows.changes(mine)).toEqual(['held', 'clock-started', 'half-time', 'released']);
  });

  it('waits while nobody can say whether they were told', async () => {
    const mine = await delivered();
    payments.agreements.onNotice = () => Promise.reject(new Error('notifications is away'));
    await runOut();
    expect(escrows.transfers(mine)).toEqual([]);
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'release_due' });
    payments.agreements.onNotice = () => Promise.resolve();
    await runOut();
    expect((await escrows.row(mine.agreementId)).state).toBe('released');
  });

  it('waits for an administrator where the mails about its clock came back, whatever has reached them since', async () => {
    const mine = await delivered();
    payments.agreements.notices.set(mine.id, { takenAt: null, hasFailed: true });
    await runOut();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed', isBuyerUnreached: true });
    expect(escrows.transfers(mine)).toEqual([]);
  });

  it.each([
    ['the buyer has said that it came', 'a', 'received'],
    ['it is the other party whom no mail reaches', 'b', null],
  ] as const)('is paid by silence where %s', async (_why, party, step) => {
    const mine = await delivered();
    bounce(mine, party);
    if (step !== null) await escrows.buyer(mine, step);
    await runOut();
    expect((await escrows.row(mine.agreementId)).state).toBe('released');
  });
});
