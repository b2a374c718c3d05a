import { useEffect, useState } from 'react';

/** Longest time that a browser's timer takes, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time in ms, read again when the given moment has come. */
export function useNow(wakeAt: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!wakeAt) return;
    const wait = Date.parse(wakeAt) - Date.now();
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(wait + 50, 0), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [wakeAt]);
  return now;
}
