import { useSyncExternalStore } from 'react';
import { removeStored, writeStored } from './storage';

const MARK = 'uploadsWaiting';

/** Recordings on this device that a person has sent off and the server has not confirmed. */
interface WaitingUploads {
  /** How many, in all tabs together. */
  count: number;
  /** How many of them no screen of this tab shows. */
  unseen: number;
  /** Whether one of those is on its way just now. */
  isSending: boolean;
}

const NONE: WaitingUploads = { count: 0, unseen: 0, isSending: false };

let current = NONE;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells how many wait; remembered across reloads, so that the next page knows to look. */
export function publishWaiting(next: WaitingUploads): void {
  if (next.count > 0) writeStored(MARK, String(next.count));
  else removeStored(MARK);
  const isSame =
    next.count === current.count && next.unseen === current.unseen && next.isSending === current.isSending;
  if (isSame) return;
  current = next;
  for (const listener of listeners) listener();
}

/** Something is about to wait: noted first, so that a crash right after it cannot hide it. */
export function expectWaiting(): void {
  writeStored(MARK, '1');
}

/** Whether a page before this one may have left something to send. */
export function mayHaveWaiting(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return true;
  }
}

export function getWaiting(): WaitingUploads {
  return current;
}

export function useWaiting(): WaitingUploads {
  return useSyncExternalStore(subscribe, getWaiting, () => NONE);
}
