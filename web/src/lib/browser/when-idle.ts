import { startTransition, useEffect, useState } from 'react';

const LONGEST_WAIT_MS = 3000;
/** Between two pieces of the same page. */
const NEXT_PIECE_MS = 200;

/** Runs work when the page has nothing better to do, at the latest after so many ms. Answers how to forget it. */
function inIdleTime(work: () => void, timeout: number): () => void {
  // Not in every browser.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, Math.min(timeout, 1000));
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout });
  return () => cancelIdleCallback(handle);
}

/** Runs work after the page is loaded and has nothing better to do. */
export function whenIdle(work: () => void): void {
  const later = () => {
    inIdleTime(work, LONGEST_WAIT_MS);
  };
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}

/** Whether the page has had nothing better to do since this was first drawn: what nobody sees yet waits for it. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return isIdle;
}

/** How many of so many pieces to draw: one more whenever the page has nothing better to do, so that no press waits. */
export function usePieces(total: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= total) return;
    return inIdleTime(() => startTransition(() => setCount(count + 1)), NEXT_PIECE_MS);
  }, [count, total]);
  return count;
}
