import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { type Dialogue, diarizationError, speakDialogue, VOICE_PAIRS } from '#testing';
import type { SpokenWord } from '../speech/speech-engine.js';
import type { HeardRecording } from '../transcripts/transcript-content.js';
import { findSpeakers } from './find-speakers.js';
import { SAMPLED_EVERY } from './merge-labels.js';
import { heard, said, speakersOf, unlabelled } from './test/heard-dialogue.js';
import { listenToVoices } from './voice-features.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(180_000);

const kennedy = fileURLToPath(new URL('../../../../libs/testing/fixtures/jfk.wav', import.meta.url));
const { signal } = new AbortController();

const find = (...recordings: HeardRecording[]) => findSpeakers(recordings, { signal });

describe('findSpeakers', () => {
  let directory: string;
  let first: Dialogue;
  const path = (name: string) => join(directory, `${name}.wav`);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'speakers-spec-'));
    first = await speakDialogue(path('first'), VOICE_PAIRS[0] ?? [], 1);
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it('tells two voices apart', async () => {
    const { rate, right } = diarizationError(first.turns, await find(heard(first, unlabelled(first))));
    expect(right).toBeGreaterThanOrEqual(0.9);
    expect(rate).toBeLessThanOrEqual(0.2);
  });

  it('finds one person where one speaks', async () => {
    const real = { wavPath: kennedy, durationSeconds: 11, turns: [] };
    const segments = await find(
      heard(real, [said(0.3, 2.3), said(3.2, 4.4), said(5.3, 7.7), said(8.1, 10.6)]),
    );
    expect(segments.map(({ speaker }) => speaker)).toEqual(['1', '1', '1', '1']);
  });

  it('cuts a segment where the voice changes, with its casing', async () => {
    const change = first.turns.findIndex(({ voice }, index) => first.turns[index + 1]?.voice !== voice);
    const [one, two] = first.turns.slice(change);
    if (!one || !two) throw new Error('two voices were spoken');
    const segment = { ...said(one.start, two.end, null, 'Shall we begin? “Yes”, I agree.'), confidence: 0.5 };
    const middle = (one.start + one.end) / 2;
    const words: SpokenWord[] = [
      { start: one.start, end: middle, text: 'shall', confidence: 0.9 },
      { start: middle, end: one.end, text: 'we begin', confidence: 0.4 },
      { start: two.start, end: two.start + 0.5, text: 'yes', confidence: 0.8 },
      { start: two.start + 0.5, end: two.end, text: 'I agree', confidence: 0.8 },
    ];
    const found = await find(heard(first, [{ ...segment, words }]));
    const [a, b] = found;
    expect(found).toHaveLength(2);
    expect([a?.text, b?.text]).toEqual(['Shall we begin?', '“Yes”, I agree.']);
    expect([a?.confidence, b?.confidence]).toEqual([0.6, 0.8]);
    expect([a?.end, b?.start]).toEqual([one.end, two.start]);
    expect([a?.speaker, b?.speaker]).toEqual(['1', '2']);
  });

  it('joins the labels of several parts, whatever they are called', async () => {
    const half = Math.floor(first.turns.length / 2);
    const names = [
      ['A', 'B'],
      ['B', 'A'],
    ];
    const parts = [first.turns.slice(0, half), first.turns.slice(half)].map((turns, part) => ({
      ...{ start: turns[0]?.start ?? 0, end: turns.at(-1)?.end ?? 0, language: null },
      segments: turns.map((turn) => said(turn.start, turn.end, names[part]?.[turn.voice] ?? null)),
    }));
    const segments = await find(heard(first, [], { parts }));
    expect(speakersOf(segments)).toBe(2);
    expect(diarizationError(first.turns, segments).right).toBe(1);

    // Voices that were listened to before are not read again.
    const speech = [{ start: 0, end: first.durationSeconds }];
    const voices = listenToVoices(first.wavPath, speech, { signal, every: SAMPLED_EVERY });
    const again = await find(heard(first, [], { parts, voices, wavPath: path('gone') }));
    expect(again).toEqual(segments);
  });

  it('believes the engine within one part, however alike the voices are', async () => {
    const real = { wavPath: kennedy, durationSeconds: 11, turns: [] };
    const segments = await find(heard(real, [said(0.3, 2.3, 'B'), said(3.2, 4.4, 'A'), said(5.3, 7.7, 'B')]));
    expect(segments.map(({ speaker }) => speaker)).toEqual(['1', '2', '1']);
  });

  it('counts on in the second recording', async () => {
    const b = heard(first, unlabelled(first), { recording: 'b' });
    const segments = await find(b, heard(first, unlabelled(first)));
    expect(segments[0]).toMatchObject({ recording: 'a', speaker: '1', isDoubtful: false });
    expect(new Set(segments.map(({ recording, speaker }) => recording + speaker))).toEqual(
      new Set(['a1', 'a2', 'b3', 'b4']),
    );
  });

  it('lets the process do other things in between, and stops when nobody wants it any more', async () => {
    let turns = 0;
    let isRunning = true;
    const count = () => {
      turns += 1;
      if (isRunning) setImmediate(count);
    };
    setImmediate(count);
    await find(heard(first, unlabelled(first)));
    isRunning = false;
    // Once for each half second of speech.
    expect(turns).toBeGreaterThan(first.durationSeconds);
    const gone = AbortSignal.abort(new Error('enough'));
    await expect(findSpeakers([heard(first, unlabelled(first))], { signal: gone })).rejects.toThrow('enough');
  });

  it('has nothing to say about nothing, and refuses what is no recording', async () => {
    expect(await find(heard(first, []))).toEqual([]);
    const text = { ...first, wavPath: fileURLToPath(import.meta.url) };
    await expect(find(heard(text, [said(0, 1)]))).rejects.toThrow('WAV');
  });
});
