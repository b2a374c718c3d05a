import { SESSION_COOKIE } from '#contracts';
import type { AuthConfig } from '../config.js';

/** The same session for what cannot send a header: `<audio>`, downloads, Socket.IO. */
export function sessionCookie(token: string, config: AuthConfig): string {
  return `${SESSION_COOKIE}=${token}; Max-Age=${config.sessionHours * 3600}; ${attributes(config)}`;
}

export function clearedSessionCookie(config: AuthConfig): string {
  return `${SESSION_COOKIE}=; Max-Age=0; ${attributes(config)}`;
}

function attributes(config: AuthConfig): string {
  const isSecure = config.publicUrl.startsWith('https:');
  return `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}
