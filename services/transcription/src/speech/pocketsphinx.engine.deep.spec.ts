import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { RELIABLE_WORDS, speakAgreement, speakParts } from '#testing';
import { PocketSphinxEngine } from './pocketsphinx.engine.js';
import type { SpeechInput } from './speech-engine.js';
import { workingCopy } from './test/working-copy.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const kennedy = fileURLToPath(new URL('../../../../libs/testing/fixtures/jfk.wav', import.meta.url));

describe('PocketSphinxEngine', () => {
  const engine = new PocketSphinxEngine();
  let directory: string;
  const transcribe = (input: SpeechInput) =>
    engine.transcribe(input, { signal: new AbortController().signal, onProgress: () => {} });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pocketsphinx-spec-'));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it('understands the amount, the day and the answer', async () => {
    await speakAgreement(join(directory, 'agreement.wav'));
    const { text, segments } = await transcribe(
      await workingCopy(join(directory, 'agreement.wav'), directory),
    );
    for (const words of RELIABLE_WORDS) expect(text).toContain(words);
    expect(segments.every((segment) => segment.speaker === null && segment.confidence !== null)).toBe(true);
  });

  it('understands a real voice, and gives times within 0.3 s even after a long silence', async () => {
    const path = join(directory, 'late.wav');
    await speakParts(path, [kennedy], 20);
    const { segments, text } = await transcribe(await workingCopy(path, directory));
    expect(text).toMatch(/country|you/);
    // Heard by ear: the first word starts 0.3 s into the recording, the last one ends at 10.5 s.
    expect(Math.abs((segments[0]?.start ?? 0) - 20.3)).toBeLessThan(0.3);
    expect(Math.abs((segments.at(-1)?.end ?? 0) - 30.5)).toBeLessThan(0.3);
  });
});
