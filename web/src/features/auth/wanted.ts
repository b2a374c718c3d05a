/**
 * What somebody wanted to open when the login page came instead. It is kept in the history entry of the login or signup
 * page alone: whoever goes anywhere else has given it up, and a reload still has it.
 */
export interface Wanted {
  /** With the origin. */
  wanted: string;
  /** Who was signed in there until now; left out when nobody was. */
  userId?: number;
}

/** Documents that may talk to the payment provider, and have to be loaded for it. */
const PAYMENT_PAGES = /^\/(?:checkout|subscribe|escrow)(?:\/|\?|$)/;

/** What is wanted behind this login or signup page; null when nothing of this app is, as in the drawing of the build. */
export function readWanted(): Wanted | null {
  if (typeof window === 'undefined') return null;
  const state = window.history.state as Partial<Wanted> | null;
  const isOurs = String(state?.wanted).startsWith(`${window.location.origin}/`);
  return isOurs ? (state as Wanted) : null;
}

/**
 * Opens what is wanted, once, in the place of the login page. What somebody else was looking at is not opened.
 * @returns false when nothing is
 */
export function openWanted(
  user: number,
  navigate: (path: string, options: { replace: true }) => void,
): boolean {
  const found = readWanted();
  if (!found) return false;
  window.history.replaceState(null, '');
  const { wanted, userId = user } = found;
  if (userId !== user) return false;
  const path = wanted.slice(window.location.origin.length);
  if (PAYMENT_PAGES.test(path)) window.location.replace(path);
  else navigate(path, { replace: true });
  return true;
}
