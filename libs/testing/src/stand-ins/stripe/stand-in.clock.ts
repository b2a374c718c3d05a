import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 50;

/**
 * Tells the time in epoch seconds. With `clockFile` it runs ahead by the milliseconds that the file holds, as the
 * clock of the product's services does; a missing file moves nothing.
 */
export function standInClock(clockFile: string | undefined): () => number {
  let aheadMs = 0;
  let lookedAt = 0;
  return () => {
    const machineMs = Date.now();
    if (clockFile !== undefined && machineMs - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = machineMs;
      aheadMs = read(clockFile);
    }
    return Math.floor((machineMs + aheadMs) / 1000);
  };
}

function read(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch {
    // Not written yet: the time is what it is.
    return 0;
  }
}
