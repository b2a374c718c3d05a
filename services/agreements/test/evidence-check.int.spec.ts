import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import pg from 'pg';
import { Clock } from '#platform';
import { eventually, SeededRandom } from '#testing';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import { CheckEvidence } from '../src/evidence/evidence.schedules.js';
import { EvidenceCheck } from '../src/evidence/evidence-check.js';
import { LogHeads } from '../src/evidence/log-heads.js';
import type { Verification } from '../src/evidence/verification.view.js';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { OWNER, send } from './invitations.fixture.js';
import { recordAnswer, recordTone } from './recordings.fixture.js';
import { FakeServices, prepare, sealed, sealedAgreement, sealedRemoteAgreement } from './seals.fixture.js';
import { tamperings } from './tampered-evidence.fixture.js';

const random = new SeededRandom('evidence');
const { signal } = new AbortController();

let under: AgreementsUnderTest;
let services: FakeServices;
let folder: string;
let audio: Buffer;
let consentAudio: Buffer;
/** The database's superuser, with every trigger off. */
let superuser: pg.Client;
let check: EvidenceCheck;
let ofOne: AgreementCheck;
const agreements: string[] = [];

const statusOf = async (agreementId: string) =>
  (await under.call<Verification>(`/api/verify/${agreementId}`, { kind: 'visitor', id: 0, sessionId: null }))
    .body.status;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-evidence-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  consentAudio = await recordAnswer(join(folder, 'consent.webm'));
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start(services.environment);
  for (let n = 0; n < 2; n += 1) {
    const { agreementId } = await sealedAgreement(under, audio);
    await prepare(under, agreementId);
    agreements.push(agreementId);
  }
  superuser = new pg.Client({ connectionString: under.databaseUrl });
  await superuser.connect();
  await superuser.query('set session_replication_role = replica');
  check = under.service.app.get(EvidenceCheck);
  ofOne = under.service.app.get(AgreementCheck);
}, 240_000);

afterAll(async () => {
  await superuser?.end();
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it('finds nothing where nothing was changed, and tells nobody', async () => {
  expect(await check.run(signal)).toEqual({
    ...{ agreements: 2, problems: [], unchecked: [], isCutShort: false },
  });
  expect(under.published.filter(({ type }) => type === 'agreements.evidence.doubted')).toEqual([]);
  for (const agreementId of agreements) expect(await statusOf(agreementId)).toBe('valid');
});

it('finds each way to tamper with rows and objects, and so does the verify call', async () => {
  const unseen: string[] = [];
  for (const [name, tamper] of tamperings(under, superuser, random)) {
    const agreementId = random.pick(agreements);
    const restore = await tamper(agreementId);
    const problem = await ofOne.check(agreementId);
    if (problem === null || (await statusOf(agreementId)) !== 'altered') unseen.push(`${name}: ${problem}`);
    await restore();
    const after = await ofOne.check(agreementId);
    if (after !== null || (await statusOf(agreementId)) !== 'valid')
      unseen.push(`${name}, put back: ${after}`);
  }
  expect(unseen).toEqual([]);
}, 240_000);

it('takes for no fault what is gone because retention is deleting it at the moment', async () => {
  const [agreementId = ''] = agreements;
  const [[, hideObject] = ['', async () => async () => undefined]] = tamperings(
    under,
    superuser,
    random,
  ).filter(([name]) => name === 'an object: gone');
  await under.query(
    `insert into jobs (id, name, key, payload, status, correlation_id)
     values ($1::uuid, 'delete-content', $2, '{}', 'failed', $1::uuid::text)`,
    [randomUUID(), `${agreementId}:2026-12-25T00:00:00.000Z`],
  );
  // It was given up, and begins anew in a while.
  await moveContentEnd(agreementId, '30 minutes');
  const restore = await hideObject(agreementId);
  expect(await ofOne.check(agreementId)).toBeNull();
  await moveContentEnd(agreementId, '30 days');
  expect(await ofOne.check(agreementId)).toMatch(/is not in the store$/);
  await moveContentEnd(agreementId, '30 minutes');
  await under.query(`delete from jobs where name = 'delete-content'`);
  expect(await ofOne.check(agreementId)).toMatch(/is not in the store$/);
  await restore();
  await under.query(`delete from deadlines where agreement_id = $1 and kind = 'content-end'`, [agreementId]);
  expect(await ofOne.check(agreementId)).toBeNull();
});

const moveContentEnd = (agreementId: string, after: string) =>
  under.query(
    `insert into deadlines (agreement_id, kind, due_at) values ($1, 'content-end', now() + $2::interval)
     on conflict (agreement_id, kind) do update set due_at = excluded.due_at`,
    [agreementId, after],
  );

it('believes no mark that something was deleted of which the log knows nothing', async () => {
  const [agreementId = ''] = agreements;
  const set = (at: string) =>
    superuser.query(
      `with a as (update agreements set content_deleted_at = ${at} where agreement_id = $1),
         r as (update recordings set deleted_at = ${at} where agreement_id = $1)
       update seal_parts set deleted_at = ${at} where agreement_id = $1
         and kind in ('audio', 'transcript', 'terms', 'certificate')`,
      [agreementId],
    );
  await set('now()');
  expect(await ofOne.check(agreementId)).toBe('it is marked as deleted, and its log knows of no deletion');
  expect(await statusOf(agreementId)).toBe('altered');
  await set('null');
  await superuser.query('update recordings set deleted_at = now() where agreement_id = $1', [agreementId]);
  expect(await ofOne.check(agreementId)).toBe('a part is marked as deleted, and nothing was deleted');
  await set('null');
  expect(await ofOne.check(agreementId)).toBeNull();
});

describe('once a day', () => {
  // Far from midnight, when another day begins.
  beforeAll(async () => {
    const noon = new Date();
    noon.setUTCHours(12, 0, 0, 0);
    await under.setClock(noon);
  });

  afterAll(() => under.setClock(new Date()));

  it('tells administrators what was found, with the numbers', async () => {
    const [agreementId = ''] = agreements;
    const [[, tamper] = ['', async () => async () => undefined]] = tamperings(
      under,
      superuser,
      random,
    ).filter(([name]) => name.startsWith('agreements: amount_cents'));
    const restore = await tamper(agreementId);
    await under.query('delete from evidence_checks');
    const rounds = under.service.app.get(CheckEvidence);
    await Promise.all([rounds.round(signal), rounds.round(signal)]);
    await restore();
    const [row] = await under.query('select agreements, problems from evidence_checks');
    expect(row).toEqual({ agreements: 2, problems: 1 });
    const doubts = () => under.published.filter(({ type }) => type === 'agreements.evidence.doubted');
    const told = await eventually(
      async () => {
        if (doubts().length === 0) throw new Error('nothing was told');
        return doubts();
      },
      10_000,
      'the news',
    );
    expect(told.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        ...{ checked: 2, problems: 1 },
        lines: [`agreement ${agreementId}: names, amount or dates are not those that were sealed`],
      }),
    ]);
  });

  it('goes on where it was stopped', async () => {
    const rounds = under.service.app.get(CheckEvidence);
    await under.query('delete from evidence_checks');
    const stop = new AbortController();
    const looked: string[] = [];
    const own = ofOne.check.bind(ofOne);
    const spy = jest.spyOn(ofOne, 'check').mockImplementation((agreementId) => {
      looked.push(agreementId);
      stop.abort();
      return own(agreementId);
    });
    await rounds.round(stop.signal);
    expect(looked).toEqual(agreements.slice(0, 1));
    await rounds.round(signal);
    expect(looked).toEqual(agreements.slice(0, 1));
    await under.query(`update evidence_checks set started_at = started_at - interval '181 minutes'`);
    await rounds.round(signal);
    spy.mockRestore();
    expect(looked).toEqual(agreements);
    const rows = await under.query(
      'select agreements, problems, finished_at is not null as "isFinished" from evidence_checks',
    );
    expect(rows).toEqual([{ agreements: 2, problems: 0, isFinished: true }]);
  });

  it('is brought to its end the next day, before another one begins', async () => {
    const rounds = under.service.app.get(CheckEvidence);
    await under.query(
      `update evidence_checks set day = day - 1, finished_at = null, started_at = started_at - interval '4 hours'`,
    );
    const finished = async () => {
      await rounds.round(signal);
      const rows = await under.query<{ isFinished: boolean }>(
        'select finished_at is not null as "isFinished" from evidence_checks order by day',
      );
      return rows.map(({ isFinished }) => isFinished);
    };
    expect(await finished()).toEqual([true]);
    expect(await finished()).toEqual([true, true]);
    await under.query('delete from evidence_checks where finished_at is not null and day < current_date');
  });

  it('begins a check anew that was cut short three hours ago, and not before', async () => {
    const rounds = under.service.app.get(CheckEvidence);
    const clock = under.service.app.get(Clock);
    const isFinishedAfter = async (change: string) => {
      await under.query(`update evidence_checks set ${change}`, [clock.now()]);
      await rounds.round(signal);
      const [row] = await under.query<{ isFinished: boolean }>(
        'select finished_at is not null as "isFinished" from evidence_checks',
      );
      return row?.isFinished;
    };
    expect(
      await isFinishedAfter("finished_at = null, started_at = $1::timestamptz - interval '179 minutes'"),
    ).toBe(false);
    expect(await isFinishedAfter("started_at = $1::timestamptz - interval '181 minutes'")).toBe(true);
  });

  it('signs the head of all logs, publishes it, and shows a log that was put together anew', async () => {
    const heads = under.service.app.get(LogHeads);
    // The service has signed one when it started, before there was any log.
    await under.query('delete from log_heads');
    expect(await heads.signToday()).toBe(true);
    expect(await heads.signToday()).toBe(false);
    const problems = async () => {
      const found: object[] = [];
      for (const head of await heads.newest(7))
        for await (const problem of heads.problems(head)) found.push(problem);
      return found;
    };
    expect(await problems()).toEqual([]);
    const { body } = await under.call<{ heads: object[] }>(
      '/.well-known/split-second-contract/log-heads.json',
      { kind: 'visitor', id: 0, sessionId: null },
    );
    expect(body.heads).toEqual([
      expect.objectContaining({ agreements: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ]);
    expect(JSON.stringify(body)).not.toContain(agreements[0]);
    // A packet that got the head of its day says for ever where that is published.
    await superuser.query(
      "update log_heads set day = day - 500, signed_at = signed_at - interval '500 days'",
    );
    const { body: later } = await under.call<{ heads: object[] }>(
      '/.well-known/split-second-contract/log-heads.json',
      { kind: 'visitor', id: 0, sessionId: null },
    );
    expect(later.heads).toHaveLength(1);
    await superuser.query(
      "update log_heads set day = day + 500, signed_at = signed_at + interval '500 days'",
    );
    await superuser.query('update log_heads set agreements = agreements - 1');
    expect(await problems()).toEqual([
      { agreementId: null, problem: expect.stringContaining('does not fit its signature') },
    ]);
    await superuser.query('update log_heads set agreements = agreements + 1');
    const [agreementId = ''] = agreements;
    await superuser.query(
      'update agreement_events set hash = reverse(hash) where agreement_id = $1 and seq = (select max(seq) from agreement_events where agreement_id = $1)',
      [agreementId],
    );
    expect(await problems()).toEqual([
      { agreementId, problem: expect.stringContaining('does not go through the end that it had') },
    ]);
    await superuser.query(
      'update agreement_events set hash = reverse(hash) where agreement_id = $1 and seq = (select max(seq) from agreement_events where agreement_id = $1)',
      [agreementId],
    );
  });
});

it('compares with the log whether party B answered on the device of party A', async () => {
  const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
  expect(await ofOne.check(agreementId)).toBeNull();
  for (const match of ['same', 'alike', null]) {
    await superuser.query('update consents set device_match = $2 where agreement_id = $1', [
      agreementId,
      match,
    ]);
    const problem = await ofOne.check(agreementId);
    // Nothing else would say that it is the answer of before devices were compared.
    expect(problem).toBe(match === 'same' ? "party B's consent is not the one in the log" : null);
    expect(await statusOf(agreementId)).toBe(match === 'same' ? 'altered' : 'valid');
  }
});

it('takes a corrected address for no fault while the seal with it waits for another service', async () => {
  const { agreementId } = await sealedAgreement(under, audio);
  await under.query(
    `update agreements set is_party_b_reached = false, mail_problem = 'partyB:bounced' where agreement_id = $1`,
    [agreementId],
  );
  services.away.add(agreementId);
  const email = 'benjamin@example.test';
  const corrected = await send(
    under,
    'PATCH',
    `/api/agreements/${agreementId}/party-b`,
    { email },
    user(OWNER),
  );
  expect(corrected.status).toBe(200);
  expect(await ofOne.check(agreementId)).toBeNull();
  expect(await statusOf(agreementId)).toBe('valid');
  services.away.delete(agreementId);
  await sealed(under, agreementId, 2);
  expect(await ofOne.check(agreementId)).toBeNull();
  expect(await statusOf(agreementId)).toBe('valid');
  // Once it is sealed, it is what counts.
  await superuser.query(`update agreements set party_b_email = 'x@example.test' where agreement_id = $1`, [
    agreementId,
  ]);
  expect(await ofOne.check(agreementId)).toBe('names, amount or dates are not those that were sealed');
  await superuser.query('update agreements set party_b_email = $2 where agreement_id = $1', [
    agreementId,
    email,
  ]);
  expect(await ofOne.check(agreementId)).toBeNull();
}, 60_000);

it('notes after every batch how far it has come, until something is found', async () => {
  await under.query(
    `insert into agreements (agreement_id, owner_id, claim_hash, party_a_name, party_a_email, party_b_name,
       party_b_email, plan_type, status, expires_at)
     select (1700000000000000 + n)::text, 1, 'x', 'A', 'a@example.test', 'B', 'b@example.test', 'basic', 'pending', now()
     from generate_series(1, 600) n`,
  );
  const ids = await under.query<{ id: number; agreementId: string }>(
    'select id, agreement_id as "agreementId" from agreements order by id',
  );
  const found = ids[450]?.agreementId ?? '';
  const spy = jest
    .spyOn(ofOne, 'check')
    .mockImplementation(async (agreementId) => (agreementId === found ? 'it is altered' : null));
  const noted: object[] = [];
  const from = { upTo: 0, agreements: 0, problems: 0 };
  const note = async (progress: object) => void noted.push(progress);
  const { problems } = await check.run(signal, { from, note });
  spy.mockRestore();
  expect(problems).toEqual([{ agreementId: found, problem: 'it is altered' }]);
  const upTo = (agreements: number) => ({ upTo: ids[agreements - 1]?.id, agreements, problems: 0 });
  expect(noted).toEqual([upTo(200), upTo(400), upTo(400)]);
});
