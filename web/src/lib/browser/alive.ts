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
