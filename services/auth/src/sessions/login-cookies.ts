import { SESSION_COOKIE } from '#contracts';
import type { AuthConfig } from '../config.js';

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
