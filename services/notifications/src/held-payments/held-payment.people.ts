import { type Mailbox, support } from '../mails/addressees.js';
import type { Party } from '../mails/facts.js';
import type { MailContext } from '../mails/mail.context.js';
import { oneLine } from '../templates/formats.js';

export type HeldPaymentContext = MailContext<'agreement' | 'heldPayment'>;

export interface Seller {
  /** Null when the seller is no party of the agreement: then only the address is known. */
  name: string | null;
  email: string;
}

/** Who pays and who is paid. The buyer may be either party, the seller the other one or somebody else. */
export function people({ agreement, heldPayment }: HeldPaymentContext): { buyer: Party; seller: Seller } {
  const { partyA, partyB } = agreement;
  const [buyer, other] = heldPayment.buyerParty === 'a' ? [partyA, partyB] : [partyB, partyA];
  const email = heldPayment.sellerEmail;
  const isOther = other.email.trim().toLowerCase() === email.trim().toLowerCase();
  return { buyer, seller: { name: isOther ? other.name : null, email } };
}

/** Whom a mail about a held payment goes to. */
export function heldPaymentReader(context: HeldPaymentContext): Mailbox {
  const { buyer, seller } = people(context);
  switch (context.mail.recipient) {
    case 'buyer':
      return { name: oneLine(buyer.name), address: buyer.email };
    case 'seller':
      return { name: oneLine(seller.name ?? ''), address: seller.email };
    default:
      return support(context);
  }
}

/** Buyer and seller answer each other where they know each other's addresses; a stranger's answer is ours to read. */
export function counterpart(context: HeldPaymentContext): Mailbox {
  const { buyer, seller } = people(context);
  if (seller.name === null) return support(context);
  return context.mail.recipient === 'buyer'
    ? { name: oneLine(seller.name), address: seller.email }
    : { name: oneLine(buyer.name), address: buyer.email };
}

/** Whoever reported the problem gets what support answers; the parties' answers are for support. */
export function buyerOrSupport(context: HeldPaymentContext): Mailbox {
  const { name, email } = people(context).buyer;
  return context.mail.recipient === 'support' ? { name: oneLine(name), address: email } : support(context);
}
