import { useCallback, useSyncExternalStore } from 'react';

/** Where a player is, for the few small things that are drawn anew with every frame. */
export interface PlayerClock {
  /** Seconds from the start. */
  now: () => number;
  subscribe: (notify: () => void) => () => void;
}

export interface SetClock extends PlayerClock {
  set: (seconds: number) => void;
}

export function createClock(): SetClock {
  let at = 0;
  const listeners = new Set<() => void>();
  return {
    now: () => at,
    set: (seconds) => {
      if (seconds === at) return;
      at = seconds;
      for (const notify of listeners) notify();
    },
    subscribe: (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
  };
}

/** What `pick` makes of the position; the caller is drawn again only when that changes. It must be a plain value. */
export function useAt<T extends number | string | boolean>(
  clock: PlayerClock,
  pick: (seconds: number) => T,
): T {
  return useSyncExternalStore(
    clock.subscribe,
    useCallback(() => pick(clock.now()), [clock, pick]),
  );
}
