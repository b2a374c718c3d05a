import type { Manifest } from './archive.js';
import type { Log } from './create-backup.js';
import type { RestoredObjects } from './restore-objects.js';

/** What came of it, for whoever reads the output on. */
export const printResult: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

/** How it goes, and why it failed. */
export const printProgress: Log = (line) => {
  process.stderr.write(`${line}\n`);
};

/** A program's work: a message instead of a stack for what its caller can mend. */
export async function runProgram(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    printProgress(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Objects that a backup lacks although rows name them, a line for each. */
export function lossLines({ missing, damaged }: Manifest['objects']): string[] {
  return [
    ...missing.map((key) => `  ${key} is not in the store, although a row names it`),
    ...damaged.map((key) => `  ${key} has other bytes than its row says`),
  ];
}

/** What came of bringing back objects alone: a line for each that the backup has with other bytes, and one for all. */
export function objectsLines({ restored, takenAt, left, damaged }: RestoredObjects): string[] {
  return [
    ...left.map((key) => `  ${key} has other bytes in the backup than its row says: it is left as it is`),
    ...damaged.map((key) => `  ${key} is back with other bytes than its row says: nothing else was there`),
    `${restored} objects are back as they were at ${takenAt}`,
  ];
}

/** Of a backup that lacks something, and of what was brought back from one. */
export const LOSS = 3;
