import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { CAR_SALE, speakAgreement, speakParts } from '#testing';
import { PocketSphinxEngine } from './pocketsphinx.engine.js';
import type { SpeechInput } from './speech-engine.js';
import { describeSpeechEngine } from './test/speech-engine.contract.js';
import { workingCopy } from './test/working-copy.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const run = promisify(execFile);
const kennedy = fileURLToPath(new URL('../../../../libs/testing/fixtures/jfk.wav', import.meta.url));

describe('PocketSphinxEngine', () => {
  const engine = new PocketSphinxEngine();
  let directory: string;
  let speech: SpeechInput;
  let silence: SpeechInput;

  const transcribe = (input: SpeechInput) =>
    engine.transcribe(input, { signal: new AbortController().signal, onProgress: () => {} });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pocketsphinx-spec-'));
    await speakAgreement(join(directory, 'agreement.wav'), CAR_SALE.slice(-3));
    speech = await workingCopy(join(directory, 'agreement.wav'), directory);
    const quiet = join(directory, 'silence.wav');
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '3', quiet]);
    silence = { path: quiet, durationSeconds: 3 };
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  describeSpeechEngine('PocketSphinx', () => ({ engine, speech, silence, hears: () => {} }));

  it('understands the day, the question and the answer', async () => {
    const { text, segments } = await transcribe(speech);
    for (const words of ['friday morning', 'do you agree', 'yes i agree']) expect(text).toContain(words);
    expect(segments.every((segment) => segment.speaker === null && segment.confidence !== null)).toBe(true);
  });

  it('understands a real voice, and gives times within 0.3 s even after a silence', async () => {
    const path = join(directory, 'late.wav');
    await speakParts(path, [kennedy], 3);
    const { segments, text } = await transcribe(await workingCopy(path, directory));
    expect(text).toMatch(/country|you/);
    // Heard by ear: the first word starts 0.3 s into the recording, the last one ends at 10.5 s.
    expect(Math.abs((segments[0]?.start ?? 0) - 3.3)).toBeLessThan(0.3);
    expect(Math.abs((segments.at(-1)?.end ?? 0) - 13.5)).toBeLessThan(0.3);
  });

  it('refuses what is not a recording', async () => {
    const path = fileURLToPath(import.meta.url);
    await expect(transcribe({ path, durationSeconds: 1 })).rejects.toMatchObject({ code: 'rejected' });
  });
});
