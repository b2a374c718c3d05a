import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { diarizationError, mixRealSpeech, speakDialogue, VOICE_PAIRS } from '#testing';
import { PocketSphinxEngine } from '../speech/pocketsphinx.engine.js';
import { findSpeakers } from './find-speakers.js';
import type { HeardRecording } from './speaker.js';
import { heard, unlabelled } from './test/heard-dialogue.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(180_000);

const { signal } = new AbortController();

const find = async (...recordings: HeardRecording[]) => (await findSpeakers(recordings, { signal })).segments;

describe('findSpeakers', () => {
  let directory: string;
  const path = (name: string) => join(directory, `${name}.wav`);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'speakers-spec-'));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('tells two voices apart: pair %i', async (pair) => {
    const dialogue = await speakDialogue(path(`pair-${pair}`), VOICE_PAIRS[pair] ?? [], pair + 1);
    const { rate, right } = diarizationError(
      dialogue.turns,
      await find(heard(dialogue, unlabelled(dialogue))),
    );
    expect(right).toBeGreaterThanOrEqual(0.9);
    expect(rate).toBeLessThanOrEqual(0.2);
  });

  it('tells a real voice from the same one made higher', async () => {
    const mixed = await mixRealSpeech(path('mixed'), 'rubberband=pitch=1.3');
    const segments = await find(heard(mixed, unlabelled(mixed)));
    expect(diarizationError(mixed.turns, segments).right).toBeGreaterThanOrEqual(0.9);
  });

  it('tells voices apart in what PocketSphinx hears, and keeps every word', async () => {
    const first = await speakDialogue(path('first'), VOICE_PAIRS[0] ?? [], 1);
    const { wavPath, durationSeconds, turns } = first;
    const { segments: raw } = await new PocketSphinxEngine().transcribe(
      { path: wavPath, durationSeconds },
      { signal, onProgress: () => {} },
    );
    const segments = await find(heard(first, raw));
    const { rate, right } = diarizationError(turns, segments);
    process.stdout.write(`PocketSphinx: error rate ${rate.toFixed(3)}, right ${right.toFixed(3)}\n`);
    expect(right).toBeGreaterThanOrEqual(0.9);
    expect(rate).toBeLessThanOrEqual(0.2);
    expect(segments.map(({ text }) => text).join(' ')).toBe(raw.map(({ text }) => text).join(' '));
  });
});
