import { MediaError, runNodeProgram } from '#media';
import { SpeechEngineError } from '../speech-engine.js';

/** What the child process is asked to do, and what it answers: one message each. */

export interface Span {
  start: number;
  end: number;
}

/** The files of a model that turns speech into words. */
export type SpeechModelFiles =
  | { kind: 'nemo-ctc'; model: string; tokens: string }
  | { kind: 'nemo-transducer'; encoder: string; decoder: string; joiner: string; tokens: string };

export interface RecogniseTask {
  /** A WAV file of 16 kHz, mono. */
  soundPath: string;
  speech: SpeechModelFiles;
  /** Finds where somebody speaks. */
  voiceActivity: string;
  /** Tells voices apart; null when nobody is to do that here. */
  voices: { segmentation: string; embedding: string; count: number } | null;
  threads: number;
}

/** One stretch that was recognised in one go. Times are seconds from the start of the recording. */
export interface HeardChunk extends Span {
  /** Where somebody speaks in it. */
  speech: Span[];
  /** As the model cuts words; a token that begins with a blank begins a word. */
  tokens: string[];
  timestamps: number[];
  /** Empty when the model does not say. */
  durations: number[];
  /** Natural logarithms; empty when the model does not say. */
  logProbabilities: number[];
}

export interface Turn extends Span {
  speaker: number;
}

/** The models that are loaded, in this order. */
export type LoadedPart = 'voice-activity' | 'speech' | 'voices';

export type RecogniseAnswer =
  | { kind: 'loading'; part: LoadedPart }
  | { kind: 'loaded' }
  | ({ kind: 'chunk' } & HeardChunk)
  | { kind: 'turns'; turns: Turn[] }
  | { kind: 'failed'; message: string }
  /** The most that the process has held. */
  | { kind: 'done'; memoryBytes: number };

interface RecogniserLimits {
  timeoutMs: number;
  /** Of memory that the process writes to, in bytes. */
  dataBytes: number;
  /** 19 waits for all others. */
  niceness: number;
}

interface Recognised {
  chunks: HeardChunk[];
  /** Empty when no voices were asked for. */
  turns: Turn[];
  /** The most that the process has held. */
  memoryBytes: number;
}

const PROGRAM = new URL('./recognise.process.js', import.meta.url);
const OUT_OF_MEMORY = /out of memory|bad_alloc|failed to (?:reserve|allocate)|cannot allocate/i;
const NODE_REPORTS_MEMORY = 'SIGTRAP';

/**
 * Recognises a recording in a process of its own. Nothing that happens to it happens to this one.
 * @throws SpeechEngineError `model_unusable` when a model cannot be loaded (`part` says which) or there is not enough
 * memory for it; `timeout`, `unavailable`, `rejected`; the signal's reason when aborted.
 */
export async function runRecogniser(
  task: RecogniseTask,
  limits: RecogniserLimits,
  options: { signal: AbortSignal; onChunk?: (chunk: HeardChunk) => void },
): Promise<Recognised> {
  const found: Recognised = { chunks: [], turns: [], memoryBytes: 0 };
  let [loading, isLoaded, isDone, failure]: [LoadedPart | null, boolean, boolean, string | null] = [
    null,
    false,
    false,
    null,
  ];
  const onAnswer = (answer: RecogniseAnswer) => {
    if (answer.kind === 'loading') loading = answer.part;
    else if (answer.kind === 'loaded') isLoaded = true;
    else if (answer.kind === 'chunk') {
      found.chunks.push(answer);
      options.onChunk?.(answer);
    } else if (answer.kind === 'turns') found.turns = answer.turns;
    else if (answer.kind === 'failed') failure = answer.message;
    else {
      found.memoryBytes = answer.memoryBytes;
      isDone = true;
    }
  };
  const end = await runNodeProgram(PROGRAM, task, { ...limits, signal: options.signal }, (answer) =>
    onAnswer(answer as RecogniseAnswer),
  ).then(
    ({ exitCode, stderr }) => ({ exitCode, stderr, killedBy: null, cause: undefined }),
    (cause: unknown) => {
      if (!(cause instanceof MediaError)) throw cause;
      if (cause.code === 'timeout') throw new SpeechEngineError('timeout', true, cause.message, { cause });
      return { exitCode: null, stderr: cause.stderr, killedBy: cause.killedBy, cause };
    },
  );
  if (isDone) return found;
  const said = failure ?? lastLine(end.stderr) ?? `it ended with ${end.exitCode ?? end.killedBy}`;
  if (end.killedBy === NODE_REPORTS_MEMORY || OUT_OF_MEMORY.test(`${said} ${end.stderr}`)) {
    throw unusable('memory', 'there is not enough memory for the speech model', end.cause);
  }
  // Somebody else ended it, as systems do that run short of memory: the model may be good.
  if (end.killedBy === 'SIGKILL' || end.killedBy === 'SIGTERM') {
    throw new SpeechEngineError('unavailable', true, `the recogniser was ended by ${end.killedBy}`, {
      cause: end.cause,
    });
  }
  if (isLoaded) throw new SpeechEngineError('unavailable', true, said, { cause: end.cause });
  if (loading !== null) throw unusable(loading, said, end.cause);
  throw new SpeechEngineError(failure === null ? 'unavailable' : 'rejected', failure === null, said, {
    cause: end.cause,
  });
}

function unusable(part: LoadedPart | 'memory', message: string, cause: unknown): SpeechEngineError {
  return new SpeechEngineError('model_unusable', true, message, { cause, part });
}

function lastLine(text: string): string | null {
  const line = text
    .trim()
    .split('\n')
    .findLast((each) => each.trim() !== '');
  return line?.slice(0, 300) ?? null;
}
