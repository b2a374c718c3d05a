import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_BYTES = 4 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Gives the memory of bytes that pass through this process back while they pass. Their pieces live outside of V8's heap
 * and weigh almost nothing in it, so the collector would let tens of megabytes pile up before it looks; a look takes
 * about a millisecond.
 */
export class PassingBytes {
  private sinceLook = 0;

  /** @param bytes of the piece that passes now */
  pass(bytes: number): void {
    this.sinceLook += bytes;
    if (this.sinceLook < EVERY_BYTES) return;
    this.sinceLook = 0;
    collect({ type: 'minor' });
  }
}
