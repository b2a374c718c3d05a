/** Browser storage that never throws: private windows and full disks only cost the memory of it. */

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page goes on without remembering.
  }
}

export function removeStored(...keys: string[]): void {
  for (const key of keys) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept, so nothing needs removing.
    }
  }
}

/**
 * Calls back when another tab may have changed one of these: when it says so, and when this page is looked at again, as a
 * browser tells a sleeping page nothing. Answers how to stop.
 */
export function watchStored(keys: readonly string[], onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) onChange();
  };
  const onShown = () => {
    if (document.visibilityState === 'visible') onChange();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('focus', onShown);
  document.addEventListener('visibilitychange', onShown);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('focus', onShown);
    document.removeEventListener('visibilitychange', onShown);
  };
}
