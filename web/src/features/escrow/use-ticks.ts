import { useEffect, useState } from 'react';

const TICK_MS = 10_000;

/** The time in ms, moving on every ten seconds and whenever the page is looked at again. */
export function useTicks(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
