import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { SESSION_COOKIE } from '#contracts';
import { Clock, DAY_MS, isSignatureOf, signStatement } from '#platform';
import { AuthConfig } from '../config.js';

interface Cookie {
  name: string;
  path: string;
}

/** People's: the same session for what cannot send a header, such as `<audio>`, downloads, Socket.IO. */
export const userCookie: Cookie = { name: SESSION_COOKIE, path: '/' };
/** Administrators': sent to their own calls only, beside a person's session in the same browser. */
export const adminCookie: Cookie = { name: 'ssc_admin', path: '/api/admin' };

/** Value of `set-cookie` that keeps a session's token. */
export function sessionCookie(cookie: Cookie, token: string, config: AuthConfig): string {
  return `${cookie.name}=${token}; Max-Age=${config.sessionHours * 3600}; ${attributes(cookie, config)}`;
}

/** Value of `set-cookie` that makes a browser forget the token. */
export function clearedSessionCookie(cookie: Cookie, config: AuthConfig): string {
  return `${cookie.name}=; Max-Age=0; ${attributes(cookie, config)}`;
}

function attributes(cookie: Cookie, config: AuthConfig): string {
  const isSecure = config.publicUrl.startsWith('https:');
  return `Path=${cookie.path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

const DEVICE_COOKIE = 'ssc_device';
const LIFETIME_DAYS = 365;
const NONCE_BYTES = 16;

/** To which login a cookie belongs: it is sent there only. */
type LoginPath = '/api/auth' | '/api/admin';

/**
 * Devices on which an account has been logged in. The cookie opens nothing: it keeps the account's owner from being
 * locked out by what others guess.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {}

  /** Value of `set-cookie` after a login. */
  cookie(userId: number, path: LoginPath): string {
    const expiresAt = Math.floor(this.clock.now().getTime() / 1000) + (LIFETIME_DAYS * DAY_MS) / 1000;
    const named = `${userId}.${expiresAt}.${randomBytes(NONCE_BYTES).toString('base64url')}`;
    const isSecure = this.config.publicUrl.startsWith('https:');
    const signature = signStatement(this.config.linkSecret, `device:${named}`);
    return `${DEVICE_COOKIE}=${named}.${signature}; Max-Age=${LIFETIME_DAYS * 86_400}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** What a request's cookies say, if we have said it: the account, and the nonce of this device. */
  read(cookies: string | undefined): { userId: number; nonce: string } | null {
    const value = parseCookie(cookies ?? '')[DEVICE_COOKIE] ?? '';
    const [userId = '', expiresAt = '', nonce = '', signature = ''] = value.split('.');
    const statement = `device:${userId}.${expiresAt}.${nonce}`;
    if (!isSignatureOf(this.config.linkSecret, statement, signature)) return null;
    if (Number(expiresAt) * 1000 <= this.clock.now().getTime()) return null;
    return { userId: Number(userId), nonce };
  }
}
