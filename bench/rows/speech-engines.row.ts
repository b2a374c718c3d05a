import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runMediaTool } from '#media';
import { CAR_SALE, speakAgreement } from '#testing';
import { NeuralEngine } from '../../services/transcription/src/speech/neural/neural.engine.js';
import { runRecogniser } from '../../services/transcription/src/speech/neural/run-recogniser.js';
import {
  toneWave,
  writeToneModels,
} from '../../services/transcription/src/speech/neural/test/tone-models.js';
import {
  PocketSphinxEngine,
  PocketSphinxOutput,
} from '../../services/transcription/src/speech/pocketsphinx.engine.js';
import type { SpeechEngine } from '../../services/transcription/src/speech/speech-engine.js';
import { workingCopy } from '../../services/transcription/src/speech/test/working-copy.js';
import { valueFinding } from '../finding.js';
import type { Row } from '../stage.js';

/** As long as a part of a long recording. */
const MINUTES = 2;
/** Said over and over: four words in five seconds. */
const TALK = [0.5, 'one', 0.6, 'two', 0.6, 'three', 0.8, 'four', 0.5] as const;
const TALK_SECONDS = 5;
const SHORT_SECONDS = 5;
const DATA_BYTES = 2 * 1024 ** 3;
/** The one real recording here whose words everybody knows. */
const KENNEDY = resolve('libs/testing/fixtures/jfk.wav');
const KENNEDY_SAYS =
  'And so my fellow Americans ask not what your country can do for you ask what you can do for your country';

/** The engines of this machine: how fast they are, what they take, and how long they need to begin. */
export const speechEnginesRow: Row = async ({ rounds }) => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-speech-'));
  try {
    const paths = await writeToneModels(join(folder, 'models'));
    const files = {
      speech: { kind: 'nemo-ctc' as const, model: paths.speech, tokens: paths.tokens },
      voiceActivity: paths.voiceActivity,
      voices: null,
    };
    const models = { isReady: () => true, open: async () => files, reject: () => undefined };
    const neural = new NeuralEngine({ name: 'tones', languages: ['en'], models, dataBytes: DATA_BYTES });
    const longSeconds = MINUTES * 60;
    const long = await tones(join(folder, 'long.wav'), longSeconds);
    const short = await tones(join(folder, 'short.wav'), SHORT_SECONDS);
    await speakAgreement(join(folder, 'spoken.wav'), CAR_SALE);
    const spoken = await workingCopy(join(folder, 'spoken.wav'), folder);
    const [starts, factors, memory, drafts]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const start = await hear(neural, short, SHORT_SECONDS);
      starts.push(start);
      factors.push((await hear(neural, long, longSeconds)) / 1000 / longSeconds);
      const limits = { timeoutMs: 120_000, dataBytes: DATA_BYTES, niceness: 0 };
      const task = { soundPath: long, ...files, threads: 2 };
      const { memoryBytes } = await runRecogniser(task, limits, { signal: new AbortController().signal });
      memory.push(memoryBytes / 1e6);
      drafts.push(
        (await hear(new PocketSphinxEngine(), spoken.path, spoken.durationSeconds)) /
          1000 /
          spoken.durationSeconds,
      );
    }
    const kennedy = await workingCopy(KENNEDY, folder);
    const wrong = [];
    for (const weight of ['5', '6.5'])
      wrong.push(100 * wordErrors(KENNEDY_SAYS, await heardBySphinx(kennedy.path, weight)));
    return [
      valueFinding(
        'P29',
        'PocketSphinx: words of Kennedy that are wrong, language weight 5',
        '%',
        wrong.slice(0, 1),
        {},
      ),
      valueFinding('P29', 'the same with its own language weight, 6.5', '%', wrong.slice(1), {}),
      valueFinding('P29', 'neural engine without weights: share of the length of two minutes', '×', factors, {
        atMost: 0.02,
      }),
      valueFinding('P29', 'neural engine without weights: five seconds, with its start', 'ms', starts, {}),
      valueFinding('P29', 'neural engine without weights: memory', 'MB', memory, {}),
      valueFinding('P29', 'PocketSphinx: share of the length of a spoken agreement', '×', drafts, {}),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** What the program hears with this language weight. */
async function heardBySphinx(path: string, weight: string): Promise<string> {
  const output = new PocketSphinxOutput();
  await runMediaTool('pocketsphinx_continuous', ['-infile', path, '-time', 'yes', '-lw', weight], {
    timeoutMs: 600_000,
    signal: new AbortController().signal,
    onOutput: (chunk) => output.write(chunk),
  });
  return output
    .finish()
    .map(({ text }) => text)
    .join(' ');
}

/** Words that would have to be changed, added or left out, over those that were said. */
function wordErrors(said: string, heard: string): number {
  const [words, others] = [said, heard].map((text) => text.toLowerCase().match(/[a-z']+/g) ?? []);
  const [one, other] = [words ?? [], others ?? []];
  let row = other.map((_, index) => index + 1);
  for (const [index, word] of one.entries()) {
    let [left, corner] = [index + 1, index];
    row = row.map((above, at) => {
      const cost = Math.min(left + 1, above + 1, corner + (word === other[at] ? 0 : 1));
      corner = above;
      left = cost;
      return cost;
    });
  }
  return (row.at(-1) ?? one.length) / one.length;
}

async function tones(path: string, seconds: number): Promise<string> {
  await writeFile(path, toneWave(Array.from({ length: seconds / TALK_SECONDS }, () => TALK).flat()));
  return path;
}

/** Milliseconds. */
async function hear(engine: SpeechEngine, path: string, durationSeconds: number): Promise<number> {
  const began = performance.now();
  const { text } = await engine.transcribe(
    { path, durationSeconds },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  if (text === '') throw new Error(`${engine.name} heard nothing`);
  return performance.now() - began;
}
