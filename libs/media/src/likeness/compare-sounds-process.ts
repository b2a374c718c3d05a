import type { MediaWorkOptions } from '../derive-audio.js';
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
 * Of the options, `timeoutMs` is one minute where nothing is said, and `niceness` that of what somebody waits for.
 * @throws MediaError `timeout`, or `failed` when it ends without an answer.
 */
export function compareSoundsAside(
  wanted: SoundsWanted,
  { timeoutMs = TIMEOUT_MS, niceness = WAITED_FOR_NICENESS, signal }: MediaWorkOptions = {},
): Promise<SoundsCompared> {
  return askNodeProgram(PROGRAM, wanted, {
    ...{ timeoutMs, niceness, signal, heapMegabytes: HEAP_MEGABYTES, dataBytes: 2 * GIB },
    staysInGroup: true,
  });
}
