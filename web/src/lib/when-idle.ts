import { startTransition, useEffect, useState } from 'react';

const LONGEST_WAIT_MS = 3000;

/** Runs work after the page is loaded and has nothing better to do. */
export function whenIdle(work: () => void): void {
  const later = () => {
    // Not in every browser.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
    else setTimeout(work, 1000);
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
