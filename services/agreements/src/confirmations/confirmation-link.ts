import { MINUTE_MS, SECOND_MS } from '#platform';
import type { ConfirmationVia } from '../consents/consent.grade.js';
import { isLinkSignature, signLink } from '../recordings/link-signature.js';

/** How long the code on party A's screen can be scanned. */
export const screenMinutes = 15;

const mailed = (agreementId: string) => `confirm:mail:${agreementId}`;
const shown = (agreementId: string, expiry: string) => `confirm:screen:${agreementId}:${expiry}`;

/** The key in party B's mails. It never runs out: whoever was not there must be able to say so for ever. */
export function mailedConfirmationKey(secret: string, agreementId: string): string {
  return `m.${signLink(secret, mailed(agreementId))}`;
}

/** The key in the code on party A's screen. It says itself until when it counts. */
export function screenConfirmationKey(
  secret: string,
  agreementId: string,
  now: Date,
): { key: string; expiresAt: Date } {
  const seconds = Math.floor((now.getTime() + screenMinutes * MINUTE_MS) / SECOND_MS);
  const key = `s.${seconds}.${signLink(secret, shown(agreementId, String(seconds)))}`;
  return { key, expiresAt: new Date(seconds * SECOND_MS) };
}

/** How whoever brings the key was reached; `expired` for a screen of a while ago, null when it is none of ours. */
export function readConfirmationKey(
  secret: string,
  agreementId: string,
  key: string,
  now: Date,
): ConfirmationVia | 'expired' | null {
  const [kind, ...rest] = key.split('.');
  if (kind === 'm') return isLinkSignature(secret, mailed(agreementId), rest.join('.')) ? 'link' : null;
  const [expiry = '', signature = ''] = rest;
  if (kind !== 's' || rest.length !== 2 || !/^\d{1,12}$/.test(expiry)) return null;
  if (!isLinkSignature(secret, shown(agreementId, expiry), signature)) return null;
  return Number(expiry) * SECOND_MS > now.getTime() ? 'screen' : 'expired';
}

export function confirmationLink(
  { publicUrl, linkSecret }: { publicUrl: string; linkSecret: string },
  agreementId: string,
): string {
  return confirmationUrl(publicUrl, agreementId, mailedConfirmationKey(linkSecret, agreementId));
}

export function confirmationUrl(publicUrl: string, agreementId: string, key: string): string {
  return `${publicUrl}/confirm/${agreementId}?key=${encodeURIComponent(key)}`;
}
