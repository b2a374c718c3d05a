import { isLinkSignature, signLink } from './link-signature.js';

export type Party = 'a' | 'b';

const statement = (agreementId: string, party: Party) => `audio:${agreementId}:${party}`;

/** The key in a mailed link: opens one agreement's recording for one party, nothing else. */
export function audioKey(secret: string, agreementId: string, party: Party): string {
  return `${party}.${signLink(secret, statement(agreementId, party))}`;
}

/** The party that the key belongs to, or null when it is not one of ours. */
export function partyOfKey(secret: string, agreementId: string, key: string): Party | null {
  const party = key.slice(0, 1);
  if ((party !== 'a' && party !== 'b') || key[1] !== '.') return null;
  return isLinkSignature(secret, statement(agreementId, party), key.slice(2)) ? party : null;
}
