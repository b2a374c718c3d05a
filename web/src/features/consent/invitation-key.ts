import { ApiError } from '../../lib/api/api-error';

const KEY_SHAPE = /^[\w.~-]{1,300}$/;
const LINK_PARAMETERS = ['key', 'decline'] as const;

/** The key of a mailed link in a query string; null without one or when it cannot be one. */
export function keyFrom(search: string): string | null {
  const key = new URLSearchParams(search).get('key');
  return key && KEY_SHAPE.test(key) ? key : null;
}

/** Whether the link is the one that says no: it ends in `decline=1`. */
export function asksToDecline(search: string): boolean {
  return new URLSearchParams(search).get('decline') === '1';
}

/** The same address without what only the mailed link says: it stays out of history, screenshots and copied links. */
export function plainAddress(path: string, search: string, hash: string): string {
  const query = new URLSearchParams(search);
  for (const name of LINK_PARAMETERS) query.delete(name);
  const rest = query.toString();
  return `${path}${rest ? `?${rest}` : ''}${hash}`;
}

function storeName(agreementId: string): string {
  return `invitationKey:${agreementId}`;
}

/** Keeps the key for reloads of this tab. Until when it works, the server says. */
export function keepKey(agreementId: string, key: string): void {
  try {
    sessionStorage.setItem(storeName(agreementId), key);
  } catch {
    // A reload then opens the invitation without the key.
  }
}

function kept(agreementId: string): string | null {
  try {
    // Tabs of an earlier version kept a moment behind it.
    const [key] = (sessionStorage.getItem(storeName(agreementId)) ?? '').split(' ');
    return key || null;
  } catch {
    return null;
  }
}

/** The key this invitation was opened with: from the address, else from before a reload of this tab. */
export function readKey(agreementId: string): string | null {
  const key = keyFrom(window.location.search);
  if (key) keepKey(agreementId, key);
  return key ?? kept(agreementId);
}

/** Why a key opens nothing any more: its code has run out, or a newer link has taken the place of its own. */
export type KeyLoss = 'ranOut' | 'replaced';

/** What the refusal of a call with a key says about the key; null when it says nothing. */
export function keyLossOf(error: unknown): KeyLoss | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'link_required') return 'ranOut';
  return error.code === 'agreement_not_found' ? 'replaced' : null;
}

/** The key no longer works: a reload of this tab begins without it. */
export function forgetKey(agreementId: string): void {
  try {
    sessionStorage.removeItem(storeName(agreementId));
  } catch {
    // Nothing was kept, then.
  }
}

/** Takes the key, and the wish to decline, out of the address bar. */
export function hideLinkParameters(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  if (!LINK_PARAMETERS.some((name) => query.has(name))) return;
  window.history.replaceState(window.history.state, '', plainAddress(pathname, search, hash));
}
