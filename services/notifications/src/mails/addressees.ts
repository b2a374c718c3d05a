import { parseSender } from '../smtp/sender.js';
import { oneLine } from '../templates/formats.js';
import type { MailContext } from './mail.context.js';
import { must } from './mail.row.js';

export interface Mailbox {
  name: string;
  address: string;
}

const mailbox = (name: string, address: string): Mailbox => ({ name: oneLine(name), address });

/** The party of the agreement that the mail is for. */
export function party({ agreement, mail }: MailContext<'agreement'>): Mailbox {
  const { name, email } = mail.recipient === 'partyB' ? agreement.partyB : agreement.partyA;
  return mailbox(name, email);
}

export function otherParty({ agreement, mail }: MailContext<'agreement'>): Mailbox {
  const { name, email } = mail.recipient === 'partyB' ? agreement.partyA : agreement.partyB;
  return mailbox(name, email);
}

export function user({ user: { username, email } }: MailContext<'user'>): Mailbox {
  return mailbox(username, email);
}

/** Whoever owns the account that changed. */
export function changed({ change }: MailContext<'change'>): Mailbox {
  return mailbox(change.username, change.email);
}

/** Where the owner of the account was reached before. */
export function oldAddress({ change }: MailContext<'change'>): Mailbox {
  return mailbox(change.username, must(change.oldEmail, 'old address'));
}

export function resetter({ reset }: MailContext<'reset'>): Mailbox {
  return mailbox(reset.username, reset.email);
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
  return parseSender(supportEmail);
}
