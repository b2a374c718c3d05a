import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 10;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Gives the memory of a passing upload back while it arrives. Its pieces live outside of V8's heap and weigh almost
 * nothing in it, so the collector would let tens of megabytes pile up before it looks; a look takes about a millisecond.
 */
export function collectWhileReceiving(socket: Socket): () => void {
  let last = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - last < EVERY_BYTES) return;
    last = socket.bytesRead;
    collect({ type: 'minor' });
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
