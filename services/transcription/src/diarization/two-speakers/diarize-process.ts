import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { VoicesFound, VoicesWanted } from './diarize.js';

const HERE = fileURLToPath(import.meta.url);
/** Compiled beside the compiled, source beside the source. */
const PROGRAM = join(dirname(HERE), `diarize.process${extname(HERE)}`);

/** Recordings at once; each keeps one processor busy. */
const AT_ONCE = 2;
/** Of the heap. An hour of sound takes 130 MB with all that Node itself needs, most of it outside the heap. */
const MOST_MEGABYTES = 256;
/** A minute of sound takes one or two seconds; a machine that does much else may take as long as the sound lasts. */
const LEAST_TIMEOUT_MS = 60_000;
const TIMEOUT_PER_SECOND_MS = 1000;
/** Whoever waits for an answer goes first. */
const NICENESS = 10;

export interface VoicesOptions {
  signal: AbortSignal;
  /** Wall clock in milliseconds; the process is killed when it is over. */
  timeoutMs?: number;
  /** Is told of the process once it runs. */
  onStart?: (child: ChildProcess) => void;
}

type Answer = { found: VoicesFound } | { failure: string };

const limit = pLimit(AT_ONCE);

/**
 * Tells the two voices of a recording apart in a process of its own.
 * @throws Error when that ends without an answer or takes too long; the signal's reason when aborted.
 */
export function tellVoicesApartAside(wanted: VoicesWanted, options: VoicesOptions): Promise<VoicesFound> {
  return limit(() => run(wanted, options));
}

async function run(
  wanted: VoicesWanted,
  { signal, timeoutMs, onStart }: VoicesOptions,
): Promise<VoicesFound> {
  signal.throwIfAborted();
  const seconds = wanted.speech.reduce((sum, { start, end }) => sum + end - start, 0);
  const child = fork(PROGRAM, {
    // It needs nothing of what the service knows.
    env: {},
    execArgv: [...process.execArgv, `--max-old-space-size=${MOST_MEGABYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  yieldToOthers(child);
  onStart?.(child);
  const kill = () => child.kill('SIGKILL');
  let isTimedOut = false;
  const timer = setTimeout(
    () => {
      isTimedOut = true;
      kill();
    },
    timeoutMs ?? LEAST_TIMEOUT_MS + seconds * TIMEOUT_PER_SECOND_MS,
  );
  signal.addEventListener('abort', kill);
  try {
    const answer = await new Promise<Answer>((resolve) => {
      child.once('message', (message) => resolve(message as Answer));
      child.once('error', (error) => resolve({ failure: String(error) }));
      child.once('exit', (code, by) =>
        resolve({ failure: `the process for voices ended with ${by ?? code ?? 'nothing'}` }),
      );
      child.send(wanted, (error) => {
        // Its end says why; without one it is of no use.
        if (error) kill();
      });
    });
    signal.throwIfAborted();
    if (isTimedOut) throw new Error('telling the voices apart took too long');
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.found;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    kill();
  }
}

function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already, which its exit tells.
  }
}
