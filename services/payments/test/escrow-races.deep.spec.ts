import { letTimePass } from '#testing';
import type { EscrowCase, View } from './escrows.harness.js';
import { Escrows } from './escrows.harness.js';
import { type Answer, Payments } from './payments.harness.js';

const ROUNDS = 20;
const RACE = 'one side of the race begins a little later';
const AMOUNT = 10_000;

describe('at once', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

  /** Many payments that are held, opened and paid together. */
  const many = async (prepare: (one: EscrowCase) => Promise<unknown> = () => Promise.resolve()) => {
    const all: EscrowCase[] = [];
    for (let round = 0; round < ROUNDS; round += 1) all.push(await escrows.open(seller));
    for (const { intentId } of all) await payments.pay(intentId);
    await escrows.tellAll(all.map(({ intentId }) => intentId));
    for (const one of all) await prepare(one);
    return all;
  };

  /** Starts everything together; a little later one time, a little earlier the other. */
  const race = (round: number, ...runners: (() => Promise<Answer<View>>)[]) =>
    Promise.all(
      runners.map(async (run, index) => {
        await letTimePass(((round + index) % 3) * 2, RACE);
        return run();
      }),
    );

  const expectOneWinner = (answers: Answer<View>[]) => {
    const codes = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort();
    expect(codes).toEqual([
      '200',
      ...Array.from({ length: answers.length - 1 }, () => '409 held_payment_moved'),
    ]);
  };

  /** All of the money went out, once, and the books say so. */
  const expectSettled = async (all: EscrowCase[]) => {
    await payments.quiet();
    for (const one of all) {
      const { state, sellerGrossCents, buyerRefundCents, feeCents } = await escrows.row(one.agreementId);
      expect(['released', 'refunded', 'resolved']).toContain(state);
      expect(sellerGrossCents + buyerRefundCents).toBe(AMOUNT);
      const transferred = escrows.transfers(one).map(({ amount }) => amount);
      expect(transferred).toEqual(sellerGrossCents === 0 ? [] : [sellerGrossCents - feeCents]);
      const refunded = escrows.refunds(one).map(({ amount }) => amount);
      expect(refunded).toEqual(buyerRefundCents === 0 ? [] : [buyerRefundCents]);
      expect(await escrows.books(one)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    }
  };

  it('release against refund has one winner', async () => {
    const all = await many();
    const ends = new Set<string>();
    for (const [round, one] of all.entries()) {
      const runners = [() => escrows.buyer(one, 'release'), () => escrows.seller(one, 'refund')];
      expectOneWinner(await race(round, ...(round % 2 ? runners : runners.reverse())));
    }
    await expectSettled(all);
    for (const { agreementId } of all) ends.add((await escrows.row(agreementId)).state);
    expect([...ends].sort()).toEqual(['refunded', 'released']);
  }, 180_000);

  it('five releases are one transfer', async () => {
    const all = await many();
    for (const [round, one] of all.entries()) {
      const release = () => escrows.buyer(one, 'release');
      expectOneWinner(await race(round, release, release, release, release, release));
    }
    await expectSettled(all);
  }, 180_000);

  it('decision against refund has one winner', async () => {
    const all = await many((one) => escrows.buyer(one, 'problem', { reason: 'It is broken' }));
    for (const [round, one] of all.entries()) {
      const runners = [() => escrows.decide(one, 60), () => escrows.seller(one, 'refund')];
      expectOneWinner(await race(round, ...(round % 2 ? runners : runners.reverse())));
    }
    await expectSettled(all);
  }, 180_000);

  it('the end of the clock against a problem: frozen or released, never both', async () => {
    const all = await many((one) => escrows.seller(one, 'delivered'));
    await payments.setClock(new Date(Date.now() + 24 * 3_600_000 - 1500));
    const told = letTimePass(1300, 'until shortly before the clock of the payments runs out').then(() =>
      Promise.all(
        all.map(async (one, index) => {
          await letTimePass(index * 25, RACE);
          return escrows.buyer(one, 'problem', { reason: 'It is broken' });
        }),
      ),
    );
    for (let round = 0; round < 12; round += 1) {
      await escrows.runClocks();
      await letTimePass(150, 'rounds come at an interval, as those of the schedule do');
    }
    const answers = await told;
    await payments.quiet();
    for (const [index, one] of all.entries()) {
      const { state } = await escrows.row(one.agreementId);
      expect(`${answers[index]?.status} ${state}`).toMatch(/^(200 disputed|409 released)$/);
      expect(escrows.transfers(one)).toHaveLength(state === 'released' ? 1 : 0);
    }
  }, 180_000);

  it('pay against expire: paid and held, or closed and not paid', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await payments.setClock(new Date());
      const one = await escrows.open(seller);
      await escrows.inDays(7.1);
      const pay = async () => {
        await letTimePass((round % 7) * 10, RACE);
        return payments.pay(one.intentId).then(
          () => 'paid',
          () => 'refused',
        );
      };
      const [outcome] = await Promise.all([pay(), escrows.runClocks()]);
      await escrows.tellAll([one.intentId]);
      const { state } = await escrows.row(one.agreementId);
      ends.add(`${outcome} ${state}`);
      expect(await escrows.books(one)).toMatchObject({ escrow: state === 'held' ? -AMOUNT : 0, sum: 0 });
      expect(escrows.refunds(one)).toEqual([]);
    }
    expect([...ends].sort()).toEqual(['paid held', 'refused failed']);
  }, 180_000);

  it('other amounts asked for side by side: one PaymentIntent stays open', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { agreementId } = await escrows.open(seller);
      const answers = await Promise.all(
        [30, 40, 50, 30, 40, 50].map((amount) => escrows.create(agreementId, seller, amount)),
      );
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const { amountCents, paymentIntentId } = await escrows.row(agreementId);
      const { data } = await payments.sdk.paymentIntents.list({ limit: 100 });
      const open = data.filter(
        ({ metadata, status }) => metadata.agreementId === agreementId && status !== 'canceled',
      );
      expect(open.length).toBeLessThanOrEqual(1);
      if (paymentIntentId !== null)
        expect(open).toMatchObject([{ id: paymentIntentId, amount: amountCents }]);
    }
  }, 180_000);
});
