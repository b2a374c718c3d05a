import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { recordTone } from './recordings.fixture.js';
import { oneSeal, sealedAfterDeath } from './seal-crashes.fixture.js';
import { FakeNeighbours } from './seals.fixture.js';

it('a process that is killed after it has stored all files leaves one seal, of the same hashes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ssc-seal-crash-'));
  const neighbours = await FakeNeighbours.start();
  const under = await AgreementsUnderTest.start(neighbours.environment);
  try {
    const audio = await recordTone(join(folder, 'tone.webm'), 1);
    const failpoint = 'agreements.seal.after-objects';
    expect(await sealedAfterDeath(under, neighbours, { audio, folder, failpoint })).toEqual(oneSeal);
  } finally {
    await under.stop();
    await neighbours.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
