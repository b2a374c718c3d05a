import { MINUTE_MS } from '#platform';
import { InstallError, type InstallFailure } from './download.js';
import type { Model } from './manifest.js';
import type { ModelFolder } from './model-folder.js';

/** How one model is. */
export interface ModelState {
  id: string;
  title: string;
  purpose: Model['purpose'];
  languages: readonly string[];
  licence: string;
  attribution: string;
  /** Of the download. */
  bytes: number;
  /** `waiting`: it is to be fetched, and will be tried (again). */
  status: 'ready' | 'downloading' | 'waiting' | 'unusable' | 'off';
  /** Of the download, while it is under way. */
  percent: number | null;
  /** Why it is not ready; null when it is, or when nothing has failed yet. */
  reason: InstallFailure | null;
  detail: string | null;
  /** ISO 8601. */
  nextTryAt: string | null;
  /** No digest that was published covers it. */
  isUnpinned: boolean;
}

/** One model, and how it is on this machine. */
export interface Entry {
  folder: ModelFolder;
  isReady: boolean;
  isUnpinned: boolean;
  percent: number | null;
  failure: Failure | null;
  /** In a row. */
  failures: number;
  /** Not before, unless somebody asks for it now; milliseconds of this process, as all here: a clock may be put back. */
  nextTryAt: number;
  /** It could not be loaded; Infinity until it is put here anew. */
  unusableUntil: number;
}

/** Why it is not here: for a reason that is known, or as the system says. */
export interface Failure {
  reason: InstallFailure | null;
  message: string;
}

/** Between two looks at the folder. */
export const LOOK_MS = 15_000;
/** After the first, second, … failure in a row. */
const PAUSES_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
/** After one that brought part of a file. */
const PAUSE_AFTER_PART_MS = 2000;

/** Whether it is here, and was not found to be unusable. */
export function isUsable(entry: Entry): boolean {
  return entry.isReady && performance.now() >= entry.unusableUntil;
}

/** When it is tried again; the others have times of their own. */
export function putOff(entry: Entry, error: Error): void {
  const now = performance.now();
  const reason = error instanceof InstallError ? error.reason : null;
  if (reason === 'interrupted') {
    entry.nextTryAt = now + PAUSE_AFTER_PART_MS;
  } else if (error instanceof InstallError && isForWantOfRoom(error)) {
    entry.nextTryAt = now + LOOK_MS;
  } else {
    const pause = PAUSES_MS[entry.failures] ?? PAUSES_MS.at(-1) ?? MINUTE_MS;
    entry.failures += 1;
    // Copies of this service do not all come back at once.
    entry.nextTryAt = now + pause * (1 + Math.random() / 4);
  }
}

/** For people: a time of this process by the clock as it is now, in ISO 8601. */
export function wallTime(at: number): string {
  return new Date(Date.now() + at - performance.now()).toISOString();
}

/** Of the disk or of the memory. */
export function isForWantOfRoom({ reason }: InstallError): boolean {
  return reason === 'too_little_memory' || reason === 'disk_full';
}
