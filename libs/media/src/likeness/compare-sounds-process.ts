import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MediaError } from '../media.error.js';
import { WAITED_FOR_NICENESS } from '../media-tool.js';
import type { SoundsCompared, SoundsWanted } from './compare-sounds.js';

const HERE = fileURLToPath(import.meta.url);
/** Compiled beside the compiled, source beside the source. */
const PROGRAM = join(dirname(HERE), `compare-sounds.process${extname(HERE)}`);

/** An hour against an hour takes a quarter of this. */
const MOST_MEGABYTES = 512;
/** Ten minutes take a second or two; a machine that does much else may need many times as long. */
const TIMEOUT_MS = 60_000;

type Answer = { compared: SoundsCompared } | { failure: string };

/**
 * {@link compareSounds} in a process of its own: no environment, limits on memory and time, low priority.
 * @param timeoutMs wall clock; the process is killed when it is over.
 * @throws MediaError `timeout`, or `failed` when it ends without an answer.
 */
export async function compareSoundsAside(
  wanted: SoundsWanted,
  timeoutMs: number = TIMEOUT_MS,
): Promise<SoundsCompared> {
  const child = fork(PROGRAM, {
    // It needs nothing of what the service knows.
    env: {},
    execArgv: [...process.execArgv, `--max-old-space-size=${MOST_MEGABYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  yieldToOthers(child);
  const kill = () => child.kill('SIGKILL');
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    kill();
  }, timeoutMs);
  try {
    const answer = await new Promise<Answer>((resolve) => {
      child.once('message', (message) => resolve(message as Answer));
      child.once('error', (error) => resolve({ failure: String(error) }));
      child.once('exit', (code, by) =>
        resolve({ failure: `the process that compares ended with ${by ?? code ?? 'nothing'}` }),
      );
      child.send(wanted, (error) => {
        // Its end says why; without one it is of no use.
        if (error) kill();
      });
    });
    if (isTimedOut) throw new MediaError('timeout', 'comparing recordings took too long');
    if ('failure' in answer) throw new MediaError('failed', answer.failure);
    return answer.compared;
  } finally {
    clearTimeout(timer);
    kill();
  }
}

function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, WAITED_FOR_NICENESS);
  } catch {
    // It has ended already, which its exit tells.
  }
}
