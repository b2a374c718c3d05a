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
