import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAgreementId } from '#contracts';
import { HealthRegistry } from '#platform';
import { eventually } from '#testing';
import { OutageMails } from '../src/operations/outage-mails.js';
import { addresses } from './internal-api.js';
import { completed, NotificationsUnderTest, readable, SUPPORT } from './notifications-under-test.js';

const MINUTE_MS = 60_000;
const PAUSED = '454 4.7.0 sending is paused for this account';
const ALL_KEYS = 'completed:%';

describe('a mail server that lets the service in and refuses every mail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ssc-refusing-'));
  const clockFile = join(folder, 'clock');
  let under: NotificationsUnderTest;
  let aheadMs = 0;

  const lookAfter = async (minutes: number): Promise<void> => {
    aheadMs += minutes * MINUTE_MS;
    writeFileSync(clockFile, String(aheadMs));
    await under.app.get(OutageMails).look();
  };
  const subjects = () =>
    under.to(SUPPORT).map(({ raw }) => /^Subject: (.+)$/m.exec(readable(raw))?.[1]?.trim() ?? '');
  const away = async (): Promise<unknown> =>
    (await under.app.get(HealthRegistry).check()).checks.find(({ name }) => name === 'outages')?.detail;

  beforeAll(async () => {
    under = await NotificationsUnderTest.start({ CLOCK_FILE: clockFile });
    // While something is away nothing costs attempts.
    await eventually(
      async () => expect((await under.app.get(HealthRegistry).check()).status).toBe('up'),
      40_000,
      'a healthy service',
    );
  }, 180_000);

  afterAll(async () => {
    await under?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('costs no mail its attempts, is told to support, and gets each mail once when it takes them again', async () => {
    const agreements = Array.from({ length: 5 }, newAgreementId);
    const everybody = agreements.flatMap((id) => Object.values(addresses(id)).map(({ email }) => email));
    under.trap.refusing = { answer: PAUSED, times: Number.POSITIVE_INFINITY };
    for (const agreementId of agreements) await under.publish(completed(agreementId));
    await eventually(
      async () => {
        const tried = await under.query(
          'select from jobs where key like $1 and last_error is not null and status = $2',
          [ALL_KEYS, 'queued'],
        );
        expect(tried).toHaveLength(10);
      },
      40_000,
      'the first refusals of all ten mails',
    );
    // As after all the attempts of a day but one.
    const last = await under.query<{ id: string }>(
      `update jobs set attempts = 719, available_at = now() where key like $1 and status = 'queued'
       returning id`,
      [ALL_KEYS],
    );
    const fences = () =>
      under.query<{ tries: number; status: string }>(
        'select fence::int as tries, status from jobs where key like $1',
        [ALL_KEYS],
      );
    const before = (await fences()).reduce((sum, { tries }) => sum + tries, 0);
    await lookAfter(0);
    await eventually(
      async () => {
        const tries = (await fences()).reduce((sum, job) => sum + job.tries, 0) - before;
        expect(tries).toBeGreaterThanOrEqual(last.length);
      },
      60_000,
      'more tries',
    );
    expect(new Set((await fences()).map(({ status }) => status))).not.toContain('failed');
    for (const id of agreements)
      expect((await under.list(id)).map(({ status }) => status)).toEqual(['queued', 'queued']);
    expect(await away()).toMatchObject({ 'smtp-refusing': { since: expect.any(String) } });
    // What support is told has to get through, too.
    await lookAfter(10);
    expect(subjects()).toEqual([]);

    under.trap.refusing = { answer: '', times: 0 };
    for (const id of agreements) expect(await under.settled(id, 2)).toEqual(['partyA sent', 'partyB sent']);
    expect(agreements.flatMap((id) => under.trap.about(id).map(({ to }) => to)).sort()).toEqual(
      everybody.sort(),
    );
    expect(agreements.flatMap((id) => under.told.about(id))).toEqual([]);
    await eventually(async () => expect(await away()).toBeUndefined(), 30_000, 'the end of it');
    await lookAfter(0);
    await lookAfter(2);
    await lookAfter(2);
    expect(subjects()).toEqual(['Over: the mail server takes mails again']);
  }, 180_000);

  it('is told to support while it lasts, once, where support is not refused', async () => {
    under.trap.mails.length = 0;
    const agreements = Array.from({ length: 2 }, newAgreementId);
    const everybody = agreements.flatMap((id) => Object.values(addresses(id)).map(({ email }) => email));
    for (const email of everybody) under.trap.full.add(email);
    for (const agreementId of agreements) await under.publish(completed(agreementId));
    await eventually(async () => expect(await away()).toHaveProperty('smtp-refusing'), 40_000, 'refusals');
    await lookAfter(0);
    await lookAfter(10);
    await lookAfter(10);
    expect(subjects()).toEqual(['Outage: the mail server refuses all mails']);
    expect(readable(under.to(SUPPORT)[0]?.raw ?? '')).not.toMatch(/does not answer/);
    for (const email of everybody) under.trap.full.delete(email);
    for (const id of agreements) expect(await under.settled(id, 2)).toEqual(['partyA sent', 'partyB sent']);
  }, 120_000);
});
