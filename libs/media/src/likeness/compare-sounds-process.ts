import { WAITED_FOR_NICENESS } from '../media-tool.js';
import { askNodeProgram } from '../node-program.js';
import type { SoundsCompared, SoundsWanted } from './compare-sounds.js';

const PROGRAM = new URL('./compare-sounds.process.js', import.meta.url);
const GIB = 1024 ** 3;
/** An hour against an hour takes a quarter of this. */
const HEAP_MEGABYTES = 512;
/** Ten minutes take a second or two; a machine that does much else may need many times as long. */
const TIMEOUT_MS = 60_000;

/**
 * {@link compareSounds} in a process of its own.
 * @param timeoutMs wall clock; the process is killed when it is over.
 * @throws MediaError `timeout`, or `failed` when it ends without an answer.
 */
export function compareSoundsAside(
  wanted: SoundsWanted,
  timeoutMs: number = TIMEOUT_MS,
): Promise<SoundsCompared> {
  return askNodeProgram(PROGRAM, wanted, {
    ...{ timeoutMs, heapMegabytes: HEAP_MEGABYTES, dataBytes: 2 * GIB },
    ...{ niceness: WAITED_FOR_NICENESS, staysInGroup: true },
  });
}
