import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { claimCookieName } from '#contracts';

/** The secret of whoever recorded an agreement, until an account owns it. */
export function newClaimToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashClaim(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function isClaim(claimHash: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(claimHash, 'hex'), Buffer.from(hashClaim(token), 'hex'));
}

const COOKIE_DAYS = 30;

export function claimCookie(agreementId: string, token: string, isSecure: boolean): string {
  const attributes = `Max-Age=${COOKIE_DAYS * 86_400}; Path=/api; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return `${claimCookieName(agreementId)}=${token}; ${attributes}`;
}
