import { useSyncExternalStore } from 'react';

/** How many connections of this page are up. */
let up = 0;
const watchers = new Set<() => void>();

function tell(): void {
  for (const watcher of watchers) watcher();
}

/** A connection has come up or gone down. */
export function countConnection(change: 1 | -1): void {
  up += change;
  tell();
}

/** An event has arrived. */
export const tellWatchers = tell;

/** Whether what happens is told: then nothing needs to be asked for again and again. */
export const isConnected = (): boolean => up > 0;

/** Calls back with every event, and whenever a connection comes or goes. */
export function watchLive(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** The same as {@link isConnected}, for what is drawn: queries ask at intervals only while it is false. */
export function useConnected(): boolean {
  return useSyncExternalStore(watchLive, isConnected, () => false);
}
