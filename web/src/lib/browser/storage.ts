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
 * Calls back when another tab may have changed one of these: when it says so, and when this page is shown again, as a
 * browser tells a sleeping page nothing. Answers how to stop.
 */
export function watchStored(keys: readonly string[], onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) onChange();
  };
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onChange);
  };
}
