import type { DataSource, EntityManager } from 'typeorm';
import { invitationOfKey } from '../recordings/invitation-link.js';
import { codeOfKey } from './code-link.js';
import { codeKeyExpiry, findCode } from './consent-code.row.js';

/** How party B was reached who answers: through the link in the mail, or with a code that was mailed at that moment. */
export type KeyVia = 'link' | 'code';

/** A key that is genuine. Whether its invitation still counts is another question. */
export interface Keyed {
  via: KeyVia;
  invitationId: string;
  /** The code that the key was given for; null for the mailed key. */
  codeId: string | null;
}

/** What whoever asks has shown: nothing but the number, a key that is none of ours, or a genuine one. */
export type Opening = { via: 'none' } | { via: 'wrong' } | Keyed;

/** What the key in a call is worth. One for a code that has run out is worth no more than the number. */
export async function readKey(
  manager: EntityManager | DataSource,
  agreementId: string,
  key: string | null,
  { linkSecret, now }: { linkSecret: string; now: Date },
): Promise<Opening> {
  if (key === null) return { via: 'none' };
  const codeId = codeOfKey(linkSecret, agreementId, key);
  if (codeId === null) {
    const invitationId = invitationOfKey(linkSecret, agreementId, key);
    return invitationId === null ? { via: 'wrong' } : { via: 'link', invitationId, codeId };
  }
  const code = await findCode(manager, agreementId, codeId);
  if (!code) return { via: 'wrong' };
  if (code.usedAt === null || codeKeyExpiry(code.usedAt) <= now) return { via: 'none' };
  return { via: 'code', invitationId: code.invitationId, codeId };
}
