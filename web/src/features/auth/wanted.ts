/**
 * What somebody wanted to open when the login page came instead. It is kept in the history entry of the login or signup
 * page alone: whoever goes anywhere else has given it up, and a reload still has it.
 */
interface Wanted {
  wanted: string;
  /** Who was signed in here until now; null when nobody was. */
  userId: number | null;
}

/** Documents that may talk to the payment provider, and have to be loaded for it. */
const PAYMENT_PAGES = /^\/(?:checkout|subscribe|escrow)(?:\/|\?|$)/;

/** Whether it is an address of this app: nothing that a browser reads as another site. */
function isOwnPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    return new URL(path, window.location.origin).origin === window.location.origin;
  } catch {
    return false;
  }
}

/** The state of the login page's history entry that brings people back to where they are now. */
export function wantedHere(userId: number | null = null): Wanted {
  const { pathname, search, hash } = window.location;
  return { wanted: pathname + search + hash, userId };
}

/** What is wanted behind this login or signup page; null when nothing is. */
export function readWanted(): Wanted | null {
  const { wanted, userId = null } = (window.history.state ?? {}) as Partial<Record<string, unknown>>;
  const isKept = typeof wanted === 'string' && isOwnPath(wanted);
  return isKept ? { wanted, userId: typeof userId === 'number' ? userId : null } : null;
}

/**
 * Opens what is wanted, once, in the place of the login page. What somebody else was looking at is not opened.
 * @returns false when nothing is
 */
export function openWanted(
  userId: number,
  navigate: (path: string, options: { replace: true }) => void,
): boolean {
  const found = readWanted();
  if (!found) return false;
  window.history.replaceState(null, '');
  if (found.userId !== null && found.userId !== userId) return false;
  if (PAYMENT_PAGES.test(found.wanted)) window.location.replace(found.wanted);
  else navigate(found.wanted, { replace: true });
  return true;
}
