import { isLinkSignature, signLink } from './link-signature.js';

const UUID_LENGTH = 36;

const statement = (agreementId: string, invitationId: string) => `invite:${agreementId}:${invitationId}`;

/** The key in party B's link: belongs to one invitation, and dies when the next one is issued. */
export function invitationKey(secret: string, agreementId: string, invitationId: string): string {
  return `${invitationId}.${signLink(secret, statement(agreementId, invitationId))}`;
}

/** The invitation that the key was made for, or null when it is not one of ours. Whether it still counts is not asked. */
export function invitationOfKey(secret: string, agreementId: string, key: string): string | null {
  const invitationId = key.slice(0, UUID_LENGTH);
  if (key[UUID_LENGTH] !== '.') return null;
  const signature = key.slice(UUID_LENGTH + 1);
  return isLinkSignature(secret, statement(agreementId, invitationId), signature) ? invitationId : null;
}
