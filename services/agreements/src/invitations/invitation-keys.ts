import { invitationOfKey } from '../recordings/invitation-link.js';

/** How party B was reached who answers: through the link in the mail. */
export type ConsentVia = 'link';

/** A key that is genuine. Whether its invitation still counts is another question. */
export interface Keyed {
  via: ConsentVia;
  invitationId: string;
}

/** What whoever asks has shown: nothing but the number, a key that is none of ours, or a genuine one. */
export type Opening = { via: 'none' } | { via: 'wrong' } | Keyed;

/** What the key in a call is worth. */
export function readKey(secret: string, agreementId: string, key: string | null): Opening {
  if (key === null) return { via: 'none' };
  const invitationId = invitationOfKey(secret, agreementId, key);
  return invitationId === null ? { via: 'wrong' } : { via: 'link', invitationId };
}
