import { AGREEMENT_ID } from './agreement.js';

/** Cookie that carries the same token as `Authorization: Bearer`. */
export const SESSION_COOKIE = 'ssc_session';
export const SESSION_ISSUER = 'split-second-contract';

/** Claims of the bearer token. `sid` names the session's row. */
export interface SessionClaims {
  sid: string;
  sub: string;
  role: 'user' | 'admin';
}

/** What auth knows of a session. `isConfirmed`: the password was given in it in the last five minutes. */
export type SessionState =
  | { isActive: false }
  | { isActive: true; userId: number; role: SessionClaims['role']; isConfirmed: boolean };

/** Cookie that lets the browser which recorded an agreement claim it. */
export function claimCookieName(agreementId: string): string {
  return `ssc_claim_${agreementId}`;
}

/** The claim of this agreement among the cookies of a request. */
export function claimFromCookies(header: string | undefined, agreementId: string): string | null {
  const name = `${claimCookieName(agreementId)}=`;
  const cookie = header?.split(/;\s*/).find((part) => part.startsWith(name));
  return cookie ? cookie.slice(name.length) : null;
}

/** Numbers of the agreements whose claims are among the cookies of a request: browsers name the oldest first (RFC 6265, 5.4). */
export function claimedAgreements(header: string | undefined): string[] {
  const start = claimCookieName('');
  return (header?.split(/;\s*/) ?? [])
    .filter((cookie) => cookie.startsWith(start))
    .map((cookie) => cookie.slice(start.length).replace(/=.*/, ''))
    .filter((agreementId) => AGREEMENT_ID.test(agreementId));
}
