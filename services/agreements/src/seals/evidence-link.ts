import type { Party } from '../recordings/audio-link.js';
import { isLinkSignature, signLink } from '../recordings/link-signature.js';

const statement = (agreementId: string, party: Party) => `evidence:${agreementId}:${party}`;

/** The key in a mailed link: opens one agreement's certificate and evidence packet for one party, nothing else. */
export function evidenceKey(secret: string, agreementId: string, party: Party): string {
  return `${party}.${signLink(secret, statement(agreementId, party))}`;
}

/** Whether the key was made for one of the parties. */
export function isEvidenceKey(secret: string, agreementId: string, key: string): boolean {
  const party = key.slice(0, 1);
  if ((party !== 'a' && party !== 'b') || key[1] !== '.') return false;
  return isLinkSignature(secret, statement(agreementId, party), key.slice(2));
}
