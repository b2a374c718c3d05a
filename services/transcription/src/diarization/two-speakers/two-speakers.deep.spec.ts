import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { measureAudio } from '#media';
import { diarizationScore, ROOMS, readersDialogue, realSpeechFolder, SeededRandom } from '#testing';
import { LEAST_AGREEMENT } from '../find-speakers.js';
import { diarize } from './diarize.js';

// Minutes of sound are made and listened to; a busy machine is no reason to fail.
jest.setTimeout(300_000);

/** Nothing was tuned on these. */
const PAIRS = [
  ['2414', '3331'],
  ['2414', '367'],
  ['3331', '367'],
] as const;

describe('two real readers', () => {
  const source = realSpeechFolder();
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'readers-spec-'));
    if (source === null)
      process.stderr.write('No real speech on this machine (REAL_SPEECH_DIR): not tried.\n');
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(PAIRS)('%s and %s are told apart, whatever the room', async (one, other) => {
    if (source === null) return;
    const random = new SeededRandom(`readers ${one} ${other}`);
    for (const name of ['quiet', 'levels', 'everything'] as const) {
      const path = join(folder, `${one}-${other}-${name}.wav`);
      const seed = random.between(1, 100_000);
      const { turns } = await readersDialogue(path, source, [one, other], seed, ROOMS[name]);
      const { speech } = await measureAudio(path);
      const found = await diarize({ wavPath: path, speech });
      expect(found.agreement).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
      const labelled = found.turns.map((turn) => ({ ...turn, speaker: String(turn.voice) }));
      const score = diarizationScore(turns, labelled, 0.25);
      expect(score.confusion).toBeLessThan(0.1);
      expect(score.rate).toBeLessThan(0.2);
    }
  });
});
