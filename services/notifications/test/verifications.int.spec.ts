import { randomUUID } from 'node:crypto';
import { createEnvelope, evidenceDoubted, type Verification } from '#contracts';
import { eventually } from '#testing';
import { verification } from './facts.fixture.js';
import { NotificationsUnderTest, readable, SUPPORT } from './notifications-under-test.js';

const service = { kind: 'service', id: 0, sessionId: null, name: 'verify' } as const;
const clean: Verification = { ...verification, holding: 97, violations: 0, lines: [] };

describe('what make verify has found', () => {
  let under: NotificationsUnderTest;

  beforeAll(async () => {
    under = await NotificationsUnderTest.start();
  }, 180_000);

  afterAll(() => under?.stop(), 60_000);

  const tell = async (json: object): Promise<number> => {
    const principal = service;
    const answer = await under.call<unknown>('POST', '/internal/verifications', { json, principal });
    return answer.status;
  };
  const last = async () =>
    (await under.call<Verification | null>('GET', '/internal/verifications/last', { principal: service }))
      .body;

  it('is told by services only, and whole', async () => {
    expect((await under.call('POST', '/internal/verifications', { json: clean })).status).toBe(401);
    for (const wrong of [{ violations: -1 }, { lines: ['x'.repeat(501)] }, { checkedAt: 'yesterday' }]) {
      expect(await tell({ ...clean, ...wrong })).toBe(400);
    }
    expect(await last()).toBeNull();
  });

  it('is kept, fifty of them, and the last is told', async () => {
    for (let run = 0; run < 52; run += 1) expect(await tell({ ...clean, tookMs: run })).toBe(204);
    expect(await last()).toEqual({ ...clean, tookMs: 51 });
    const [kept] = await under.query<{ count: number; first: number }>(
      'select count(*)::int as count, min(took_ms) as first from verifications',
    );
    expect(kept).toEqual({ count: 50, first: 2 });
    expect(await under.query('select 1 from mails')).toEqual([]);
  });

  it('is mailed to support once for each run that found violations', async () => {
    await tell(verification);
    await tell({ ...verification, checkedAt: '2026-11-21T08:45:00.000Z' });
    await eventually(
      async () => {
        const rows = await under.query<{ status: string }>('select status from mails');
        if (rows.length !== 2 || rows.some(({ status }) => status !== 'sent'))
          throw new Error(JSON.stringify(rows));
      },
      40_000,
      'both mails sent',
    );
    const texts = under.to(SUPPORT).map(({ raw }) => readable(raw));
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text).toContain('Subject: Something does not hold: 2 violations');
      expect(text).toContain('log-is-whole: agreement 1 has no row 3');
    }
    expect(texts.filter((text) => text.includes('at 8:45 AM UTC'))).toHaveLength(1);
  });

  it('and what the check of the night found: kept and mailed once, though it is delivered twice', async () => {
    const line = 'agreement 4207731958026614: the log breaks at row 3';
    const event = createEnvelope(
      evidenceDoubted,
      {
        ...{ checkId: randomUUID(), checkedAt: '2026-11-22T02:00:00.000Z' },
        ...{ tookMs: 5, checked: 9, problems: 1, lines: [line] },
      },
      { correlationId: 'test-correlation', causationId: null },
    );
    const mailed = () => under.to(SUPPORT).filter(({ raw }) => readable(raw).includes(line)).length;
    for (const times of [1, 2]) {
      await under.publish(event);
      await under.handled(event, times);
    }
    expect(await last()).toMatchObject({ violations: 1, lines: [`evidence: ${line}`] });
    await eventually(async () => expect(mailed()).toBe(1), 40_000, 'the mail');
    expect(await under.query('select 1 from mails')).toHaveLength(3);
  });

  it('and what it could not look at, also when that is all', async () => {
    const line = 'agreement 4207731958026614: could not be checked: storage did not answer';
    const event = createEnvelope(
      evidenceDoubted,
      {
        ...{ checkId: randomUUID(), checkedAt: '2026-11-23T02:00:00.000Z' },
        ...{ tookMs: 5, checked: 9, problems: 0, unchecked: 1, lines: [line] },
      },
      { correlationId: 'test-correlation', causationId: null },
    );
    await under.publish(event);
    await under.handled(event, 1);
    expect(await last()).toMatchObject({ violations: 0, unchecked: 1, lines: [`evidence: ${line}`] });
    await eventually(
      async () => {
        const found = under.to(SUPPORT).filter(({ raw }) => readable(raw).includes(line));
        expect(found.map(({ raw }) => readable(raw))).toEqual([
          expect.stringContaining('Subject: Could not be checked: 1'),
        ]);
      },
      40_000,
      'the mail',
    );
  });
});
