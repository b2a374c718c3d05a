import { eventually } from '#testing';
import { Escrows } from './escrows.harness.js';
import { Payments } from './payments.harness.js';

describe('when a clock that was five hours ahead is put back', () => {
  let payments: Payments;
  let escrows: Escrows;

  beforeAll(async () => {
    payments = await Payments.start();
    escrows = new Escrows(payments);
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  it('the money of an escrow moves though somebody seems to be moving it', async () => {
    const email = await escrows.readySeller();
    const mine = await escrows.hold(email);
    await payments.rows.query(
      `update escrows set settling_by = gen_random_uuid(), settling_until = now() + interval '5 hours' where id = $1`,
      [mine.id],
    );
    await escrows.buyer(mine, 'release');
    const isReleased = async () => {
      expect((await escrows.row(mine.agreementId)).state).toBe('released');
    };
    await eventually(isReleased, 15_000, 'the money moves');
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500 }]);
  }, 60_000);
});
