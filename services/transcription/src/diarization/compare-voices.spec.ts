import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { measureAudio } from '#media';
import { type SpokenLine, speakAgreement } from '#testing';
import type { RecordingSide } from '../recordings/segments.js';
import { compareVoices } from './compare-voices.js';
import type { HeardRecording } from './speaker.js';
import { asWorkingCopy } from './test/heard-dialogue.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const { signal } = new AbortController();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voices-alike-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function recorded(recording: RecordingSide, lines: SpokenLine[]): Promise<HeardRecording> {
  const spoken = join(folder, `${recording}-spoken.wav`);
  const wavPath = join(folder, `${recording}.wav`);
  await speakAgreement(spoken, lines);
  await asWorkingCopy(spoken, wavPath);
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
}

const OFFER = 'I agree to sell my car for two thousand dollars, and I bring it to you on Friday morning.';
const ANSWER = 'Yes, I have listened to the whole recording, and I agree to everything that was said in it.';

it.each<[SpokenLine['voice'], SpokenLine['voice'], string]>([
  ['b', 'b', 'alike'],
  ['a', 'b', 'different'],
  ['c', 'b', 'different'],
])('voice %s and voice %s sound %s', async (one, other, expected) => {
  const heard = [
    await recorded('a', [{ voice: one, text: OFFER }]),
    await recorded('b', [{ voice: other, text: ANSWER }]),
  ];
  expect(await compareVoices(heard, signal)).toBe(expected);
});

it('nothing is said of a recording with a word in it, or with none', async () => {
  const heard = [
    await recorded('a', [{ voice: 'a', text: OFFER }]),
    await recorded('b', [{ voice: 'a', text: 'Yes.' }]),
  ];
  expect(await compareVoices(heard, signal)).toBe('unknown');
  const [one] = heard;
  expect(await compareVoices(one ? [one, { ...one, speech: [] }] : [], signal)).toBe('unknown');
});
