const RECORDER = 'ssc-recorder';
/** The page before this one may still be closing, on a slow phone for a second or more; it gets this long to let go, in ms. */
const HANDOVER_MS = 2000;

/** The name of the browser-wide lock that a running take holds. */
export function takeLockName(id: string): string {
  return `ssc-take:${id}`;
}

/** Holds a lock until the answer is called; null when somebody else holds it. */
async function hold(name: string): Promise<(() => void) | null> {
  const locks = navigator.locks;
  // Without locks nobody can be asked, and recording matters more.
  if (!locks) return () => undefined;
  return new Promise((resolve) => {
    locks
      .request(
        name,
        { signal: AbortSignal.timeout(HANDOVER_MS) },
        () => new Promise<void>((letGo) => resolve(() => letGo())),
      )
      .catch((error: unknown) => {
        const isHeld = error instanceof DOMException && /^(Abort|Timeout)Error$/.test(error.name);
        resolve(isHeld ? null : () => undefined);
      });
  });
}

/** Takes the one place of this site's recorder; null while another tab records. Call the answer to give it back. */
export function holdRecorderLock(): Promise<(() => void) | null> {
  return hold(RECORDER);
}

/** Shows the other tabs that this take is running. Call the answer when it no longer is. */
export function holdTakeLock(id: string): () => void {
  let isOver = false;
  let letGo: (() => void) | null = null;
  hold(takeLockName(id))
    .then((release) => {
      if (isOver) release?.();
      else letGo = release;
    })
    .catch(() => undefined);
  return () => {
    isOver = true;
    letGo?.();
  };
}

/** The locks of takes that run in any tab; null where the browser keeps no locks. */
export async function heldLocks(): Promise<ReadonlySet<string> | null> {
  if (!navigator.locks) return null;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map((lock) => lock.name ?? ''));
}
