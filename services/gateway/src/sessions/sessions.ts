import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { createVerifier } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import {
  getSession,
  SESSION_COOKIE,
  SESSION_ISSUER,
  type SessionClaims,
  type SessionState,
} from '#contracts';
import { AppError, type Principal, ServiceClient, visitor } from '#platform';
import { GatewayConfig } from '../config.js';

/** The session of an administrator: beside a person's in the same browser, sent to administrators' calls only. */
const ADMIN_COOKIE = 'ssc_admin';
/** How long an answer of auth counts. Auth tells when a session ends; should that be late, it is refused after this. */
const STATE_TTL_MS = 4000;
/** Auth keeps to the minute when a session was used. */
const TELL_EVERY_MS = 60_000;
const MAX_KNOWN = 20_000;
/** Set where an open page asks by itself, while nobody does anything: such a call is no use of the session. */
export const UNATTENDED = 'x-unattended';

interface Known {
  state: Promise<SessionState>;
  askedAt: number;
  /** When auth was told last that the session is used. */
  toldAt: number;
}

/**
 * Answered beside what a visitor is refused, where the caller sent a bearer token that counts no longer: with a session
 * they may see it.
 */
export const SESSION_ENDED = 'x-session-ended';

/** Administrators' calls have a session cookie of their own. */
export function isAdminPath(path: string): boolean {
  return path.startsWith('/api/admin/');
}

/** Turns a bearer token or the session cookie into who is asking. */
@Injectable()
export class Sessions {
  private readonly verify: (token: string) => SessionClaims & { exp: number };
  private readonly verified = new LRUCache<string, SessionClaims & { exp: number }>({ max: MAX_KNOWN });
  private readonly known = new LRUCache<string, Known>({ max: MAX_KNOWN });

  constructor(
    config: GatewayConfig,
    private readonly auth: ServiceClient<'auth'>,
  ) {
    this.verify = createVerifier({
      key: config.sessionTokenSecret,
      algorithms: ['HS256'],
      allowedIss: SESSION_ISSUER,
      requiredClaims: ['exp', 'sid'],
    }) as (token: string) => SessionClaims & { exp: number };
  }

  /**
   * Who makes an HTTP call. Administrators' calls take their own cookie, which no script can read, and nothing else;
   * of the others a bearer token counts before the cookie.
   * @param maxAgeMs how old the answer of auth may be, in milliseconds
   */
  principalOf(
    path: string,
    headers: { authorization?: string; cookie?: string; [UNATTENDED]?: string | string[] },
    maxAgeMs?: number,
  ): Promise<Principal> {
    const call = {
      isCall: headers[UNATTENDED] === undefined,
      ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    };
    if (isAdminPath(path))
      return this.principal(undefined, headers.cookie, { cookieName: ADMIN_COOKIE, ...call });
    return this.principal(headers.authorization, headers.cookie, call);
  }

  /**
   * Nobody's or an ended session's token is a visitor; routes that need a login then ask for one.
   * @param options.maxAgeMs how old the answer of auth may be, in milliseconds
   * @param options.isCall somebody makes a call, instead of a page that is only open
   */
  async principal(
    authorization: string | undefined,
    cookie: string | undefined,
    options: { cookieName?: string; maxAgeMs?: number; isCall?: boolean } = {},
  ): Promise<Principal> {
    const { cookieName = SESSION_COOKIE, maxAgeMs = STATE_TTL_MS, isCall = false } = options;
    const token = authorization?.startsWith('Bearer ')
      ? authorization.slice(7)
      : parseCookie(cookie ?? '')[cookieName];
    if (!token) return visitor;
    const claims = this.claims(token);
    if (!claims) return visitor;
    const state = await this.state(claims.sid, maxAgeMs, isCall);
    if (!state.isActive) return visitor;
    return {
      ...{ kind: state.role, id: state.userId, sessionId: claims.sid },
      ...(state.isConfirmed ? { isConfirmed: true } : {}),
    };
  }

  /** These have ended: what was known of them counts no longer. */
  end(sids: readonly string[]): void {
    const now = Date.now();
    for (const sid of sids) {
      const known = this.known.get(sid);
      if (known) this.known.set(sid, { ...known, state: Promise.resolve({ isActive: false }), askedAt: now });
    }
  }

  /** The claims of a token that was signed by us and has not expired; a known token is not verified again. */
  private claims(token: string): SessionClaims | null {
    const known = this.verified.get(token);
    if (known) return known.exp * 1000 > Date.now() ? known : null;
    try {
      const claims = this.verify(token);
      this.verified.set(token, claims);
      return claims;
    } catch {
      return null;
    }
  }

  /** @throws AppError `unavailable` when auth cannot be asked: an unknown session is never let in. */
  private state(sid: string, maxAgeMs: number, isCall: boolean): Promise<SessionState> {
    const now = Date.now();
    const known = this.known.get(sid);
    const isToTell = isCall && now - (known?.toldAt ?? 0) >= TELL_EVERY_MS;
    // An answer of later than now was given before the clock was put back: nobody knows how old it is.
    const isNewEnough = known !== undefined && now >= known.askedAt && now - known.askedAt < maxAgeMs;
    if (isNewEnough && !isToTell) return known.state;
    const state = this.auth
      .call(getSession, { params: { sid }, query: isToTell ? { isCall: true } : {} })
      .catch((error: unknown) => {
        this.known.delete(sid);
        // An id that auth refuses to look at is not a session.
        if (error instanceof AppError && error.status < 500) return { isActive: false } as const;
        throw error;
      });
    this.known.set(sid, { state, askedAt: now, toldAt: isToTell ? now : (known?.toldAt ?? 0) });
    return state;
  }
}
