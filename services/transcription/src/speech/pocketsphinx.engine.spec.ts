import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { CAR_SALE, speakAgreement, speakParts } from '#testing';
import { PocketSphinxEngine, PocketSphinxOutput } from './pocketsphinx.engine.js';
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

const OUTPUT = `what your country
<s> 5.300 5.340 0.999200
what 5.350 5.600 0.285662
your(2) 5.610 5.850 0.709042
<sil> 5.860 5.900 0.5
[NOISE] 5.860 5.900 0.5
++COUGH++ 5.900 5.950 0.5
country 5.960 6.420 1.000300
</s> 7.680 7.950 1.000000

<s> 8.000 8.100 1.000000
<sil> 8.110 8.400 0.9
</s> 8.410 8.500 1.000000
can do
<s> 9.000 9.100 1.0
can 9.110 9.500 0.000001
do 9.510 9.800 1.000000
</s> 9.810 10.000 1.000000
`;

describe('PocketSphinxOutput', () => {
  it('makes one segment per utterance, without fillers and variant numbers', () => {
    const output = new PocketSphinxOutput();
    expect(output.write(Buffer.from(OUTPUT))).toBe(10);
    expect(output.finish()).toEqual([
      {
        start: 5.35,
        end: 6.42,
        text: 'what your country',
        speaker: null,
        confidence: 0.587,
        words: [
          { start: 5.35, end: 5.6, text: 'what', confidence: 0.286 },
          { start: 5.61, end: 5.85, text: 'your', confidence: 0.709 },
          { start: 5.96, end: 6.42, text: 'country', confidence: 1 },
        ],
      },
      {
        start: 9.11,
        end: 9.8,
        text: 'can do',
        speaker: null,
        confidence: 0.032,
        words: [
          { start: 9.11, end: 9.5, text: 'can', confidence: 0 },
          { start: 9.51, end: 9.8, text: 'do', confidence: 1 },
        ],
      },
    ]);
  });

  it('does not care where the pieces are cut', () => {
    const output = new PocketSphinxOutput();
    const whole = new PocketSphinxOutput();
    whole.write(Buffer.from(OUTPUT));
    for (const byte of Buffer.from(OUTPUT.trimEnd())) output.write(Buffer.from([byte]));
    expect(output.finish()).toEqual(whole.finish());
  });

  it('has nothing to say about nothing', () => {
    expect(new PocketSphinxOutput().finish()).toEqual([]);
  });
});
