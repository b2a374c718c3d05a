import { useSyncExternalStore } from 'react';

/** Name of the store of recordings on this device. */
export const DRAFTS = 'ssc-takes';

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

/** Tells how many wait. */
export function publishWaiting(next: WaitingUploads): void {
  const isSame =
    next.count === current.count && next.unseen === current.unseen && next.isSending === current.isSending;
  if (isSame) return;
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Whether a page before this one may have left something to send: whether anything was ever recorded here. A mark in
 * localStorage would say more, but Chromium and Firefox write that seconds late: a browser that is killed forgets it.
 */
export async function mayHaveWaiting(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DRAFTS);
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
