import { useSyncExternalStore } from 'react';

/** How many connections of this page are up. */
let up = 0;
const watchers = new Set<() => void>();

/** A connection has come up or gone down. */
export function countConnection(change: 1 | -1): void {
  up += change;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** Whether what happens is told, so that it need not be asked for every few seconds. */
export function useConnected(): boolean {
  return useSyncExternalStore(
    watch,
    () => up > 0,
    () => false,
  );
}
