import { Bell } from '../../../lib/bell';

/**
 * Rings when the network may be back: the browser says so, or somebody looks at the page again.
 * @returns the end of the listening
 */
export function ringWithNetwork(bell: Bell): () => void {
  const ring = () => bell.ring();
  const onVisible = () => {
    if (document.visibilityState === 'visible') bell.ring();
  };
  window.addEventListener('online', ring);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', ring);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Whether the browser sees a network; that one is seen does not mean that it leads anywhere. */
export const isOnline = (): boolean => navigator.onLine;
