import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { askNodeProgram, WAITED_FOR_NICENESS } from '#media';
import type { Diarization, DiarizationTask } from './diarize.js';

const PROGRAM = new URL('./diarize.process.js', import.meta.url);
/** Recordings at once; each keeps one processor busy. */
const AT_ONCE = 2;
/** Of the heap. An hour of sound takes 130 MB with all that Node itself needs, most of it outside the heap. */
const HEAP_MEGABYTES = 256;
const DATA_BYTES = 2 * 1024 ** 3;
/** A minute of sound takes one or two seconds; a machine that does much else may take as long as the sound lasts. */
const LEAST_TIMEOUT_MS = 60_000;
const TIMEOUT_PER_SECOND_MS = 1000;

interface DiarizeOptions {
  signal: AbortSignal;
  /** Wall clock in milliseconds; the process is killed when it is over. */
  timeoutMs?: number;
  /** Is told of the process once it runs. */
  onStart?: (child: ChildProcess) => void;
}

const limit = pLimit(AT_ONCE);

/**
 * Finds who of two people speaks when, in a process of its own.
 * @throws MediaError when that ends without an answer or takes too long; the signal's reason when aborted.
 */
export function diarizeAside(task: DiarizationTask, options: DiarizeOptions): Promise<Diarization> {
  const seconds = task.speech.reduce((sum, { start, end }) => sum + end - start, 0);
  const timeoutMs = LEAST_TIMEOUT_MS + seconds * TIMEOUT_PER_SECOND_MS;
  return limit(() =>
    askNodeProgram(PROGRAM, task, {
      ...{ timeoutMs, heapMegabytes: HEAP_MEGABYTES, dataBytes: DATA_BYTES, niceness: WAITED_FOR_NICENESS },
      staysInGroup: true,
      ...options,
    }),
  );
}
