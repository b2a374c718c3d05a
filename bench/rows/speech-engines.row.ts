import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAR_SALE, speakAgreement } from '#testing';
import { NeuralEngine } from '../../services/transcription/src/speech/neural/neural.engine.js';
import { runRecogniser } from '../../services/transcription/src/speech/neural/run-recogniser.js';
import {
  toneWave,
  writeToneModels,
} from '../../services/transcription/src/speech/neural/test/tone-models.js';
import { PocketSphinxEngine } from '../../services/transcription/src/speech/pocketsphinx.engine.js';
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
    return [
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
