import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const windowBytes = 64 * 1024;

/** The last `count` lines of a text file (looking at most 64 KiB back); none when the file does not exist. */
export function tail(file: string, count: number): string[] {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return [];
  }
  try {
    const size = fstatSync(descriptor).size;
    const length = Math.min(size, windowBytes);
    const buffer = Buffer.alloc(length);
    readSync(descriptor, buffer, 0, length, size - length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-count);
  } finally {
    closeSync(descriptor);
  }
}
