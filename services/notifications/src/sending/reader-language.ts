import type { Language } from '#contracts';
import type { Facts, Recipient } from '../mails/mails.module.js';

interface ReaderLanguage {
  language: Language;
  /** False where the reader has not used the product yet: then it is the language of whoever wrote to them. */
  isKnown: boolean;
}

const known = (language: Language): ReaderLanguage => ({ language, isKnown: true });

/** What a reader of a mail reads, as far as the services know it. Support reads English. */
export function readerLanguage(recipient: Recipient, facts: Partial<Facts>): ReaderLanguage {
  if (recipient === 'support') return known('en');
  const { agreement } = facts;
  if (agreement) {
    const { partyA, partyB } = agreement.languages;
    const reader = reads(recipient, facts);
    if (reader === 'a') return known(partyA);
    if (reader === 'b' && partyB !== null) return known(partyB);
    const writer = reader === null ? facts.escrow?.buyerParty : 'a';
    return { language: writer === 'b' ? (partyB ?? partyA) : partyA, isKnown: false };
  }
  const person = facts.user ?? facts.change ?? facts.reset ?? facts.addressVerification ?? facts.ticket;
  return known(person?.language ?? 'en');
}

/** Which party of the agreement the reader is; null for a seller who is neither. */
function reads(recipient: Recipient, { agreement, escrow }: Partial<Facts>): 'a' | 'b' | null {
  if (recipient === 'partyB') return 'b';
  if (recipient !== 'buyer' && recipient !== 'seller') return 'a';
  if (!agreement || !escrow) return null;
  const { buyerParty, sellerEmail } = escrow;
  if (recipient === 'buyer') return buyerParty;
  const [other, address] =
    buyerParty === 'a' ? (['b', agreement.partyB] as const) : (['a', agreement.partyA] as const);
  return address.email.trim().toLowerCase() === sellerEmail.trim().toLowerCase() ? other : null;
}
