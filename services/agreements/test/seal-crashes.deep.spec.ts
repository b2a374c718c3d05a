import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { recordTone } from './recordings.fixture.js';
import { oneSeal, sealedAfterDeath } from './seal-crashes.fixture.js';
import { FakeServices } from './seals.fixture.js';

/** As many files as are made for the seal of an agreement of one recording. */
const MADE = 12;

let under: AgreementsUnderTest;
let services: FakeServices;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-seal-crashes-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start(services.environment);
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('a process that is killed while it seals leaves one seal, of the same hashes', () => {
  it.each([
    ['agreements.job.seal-agreement.after-claim', 0],
    ...Array.from({ length: MADE }, (_, file) => ['agreements.seal.after-object', file] as const),
    ['agreements.seal.after-objects', 0],
    ['agreements.job.seal-agreement.before-commit', 0],
    ['agreements.job.seal-agreement.after-commit', 0],
  ] as const)(
    'at %s, after %i more',
    async (failpoint, skip) => {
      expect(await sealedAfterDeath(under, services, { audio, folder, failpoint, skip })).toEqual(oneSeal);
    },
    120_000,
  );
});
