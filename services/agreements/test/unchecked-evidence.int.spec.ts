import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { OutageError } from '#platform';
import { DiskStore } from '#storage';
import { eventually } from '#testing';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import { CheckEvidence } from '../src/evidence/evidence.schedules.js';
import { EvidenceCheck } from '../src/evidence/evidence-check.js';
import { LogHeads } from '../src/evidence/log-heads.js';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { recordTone, savedAgreement } from './recordings.fixture.js';
import { FakeServices, prepare, sealedAgreement, verify } from './seals.fixture.js';

/** What the check of the night does with agreements that it cannot look at. */

const { signal } = new AbortController();
const TAMPERED = 'names, amount or dates are not those that were sealed';

let under: AgreementsUnderTest;
let services: FakeServices;
let folder: string;
let check: EvidenceCheck;
let ofOne: AgreementCheck;
/** In the order in which they are checked: the first was tampered with. */
const agreements: string[] = [];
/** Far from midnight, when another day begins. */
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);

interface Doubt {
  checked: number;
  problems: number;
  unchecked?: number;
  lines: string[];
}

/** What was told since the last look. */
let heard = 0;
const told = () =>
  eventually(
    async () => {
      const doubts = under.published.filter(({ type }) => type === 'agreements.evidence.doubted');
      if (doubts.length <= heard) throw new Error('nothing was told');
      const fresh = doubts.slice(heard).map(({ data }) => data as Doubt);
      heard = doubts.length;
      return fresh;
    },
    10_000,
    'the news',
  );

/** The store fails with this for these objects. */
function failing(isMeant: (key: string) => boolean, error: () => Error): void {
  const { get } = DiskStore.prototype;
  jest.spyOn(DiskStore.prototype, 'get').mockImplementation(function (this: DiskStore, key, range) {
    return isMeant(key) ? Promise.reject(error()) : get.call(this, key, range);
  });
}

async function failingFor(agreementId: string, error: () => Error): Promise<void> {
  const rows = await under.query<{ key: string }>(
    'select object_key as key from seal_parts where agreement_id = $1',
    [agreementId],
  );
  const keys = new Set(rows.map(({ key }) => key));
  failing((key) => keys.has(key), error);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-unchecked-'));
  const audio = await recordTone(join(folder, 'tone.webm'), 1);
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start(services.environment);
  for (let n = 0; n < 2; n += 1) {
    const { agreementId } = await sealedAgreement(under, audio);
    await prepare(under, agreementId);
    agreements.push(agreementId);
  }
  // Nothing is sealed of these.
  for (let n = 0; n < 6; n += 1) agreements.push((await savedAgreement(under, audio)).agreementId);
  await under.query('update agreements set amount_cents = 1 where agreement_id = $1', [agreements[0]]);
  check = under.service.app.get(EvidenceCheck);
  ofOne = under.service.app.get(AgreementCheck);
  await under.setClock(noon);
}, 240_000);

afterEach(() => jest.restoreAllMocks());

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it('one that cannot be read keeps nobody from hearing of the others, and is looked at the next time', async () => {
  const [tampered = '', unreadable = ''] = agreements;
  await failingFor(unreadable, () => new Error('strange'));
  await under.query('delete from evidence_checks');
  await under.service.app.get(CheckEvidence).round(signal);
  const [row] = await under.query<object>(
    'select agreements, problems, finished_at is not null as "isFinished" from evidence_checks',
  );
  expect(row).toEqual({ agreements: 8, problems: 1, isFinished: true });
  expect(await told()).toEqual([
    expect.objectContaining({
      ...{ checked: 8, problems: 1, unchecked: 1 },
      lines: [
        `agreement ${tampered}: ${TAMPERED}`,
        `agreement ${unreadable}: could not be checked; the log has the error`,
      ],
    }),
  ]);
  jest.restoreAllMocks();
  expect(await check.run(signal)).toMatchObject({
    ...{ agreements: 8, unchecked: [], isCutShort: false },
    problems: [{ agreementId: tampered, problem: TAMPERED }],
  });
  await told();
});

it('is told of, too, when nothing else was found', async () => {
  const [tampered = '', unreadable = ''] = agreements;
  const own = ofOne.check.bind(ofOne);
  jest
    .spyOn(ofOne, 'check')
    .mockImplementation((agreementId) =>
      agreementId === tampered ? Promise.resolve(null) : own(agreementId),
    );
  await failingFor(unreadable, () => new OutageError('storage'));
  await check.run(signal);
  expect(await told()).toEqual([
    expect.objectContaining({
      ...{ problems: 0, unchecked: 1 },
      lines: [`agreement ${unreadable}: could not be checked: storage did not answer`],
    }),
  ]);
});

it('what fails once, in passing, is looked at again before the end', async () => {
  const [tampered = '', busy = ''] = agreements;
  const own = ofOne.check.bind(ofOne);
  let failures = 0;
  jest.spyOn(ofOne, 'check').mockImplementation(async (agreementId) => {
    if (agreementId !== busy || failures > 0) return own(agreementId);
    failures += 1;
    throw new OutageError('storage');
  });
  expect(await check.run(signal)).toMatchObject({
    ...{ agreements: 8, unchecked: [], problems: [{ agreementId: tampered }] },
  });
  expect(failures).toBe(1);
  await told();
});

it('an outage ends the check, which tells before what it has found, and is taken over', async () => {
  const [tampered = '', ...others] = agreements;
  const own = ofOne.check.bind(ofOne);
  // A draft between them needs no object.
  const readable = new Set([tampered, others[2]]);
  jest
    .spyOn(ofOne, 'check')
    .mockImplementation((agreementId) =>
      readable.has(agreementId) ? own(agreementId) : Promise.reject(new OutageError('storage')),
    );
  await under.query('delete from evidence_checks');
  const rounds = under.service.app.get(CheckEvidence);
  await rounds.round(signal);
  const isFinished = async () =>
    (await under.query('select 1 from evidence_checks where finished_at is not null')).length > 0;
  expect(await isFinished()).toBe(false);
  expect(await told()).toEqual([
    expect.objectContaining({
      ...{ checked: 7, problems: 1, unchecked: 5 },
      lines: [
        `agreement ${tampered}: ${TAMPERED}`,
        ...others
          .slice(0, 6)
          .filter((agreementId) => !readable.has(agreementId))
          .map((agreementId) => `agreement ${agreementId}: could not be checked: storage did not answer`),
        'the check ended early, after 7 agreements; it goes on in some hours',
      ],
    }),
  ]);
  jest.restoreAllMocks();
  await under.query(`update evidence_checks set started_at = started_at - interval '181 minutes'`);
  await rounds.round(signal);
  expect(await isFinished()).toBe(true);
  await told();
});

it('a daily head that cannot be read keeps nobody from hearing of the rest', async () => {
  const [tampered = ''] = agreements;
  await under.query('delete from log_heads');
  await under.service.app.get(LogHeads).signToday();
  failing(
    (key) => key.startsWith('log-heads/'),
    () => new Error('strange'),
  );
  await check.run(signal);
  const day = noon.toISOString().slice(0, 10);
  expect(await told()).toEqual([
    expect.objectContaining({
      ...{ problems: 1, unchecked: 1 },
      lines: [
        `agreement ${tampered}: ${TAMPERED}`,
        `the head of ${day} could not be checked; the log has the error`,
      ],
    }),
  ]);
});

it('what answers in place of the store is no changed object: nobody is told that an agreement was altered', async () => {
  const [tampered = '', whole = ''] = agreements;
  await under.query('delete from log_heads');
  await under.service.app.get(LogHeads).signToday();
  jest
    .spyOn(DiskStore.prototype, 'get')
    .mockImplementation(async () => Readable.from([Buffer.from('<html>')]));
  jest.spyOn(DiskStore.prototype, 'check').mockRejectedValue(new OutageError('storage'));
  expect(await check.run(signal)).toMatchObject({
    problems: [{ agreementId: tampered, problem: TAMPERED }],
    unchecked: [
      `agreement ${whole}: could not be checked: storage did not answer`,
      `the head of ${noon.toISOString().slice(0, 10)} could not be checked: storage did not answer`,
    ],
  });
  expect(await verify(under, whole)).toMatchObject({ status: 'valid' });
  await told();
});
