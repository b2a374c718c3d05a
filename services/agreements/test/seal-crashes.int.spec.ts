import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { recordTone } from './recordings.fixture.js';
import { oneSeal, sealedAfterDeath } from './seal-crashes.fixture.js';
import { FakeServices } from './seals.fixture.js';

it('a process that is killed after it has stored all files leaves one seal, of the same hashes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ssc-seal-crash-'));
  const services = await FakeServices.start();
  const under = await AgreementsUnderTest.start(services.environment);
  try {
    const audio = await recordTone(join(folder, 'tone.webm'), 1);
    const failpoint = 'agreements.seal.after-objects';
    expect(await sealedAfterDeath(under, services, { audio, folder, failpoint })).toEqual(oneSeal);
  } finally {
    await under.stop();
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
