/** Whatever is asked so soon after somebody did something here may be asked because of it, in milliseconds. */
const ATTENDED_MS = 10_000;
/** Screen readers press with a click alone, and some write without keys. */
const ACTS = ['click', 'keydown', 'input'] as const;

// To have opened the page counts, too.
let actedAt = Date.now();

for (const type of ACTS) {
  globalThis.addEventListener?.(
    type,
    () => {
      actedAt = Date.now();
    },
    { capture: true, passive: true },
  );
}

/**
 * Tells the server that nobody has asked for this: the page reads it again by itself. Otherwise an open page would keep
 * the session of an administrator who has gone.
 */
export function attendanceHeader(): Record<string, string> {
  return Date.now() - actedAt < ATTENDED_MS ? {} : { 'x-unattended': '1' };
}
