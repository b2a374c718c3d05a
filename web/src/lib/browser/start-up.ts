import { startTransition, useEffect, useState } from 'react';

let isAwake = false;

/** Lets people use the page: until now it was the picture that came with the document, if there was one. */
export function comeAlive(): void {
  isAwake = true;
  const root = document.getElementById('root');
  root?.removeAttribute('inert');
  root?.removeAttribute('aria-disabled');
}

/**
 * Whether the page can be used. False while the build draws a screen and until that drawing is taken over: what is
 * drawn then must be the same in both, so whatever has code of its own, or depends on the visitor, waits for this.
 */
export function useAlive(): boolean {
  const [isAlive, setAlive] = useState(isAwake);
  useEffect(() => {
    // In pieces, so that a press in between is answered.
    startTransition(() => setAlive(true));
  }, []);
  return isAlive;
}

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
