import { type Language, otherLanguages } from '#contracts';
import type { AgreementFacts, Party, PartyRole } from '../facts/facts.module.js';
import { type Mailbox, parseMailbox } from '../smtp/smtp.module.js';
import type { FactName, MailContext, MailKind } from './mail.kind.js';
import { must } from './mail.kind.js';
import { oneLine } from './texts/wording.js';

const mailbox = (name: string, address: string): Mailbox => ({ name: oneLine(name), address });

/** The party of the agreement that the mail is for, where their account is reached now. */
export function party({ agreement, mail }: MailContext<'agreement'>): Mailbox {
  return reached(agreement, mail.recipient === 'partyB' ? 'partyB' : 'partyA');
}

/** Whether the mail goes to the address of the owner's account, which is confirmed: party A reads it. */
export function isOwnersAddress(context: MailContext<'agreement' | 'owner'>): boolean {
  const { owner } = context;
  return (
    owner?.isEmailVerified === true &&
    owner.email.toLowerCase() === party(context).address.trim().toLowerCase()
  );
}

function reached(agreement: AgreementFacts, role: PartyRole): Mailbox {
  const { name, email } = agreement[role];
  return mailbox(name, agreement.presentAddresses?.[role] ?? email);
}

/** At the address that the two gave each other: that of an account is not told to anybody else. */
export function otherParty({ agreement, mail }: MailContext<'agreement'>): Mailbox {
  const { name, email } = mail.recipient === 'partyB' ? agreement.partyA : agreement.partyB;
  return mailbox(name, email);
}

export function user({ user: { username, email } }: MailContext<'user'>): Mailbox {
  return mailbox(username, email);
}

/** Whoever owns the account that changed; without a name, as for {@link unverified}. */
export function changed({ change }: MailContext<'change'>): Mailbox {
  return mailbox('', change.email);
}

/** Where the owner of the account was reached before. */
export function oldAddress({ change }: MailContext<'change'>): Mailbox {
  return mailbox('', must(change.oldEmail, 'old address'));
}

export function resetter({ reset }: MailContext<'reset'>): Mailbox {
  return mailbox('', reset.email);
}

/** Without a name: whoever typed the address chose the name, too, and it may be a stranger's. */
export function unverified({ addressVerification: { email } }: MailContext<'addressVerification'>): Mailbox {
  return mailbox('', email);
}

export function ticketSender({ ticket }: MailContext<'ticket'>): Mailbox {
  return mailbox(ticket.name, ticket.email);
}

/** Without the name: it is a stranger's word on what may be somebody else's address. */
export function ticketAddress({ ticket }: MailContext<'ticket'>): Mailbox {
  return mailbox('', ticket.email);
}

export function support({ supportEmail }: MailContext): Mailbox {
  return parseMailbox(supportEmail);
}

/**
 * The languages that a mail offers its reader by a link with the reader's key. None to support, and none where the other
 * person gets the answer: it quotes the link, and whoever has the key chooses for the reader.
 */
export function offeredLanguages(kind: MailKind, context: MailContext<FactName>): Language[] {
  const us = support(context).address;
  const isAnsweredByUs = (kind.replyTo?.(context).address ?? us) === us;
  if (context.mail.recipient === 'support' || !isAnsweredByUs) return [];
  return otherLanguages(context.wording.language);
}

/** Whom a mail about an escrow goes to. */
export function escrowReader(context: EscrowContext): Mailbox {
  const { seller } = people(context);
  switch (context.mail.recipient) {
    case 'buyer':
      return buyerReached(context);
    case 'seller':
      return { name: oneLine(seller.name ?? ''), address: seller.email };
    default:
      return support(context);
  }
}

/**
 * At the confirmed address of the account that pays: who that is does not depend on what party B has answered, and the
 * clock of the payment runs against whoever does not hear of it.
 */
function buyerReached({ agreement, escrow, buyer }: EscrowContext): Mailbox {
  const role = escrow.buyerParty === 'a' ? 'partyA' : 'partyB';
  if (!buyer?.isEmailVerified || buyer.isDisabled) return reached(agreement, role);
  return mailbox(agreement[role].name, buyer.email);
}

/**
 * A buyer answers the seller, but for one who is no party: that is a stranger. What sellers answer is ours to read: it
 * quotes the link in their mail, and whoever has that is the seller.
 */
export function sellerOrSupport(context: EscrowContext): Mailbox {
  const { name, email } = people(context).seller;
  if (context.mail.recipient !== 'buyer' || name === null) return support(context);
  return { name: oneLine(name), address: email };
}

/**
 * What support answers goes to the buyer, but not to one whom no mail has reached; the parties' answers are for support.
 */
export function buyerOrSupport(context: EscrowContext): Mailbox {
  const { escrow, mail } = context;
  const isForBuyer = mail.recipient === 'support' && escrow.isBuyerUnreached !== true;
  return isForBuyer ? buyerReached(context) : support(context);
}

export type EscrowContext = MailContext<'agreement' | 'escrow' | 'buyer'>;

export interface Seller {
  /** Null when the seller is no party of the agreement: then only the address is known. */
  name: string | null;
  email: string;
}

/** Who pays and who is paid. The buyer may be either party, the seller the other one or somebody else. */
export function people({ agreement, escrow }: EscrowContext): { buyer: Party; seller: Seller } {
  const { partyA, partyB } = agreement;
  const [buyer, other] = escrow.buyerParty === 'a' ? [partyA, partyB] : [partyB, partyA];
  const email = escrow.sellerEmail;
  const isOther = other.email.trim().toLowerCase() === email.trim().toLowerCase();
  return { buyer, seller: { name: isOther ? other.name : null, email } };
}
