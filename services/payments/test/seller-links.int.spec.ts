import { DataSource } from 'typeorm';
import { newAgreementId, type SellerLinkRequested, sellerLinkRequested } from '#contracts';
import { HOUR_MS, visitor } from '#platform';
import { EscrowEntity } from '../src/escrow/escrow.entities.js';
import { Escrows } from './escrows.harness.js';
import { Payments } from './payments.harness.js';

const STRANGERS_PER_ADDRESS = 7;

describe("asking for the seller's link again", () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start({
      STRANGERS_PER_ADDRESS: String(STRANGERS_PER_ADDRESS),
    }));
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

  let numbers = 0;
  /** Each caller of the tests has an address of its own, as the gateway names it. */
  const newAddress = () => `203.0.113.${++numbers}`;

  const ask = async (agreementId: string, address = newAddress()) => {
    const answer = await payments.post(`/api/escrow/${agreementId}/send-link`, {}, visitor, {
      'x-forwarded-for': address,
    });
    return [answer.status, answer.text];
  };

  /** The events, once everything that was told is heard. */
  const requests = async (agreementId: string) => {
    await payments.quiet();
    return payments.tap.heard.filter(
      ({ type, data }) =>
        type === sellerLinkRequested.name && (data as SellerLinkRequested).agreementId === agreementId,
    );
  };

  it('has it mailed once an hour, though asked five times at once; the link before it goes on working', async () => {
    const mine = await escrows.hold(seller);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(mine.agreementId)));
    expect(answers).toEqual(Array(5).fill([202, '']));
    const [first, ...others] = await requests(mine.agreementId);
    expect(others).toEqual([]);
    expect(first?.data).toEqual({
      ...{ escrowId: mine.id, agreementId: mine.agreementId },
      requestedAt: expect.any(String),
    });

    await payments.setClock(new Date(Date.now() + HOUR_MS - 60_000));
    await ask(mine.agreementId);
    expect(await requests(mine.agreementId)).toHaveLength(1);
    await payments.setClock(new Date(Date.now() + HOUR_MS + 60_000));
    await ask(mine.agreementId);
    expect(await requests(mine.agreementId)).toHaveLength(2);
    expect((await escrows.viewAsSeller(mine)).status).toBe(200);
  }, 60_000);

  it('answers the same, as late, when there is nobody to mail', async () => {
    const open = await escrows.open(seller);
    const closed = await escrows.open(seller);
    await payments.service.app
      .get(DataSource)
      .manager.update(EscrowEntity, { id: closed.id }, { state: 'failed' });
    const none = payments.agreement('split-second-contract', 'completed');
    const took: number[] = [];
    for (const agreementId of [open.agreementId, closed.agreementId, none, newAgreementId(), '12']) {
      const began = performance.now();
      expect(await ask(agreementId)).toEqual([202, '']);
      took.push(Math.round((performance.now() - began) / 200));
    }
    // Answers come at whole steps of 200 ms.
    expect(Math.min(...took)).toBeGreaterThanOrEqual(1);
    expect(await requests(open.agreementId)).toHaveLength(1);
    for (const agreementId of [closed.agreementId, none]) expect(await requests(agreementId)).toEqual([]);
  }, 60_000);

  it('waits for nothing that others do with the escrow when nothing is to be mailed', async () => {
    const told = await escrows.open(seller);
    await ask(told.agreementId);
    const closed = await escrows.open(seller);
    const database = payments.service.app.get(DataSource);
    await database.manager.update(EscrowEntity, { id: closed.id }, { state: 'failed' });
    for (const { id, agreementId } of [told, closed]) {
      const answer = await database.transaction(async (manager) => {
        await manager.findOneOrFail(EscrowEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
        // Would it wait for the row, the database would end that, and it would answer 503.
        return ask(agreementId);
      });
      expect(answer).toEqual([202, '']);
    }
  }, 60_000);

  it('goes to another seller within the hour', async () => {
    const mine = await escrows.open(seller);
    await ask(mine.agreementId);
    expect((await escrows.create(mine.agreementId, await escrows.readySeller(), 120)).status).toBe(200);
    await ask(mine.agreementId);
    expect(await requests(mine.agreementId)).toHaveLength(2);
    // Another amount is no other seller.
    const { sellerEmail } = await escrows.row(mine.agreementId);
    expect((await escrows.create(mine.agreementId, sellerEmail, 130)).status).toBe(200);
    await ask(mine.agreementId);
    expect(await requests(mine.agreementId)).toHaveLength(2);
  }, 60_000);

  it('is not counted against an address for what can be no contract', async () => {
    const address = newAddress();
    for (let time = 0; time <= STRANGERS_PER_ADDRESS; time += 1) {
      expect(await ask(`typo${time}`, address)).toEqual([202, '']);
    }
    const mine = await escrows.open(seller);
    expect(await ask(mine.agreementId, address)).toEqual([202, '']);
    expect(await requests(mine.agreementId)).toHaveLength(1);
  }, 60_000);

  it('is refused to an address that has asked for a day’s worth of contracts, whatever they are', async () => {
    const address = newAddress();
    const asked = Array.from({ length: STRANGERS_PER_ADDRESS }, newAgreementId);
    for (const agreementId of asked) expect(await ask(agreementId, address)).toEqual([202, '']);
    const mine = await escrows.open(seller);
    expect((await ask(mine.agreementId, address))[0]).toBe(429);
    expect(await requests(mine.agreementId)).toEqual([]);
    // The same contract again is no other.
    expect(await ask(asked[0] ?? '', address)).toEqual([202, '']);
  }, 60_000);
});
