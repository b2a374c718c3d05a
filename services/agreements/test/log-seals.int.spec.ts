import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealLogs } from '../src/event-log/log-seal.js';
import { AgreementsUnderTest, LOG_SEAL_SECRET } from './agreements-under-test.js';
import { recordTone, savedAgreement } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-seals-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  under = await AgreementsUnderTest.start();
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it('logs of a time without seals get those that they would have had', async () => {
  const { agreementId } = await savedAgreement(under, audio);
  const seal = async () => {
    const rows = await under.query<{ seal: string | null }>(
      'select log_seal as seal from agreements where agreement_id = $1',
      [agreementId],
    );
    return rows[0]?.seal;
  };
  const sealed = await seal();
  expect(sealed).toHaveLength(86);
  await under.query('update agreements set log_seal = null');
  expect(await sealLogs(under.databaseUrl, LOG_SEAL_SECRET)).toBe(1);
  expect(await seal()).toBe(sealed);
  expect(await sealLogs(under.databaseUrl, LOG_SEAL_SECRET)).toBe(0);
});
