import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#platform';
import { FindStuckWork } from '../src/agreements/find-stuck-work.schedule.js';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { logged, paidAgreement, told } from './deadlines.fixture.js';
import { recordTone } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-stuck-work-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  under = await AgreementsUnderTest.start();
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('work that stands still', () => {
  it('is asked for again every quarter of an hour and written down once a day', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    const look = async (minutes: number) => {
      await under.setClock(new Date(paidAt.getTime() + minutes * 60_000));
      const sweep = under.service.app.get(FindStuckWork);
      await Promise.all([1, 2].map(() => sweep.round(new AbortController().signal)));
      return (await told(under, saved, 'agreements.transcript.requested')).length;
    };
    expect(await look(29)).toBe(0);
    expect(await look(30)).toBe(1);
    expect(await look(44)).toBe(1);
    expect(await look(46)).toBe(2);
    expect(await logged(under, saved, 'stuck')).toBe(1);
    expect(await look(DAY_MS / 60_000 + 31)).toBe(3);
    expect(await logged(under, saved, 'stuck')).toBe(2);
    await under.query(`update agreements set status_reason = 'needs_fallback' where agreement_id = $1`, [
      saved.agreementId,
    ]);
    expect(await look((2 * DAY_MS) / 60_000)).toBe(3);
  });

  it('is asked for again although a clock that was ahead has noted when it was heard of and asked for', async () => {
    const saved = await paidAgreement(under, audio, new Date());
    await under.setClock(new Date());
    const look = async () => {
      await under.service.app.get(FindStuckWork).round(new AbortController().signal);
      return (await told(under, saved, 'agreements.transcript.requested')).length;
    };
    expect(await look()).toBe(0);
    const { agreementId } = saved;
    await under.query(
      `update agreements set transcript_at = now() + interval '3 days' where agreement_id = $1`,
      [agreementId],
    );
    expect(await look()).toBe(1);
    expect(await look()).toBe(1);
    await under.query(
      `update deadlines set due_at = now() + interval '3 days' where agreement_id = $1 and kind = 'stuck'`,
      [agreementId],
    );
    expect(await look()).toBe(2);
  });
});
