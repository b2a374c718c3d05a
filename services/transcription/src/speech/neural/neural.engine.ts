import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { sniffFile, WAITED_FOR_NICENESS } from '#media';
import {
  type SpeechEngine,
  SpeechEngineError,
  type SpeechInput,
  type SpeechOptions,
  type Transcript,
  toTranscript,
} from '../speech-engine.js';
import { type RecogniseTask, runRecogniser, type SpeechModelFiles } from './run-recogniser.js';
import { assignVoices, segmentsOf, wordsOf } from './spoken-words.js';
import { writeNumbers } from './written-form.js';

/** The files of one speech model and of what it needs besides. */
export interface NeuralFiles {
  speech: SpeechModelFiles;
  voiceActivity: string;
  /** Null when voices are told apart by somebody else. */
  voices: { segmentation: string; embedding: string } | null;
}

/** Where an engine has its models from. */
export interface NeuralModels {
  /** Whether all of them are on this machine, as far as is known. Costs nothing. */
  isReady(): boolean;
  /** @throws SpeechEngineError `model_unusable` when one of them is not what it should be. */
  open(): Promise<NeuralFiles>;
  /** They could not be loaded: until something changes they are not ready. */
  reject(error: SpeechEngineError): void;
}

interface NeuralEngineOptions {
  name: string;
  /** Codes of two letters. */
  languages: readonly string[];
  models: NeuralModels;
  /** Of memory that may be written to while it works, in bytes. */
  dataBytes: number;
  timeoutMs?: number;
}

const LEAST_TIME_LIMIT_MS = 180_000;
/** Far above the tenth of real time that it takes on two processors. */
const TIME_LIMIT_FACTOR = 4;
const MOST_THREADS = 4;

/** A model takes a good part of a small machine's memory: one at a time, whichever engine it belongs to. */
const oneAtATime = pLimit(1);

/** Recognition by a neural model on this machine. Nothing leaves it. */
export class NeuralEngine implements SpeechEngine {
  readonly name: string;
  readonly languages: readonly string[];
  readonly takes = 'wav';
  readonly isDraft = false;
  readonly parallelParts = 1;
  readonly tellsSpeakers = 'as_told';
  private readonly models: NeuralModels;

  constructor(private readonly options: NeuralEngineOptions) {
    this.name = options.name;
    this.languages = options.languages;
    this.models = options.models;
  }

  isReady(): boolean {
    return this.models.isReady();
  }

  async answers(): Promise<boolean> {
    return this.isReady();
  }

  async transcribe(input: SpeechInput, options: SpeechOptions): Promise<Transcript> {
    const { signal } = options;
    signal.throwIfAborted();
    // A file of another type would end the process that loads it.
    const type = await sniffFile(input.path).catch(() => null);
    if (type?.extension !== 'wav') {
      throw new SpeechEngineError('rejected', false, 'the recording is not a WAV file');
    }
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const recognised = oneAtATime(async () => {
      signal.throwIfAborted();
      return this.recognise(input, options);
    });
    // Whoever is told first, the other one is nobody's business any more.
    aborted.promise.catch(() => undefined);
    recognised.catch(() => undefined);
    try {
      const transcript = await Promise.race([recognised, aborted.promise]);
      options.onProgress(100);
      return transcript;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  private async recognise(input: SpeechInput, options: SpeechOptions): Promise<Transcript> {
    const { durationSeconds } = input;
    try {
      const files = await this.models.open();
      let reported = 0;
      const { chunks, turns } = await runRecogniser(taskOf(files, input), this.limits(durationSeconds), {
        signal: options.signal,
        onChunk: ({ end }) => {
          const percent = Math.min(99, Math.floor((end / durationSeconds) * 100));
          if (percent <= reported) return;
          reported = percent;
          options.onProgress(percent);
        },
      });
      const language = input.language ?? (this.languages.length === 1 ? (this.languages[0] ?? null) : null);
      const words = assignVoices(chunks.flatMap(wordsOf), turns);
      // Of words that may be two people's, nobody knows yet which belong to one number.
      const isEachKnown = input.voices === 1 || turns.length > 0;
      const segments = segmentsOf(language === 'en' && isEachKnown ? writeNumbers(words) : words);
      return toTranscript(segments, durationSeconds, language);
    } catch (error) {
      if (error instanceof SpeechEngineError && error.code === 'model_unusable') this.models.reject(error);
      throw error;
    }
  }

  private limits(durationSeconds: number) {
    const timeoutMs =
      this.options.timeoutMs ?? Math.max(LEAST_TIME_LIMIT_MS, durationSeconds * 1000 * TIME_LIMIT_FACTOR);
    return { timeoutMs, dataBytes: this.options.dataBytes, niceness: WAITED_FOR_NICENESS };
  }
}

function taskOf(files: NeuralFiles, { path, voices = null }: SpeechInput): RecogniseTask {
  const { speech, voiceActivity } = files;
  // One voice needs no telling apart, and of an unknown number nobody could say how many there are.
  const isToldApart = files.voices !== null && voices !== null && voices > 1;
  return {
    soundPath: path,
    speech,
    voiceActivity,
    voices: isToldApart && files.voices ? { ...files.voices, count: voices } : null,
    threads: Math.min(MOST_THREADS, availableParallelism()),
  };
}
