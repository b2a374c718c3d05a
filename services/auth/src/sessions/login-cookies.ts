import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '#contracts';
import { Clock, DAY_MS, isSignatureOf, type Origin, requestOrigin, signStatement } from '#platform';
import { AuthConfig } from '../config.js';
import type { Role, UserEntity } from '../users/users.module.js';

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

/** Where each role logs in: its cookie is sent there only. */
const LOGIN_PATHS: Record<Role, string> = { user: '/api/auth', admin: '/api/admin' };

/** From where somebody asks. */
export interface DeviceRequest {
  origin: Origin;
  /** As the browser sent them: the device may be known. */
  cookies: string | undefined;
}

export const deviceRequest = (request: FastifyRequest): DeviceRequest => ({
  origin: requestOrigin(request),
  cookies: request.headers.cookie,
});

/** An account with the hash of its password. */
type Account = Pick<UserEntity, 'id' | 'role' | 'passwordHash'>;

/**
 * Devices on which the password of an account was given or chosen. The cookie opens nothing: it keeps the account's owner
 * from being locked out by what others guess. It ends with the password, or whoever once knew an old one could guess the
 * new one on many devices that count as the owner's.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {}

  /** Value of `set-cookie` for a device on which the account's password was just given or chosen. */
  cookie(account: Account): string {
    const expiresAt = Math.floor(this.clock.now().getTime() / 1000) + (LIFETIME_DAYS * DAY_MS) / 1000;
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const isSecure = this.config.publicUrl.startsWith('https:');
    const signature = signStatement(this.config.linkSecret, statementOf(account, `${expiresAt}`, nonce));
    const value = `${account.id}.${expiresAt}.${nonce}.${signature}`;
    return `${DEVICE_COOKIE}=${value}; Max-Age=${LIFETIME_DAYS * 86_400}; Path=${LOGIN_PATHS[account.role]}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The nonce of the device that sends these cookies; null when it is none of this account and its password. */
  nonce(account: Account, cookies: string | undefined): string | null {
    const value = parseCookie(cookies ?? '')[DEVICE_COOKIE] ?? '';
    const [, expiresAt = '', nonce = '', signature = ''] = value.split('.');
    const statement = statementOf(account, expiresAt, nonce);
    if (!isSignatureOf(this.config.linkSecret, statement, signature)) return null;
    return Number(expiresAt) * 1000 > this.clock.now().getTime() ? nonce : null;
  }
}

const statementOf = ({ id, passwordHash }: Account, expiresAt: string, nonce: string): string =>
  `device:${id}.${expiresAt}.${nonce}:${passwordHash}`;
