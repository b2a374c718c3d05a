import { readFileSync } from 'node:fs';

/**
 * Tells the time in epoch seconds. With `clockFile` it runs ahead by the milliseconds that the file holds, as the
 * clock of the product's services does; a missing file moves nothing.
 */
export function standInClock(clockFile: string | undefined): () => number {
  return () => {
    const aheadMs = clockFile === undefined ? 0 : read(clockFile);
    return Math.floor((Date.now() + aheadMs) / 1000);
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
