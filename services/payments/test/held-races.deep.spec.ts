import { letTimePass } from '#testing';
import type { HeldCase, View } from './held-payments.harness.js';
import { HeldPayments } from './held-payments.harness.js';
import { type Answer, Payments } from './payments.harness.js';

const ROUNDS = 20;
const RACE = 'one side of the race begins a little later';
const AMOUNT = 10_000;

describe('at once', () => {
  let payments: Payments;
  let held: HeldPayments;
  let seller: string;

  beforeAll(async () => {
    payments = await Payments.start();
    held = new HeldPayments(payments);
    seller = await held.readySeller();
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

  /** Many payments that are held, opened and paid together. */
  const many = async (prepare: (one: HeldCase) => Promise<unknown> = () => Promise.resolve()) => {
    const all: HeldCase[] = [];
    for (let round = 0; round < ROUNDS; round += 1) all.push(await held.open(seller));
    for (const { intentId } of all) await payments.pay(intentId);
    await held.tellAll(all.map(({ intentId }) => intentId));
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
  const expectSettled = async (all: HeldCase[]) => {
    await payments.quiet();
    for (const one of all) {
      const { state, sellerGrossCents, buyerRefundCents, feeCents } = await held.row(one.agreementId);
      expect(['released', 'refunded', 'resolved']).toContain(state);
      expect(sellerGrossCents + buyerRefundCents).toBe(AMOUNT);
      const transferred = held.transfers(one).map(({ amount }) => amount);
      expect(transferred).toEqual(sellerGrossCents === 0 ? [] : [sellerGrossCents - feeCents]);
      const refunded = held.refunds(one).map(({ amount }) => amount);
      expect(refunded).toEqual(buyerRefundCents === 0 ? [] : [buyerRefundCents]);
      expect(await held.books(one)).toEqual({ held: 0, chargebacks: 0, sum: 0 });
    }
  };

  it('release against refund has one winner', async () => {
    const all = await many();
    const ends = new Set<string>();
    for (const [round, one] of all.entries()) {
      const runners = [() => held.buyer(one, 'release'), () => held.seller(one, 'refund')];
      expectOneWinner(await race(round, ...(round % 2 ? runners : runners.reverse())));
    }
    await expectSettled(all);
    for (const { agreementId } of all) ends.add((await held.row(agreementId)).state);
    expect([...ends].sort()).toEqual(['refunded', 'released']);
  }, 180_000);

  it('five releases are one transfer', async () => {
    const all = await many();
    for (const [round, one] of all.entries()) {
      const release = () => held.buyer(one, 'release');
      expectOneWinner(await race(round, release, release, release, release, release));
    }
    await expectSettled(all);
  }, 180_000);

  it('decision against refund has one winner', async () => {
    const all = await many((one) => held.buyer(one, 'problem', { reason: 'It is broken' }));
    for (const [round, one] of all.entries()) {
      const runners = [() => held.decide(one, 60), () => held.seller(one, 'refund')];
      expectOneWinner(await race(round, ...(round % 2 ? runners : runners.reverse())));
    }
    await expectSettled(all);
  }, 180_000);

  it('the end of the clock against a problem: frozen or released, never both', async () => {
    const all = await many((one) => held.seller(one, 'delivered'));
    await payments.setClock(new Date(Date.now() + 24 * 3_600_000 - 1500));
    const told = letTimePass(1300, 'until shortly before the clock of the payments runs out').then(() =>
      Promise.all(
        all.map(async (one, index) => {
          await letTimePass(index * 25, RACE);
          return held.buyer(one, 'problem', { reason: 'It is broken' });
        }),
      ),
    );
    for (let round = 0; round < 12; round += 1) {
      await held.runClocks();
      await letTimePass(150, 'rounds come at an interval, as those of the schedule do');
    }
    const answers = await told;
    await payments.quiet();
    for (const [index, one] of all.entries()) {
      const { state } = await held.row(one.agreementId);
      expect(`${answers[index]?.status} ${state}`).toMatch(/^(200 disputed|409 released)$/);
      expect(held.transfers(one)).toHaveLength(state === 'released' ? 1 : 0);
    }
  }, 180_000);

  it('pay against expire: paid and held, or closed and not paid', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await payments.setClock(new Date());
      const one = await held.open(seller);
      await held.inDays(7.1);
      const pay = async () => {
        await letTimePass((round % 7) * 10, RACE);
        return payments.pay(one.intentId).then(
          () => 'paid',
          () => 'refused',
        );
      };
      const [outcome] = await Promise.all([pay(), held.runClocks()]);
      await held.tellAll([one.intentId]);
      const { state } = await held.row(one.agreementId);
      ends.add(`${outcome} ${state}`);
      expect(await held.books(one)).toMatchObject({ held: state === 'held' ? -AMOUNT : 0, sum: 0 });
      expect(held.refunds(one)).toEqual([]);
    }
    expect([...ends].sort()).toEqual(['paid held', 'refused failed']);
  }, 180_000);

  it('other amounts asked for side by side: one PaymentIntent stays open', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { agreementId } = await held.open(seller);
      const answers = await Promise.all(
        [30, 40, 50, 30, 40, 50].map((amount) => held.create(agreementId, seller, amount)),
      );
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const { amountCents, paymentIntentId } = await held.row(agreementId);
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
