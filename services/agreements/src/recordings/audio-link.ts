import { createHmac, timingSafeEqual } from 'node:crypto';

export type Party = 'a' | 'b';

/** The key in a mailed link: opens one agreement's recording for one party, nothing else. */
export function audioKey(secret: string, agreementId: string, party: Party): string {
  return `${party}.${createHmac('sha256', secret).update(`audio:${agreementId}:${party}`).digest('base64url')}`;
}

/** The party that the key belongs to, or null when it is not one of ours. */
export function partyOfKey(secret: string, agreementId: string, key: string): Party | null {
  const party = key.slice(0, 1);
  if (party !== 'a' && party !== 'b') return null;
  const expected = Buffer.from(audioKey(secret, agreementId, party));
  const given = Buffer.from(key);
  return given.length === expected.length && timingSafeEqual(given, expected) ? party : null;
}
