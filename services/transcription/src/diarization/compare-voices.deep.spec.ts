import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { measureAudio } from '#media';
import { realSpeechFolder } from '#testing';
import { compareVoices } from './compare-voices.js';
import { asWorkingCopy } from './test/heard-dialogue.js';

jest.setTimeout(600_000);

const { signal } = new AbortController();
const READERS = ['1688', '2033', '2414', '3331', '367'];
/** Another microphone, a room, far away. */
const ROOMS = ['anull', 'bass=g=6,treble=g=-5', 'aecho=0.8:0.5:23|51:0.3|0.2', 'volume=-15dB'];

it('real readers: how often two are taken for one, and one for two', async () => {
  const source = realSpeechFolder();
  if (source === null) {
    process.stderr.write('No real speech on this machine (REAL_SPEECH_DIR): not tried.\n');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'alike-readers-'));
  const files = (await readdir(join(source, 'readers'))).toSorted();
  const recorded = async (reader: string, sentence: number, room: string, recording: 'a' | 'b') => {
    const file = files.filter((name) => name.startsWith(`${reader}-`))[sentence] ?? '';
    const wavPath = join(folder, `${reader}-${sentence}-${ROOMS.indexOf(room)}.wav`);
    await asWorkingCopy(join(source, 'readers', file), wavPath, room);
    const { speech, durationSeconds } = await measureAudio(wavPath);
    return {
      recording,
      wavPath,
      durationSeconds,
      speech,
      parts: [],
      turns: [],
      language: null,
      recordedAt: new Date(0),
    };
  };
  const counted = { same: 0, missed: 0, different: 0, falseAlarms: 0 };
  try {
    for (const one of READERS) {
      for (const sentence of [6, 7]) {
        const a = await recorded(one, sentence, 'anull', 'a');
        for (const other of READERS) {
          for (const room of ROOMS) {
            const b = await recorded(other, 8 + (sentence % 2), room, 'b');
            const match = await compareVoices([a, b], signal);
            if (one === other) {
              counted.same += 1;
              if (match !== 'alike') counted.missed += 1;
            } else {
              counted.different += 1;
              if (match === 'alike') counted.falseAlarms += 1;
            }
          }
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`voices of single sentences: ${JSON.stringify(counted)}\n`);
  expect(counted.falseAlarms / counted.different).toBeLessThanOrEqual(0.02);
  // A single sentence on both sides is little; with more of party A it is a sixth to a third (docs/adr/0052).
  expect(counted.missed / counted.same).toBeLessThanOrEqual(0.6);
});
