import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SeededRandom } from '#testing';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import { LogHeads } from '../src/evidence/log-heads.js';
import type { Verification } from '../src/evidence/verification.view.js';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { RandomTampering } from './random-tampering.fixture.js';
import { drawPhoto, recordAnswer, recordTone } from './recordings.fixture.js';
import { everyKindOfAgreement, FakeServices } from './seals.fixture.js';

const TAMPERS = 1000;
const random = new SeededRandom('random-tampering');

let under: AgreementsUnderTest;
let services: FakeServices;
let folder: string;
let superuser: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-tampers-'));
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start({ ...services.environment, STRANGERS_PER_ADDRESS: '1000' });
}, 120_000);

afterAll(async () => {
  await superuser?.end();
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it(`the nightly check and the verify call find each of ${TAMPERS} random changes of rows and objects`, async () => {
  const [audio, consentAudio] = [
    await recordTone(join(folder, 'a.webm'), 1),
    await recordAnswer(join(folder, 'b.webm')),
  ];
  const photo = await drawPhoto(join(folder, 'photo.jpg'));
  const agreements = await everyKindOfAgreement(under, { audio, consentAudio, photo });
  await under.query('delete from log_heads');
  await under.service.app.get(LogHeads).signToday();
  await under.service.app.get(LogHeads).cover(new AbortController().signal);
  superuser = new pg.Client({ connectionString: under.databaseUrl });
  await superuser.connect();
  await superuser.query('set session_replication_role = replica');
  const check = under.service.app.get(AgreementCheck);
  const statusOf = async (path: string) =>
    (
      await under.call<Verification>(`/api/verify/${path}`, {
        ...{ kind: 'visitor', id: 0, sessionId: null },
      })
    ).body.status;
  for (const agreementId of agreements) expect(await check.check(agreementId)).toBeNull();
  const tampering = new RandomTampering(under, superuser, random);
  const unseen: string[] = [];
  const kinds = new Map<string, number>();
  let done = 0;
  while (done < TAMPERS) {
    const agreementId = random.pick(agreements);
    const tampered = await tampering.once(agreementId);
    if (!tampered) continue;
    done += 1;
    const kind = tampered.what.split(':')[0]?.split(' ')[0] ?? '';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    // By the file itself, before any check.
    const byFile = tampered.fileHash === null ? null : await statusOf(`hash/${tampered.fileHash}`);
    const problem = await check.check(agreementId).catch((error: unknown) => `threw ${String(error)}`);
    const status = await statusOf(agreementId);
    if (problem === null || status !== 'altered' || (byFile ?? 'unknown') !== 'unknown') {
      unseen.push(`${agreementId} ${tampered.what}: ${problem}, ${status}, ${byFile}`);
    }
    await tampered.restore();
    const after = await check.check(agreementId);
    if (after !== null || (await statusOf(agreementId)) !== 'valid') {
      throw new Error(`${tampered.what} could not be taken back: ${after}`);
    }
    if (tampered.fileHash !== null) expect(await statusOf(`hash/${tampered.fileHash}`)).toBe('valid');
  }
  process.stdout.write(`${JSON.stringify(Object.fromEntries([...kinds].sort()))}\n`);
  expect(unseen).toEqual([]);
}, 900_000);
