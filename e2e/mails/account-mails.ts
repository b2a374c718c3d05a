import type { SubscriptionChange } from '#contracts';
import { readable, SUPPORT } from './agreement-mails.js';
import type { ExpectedMail } from './mailroom.js';

export interface Person {
  name: string;
  email: string;
}

const SUBSCRIPTION_SUBJECTS: Record<SubscriptionChange, string> = {
  started: 'Your subscription has started',
  renewed: 'Your subscription was renewed',
  'payment-failed': 'Your subscription could not be renewed',
  'bank-refused': 'Your bank did not pay for your subscription',
  cancelled: 'Your subscription was cancelled',
  resumed: 'Your subscription was resumed',
  ended: 'Your subscription has ended',
};
const LOGIN = /\/login$/;
const CONTACT = /\/contact$/;
const DASHBOARD = /\/dashboard$/;

/** Mails about accounts: an answer goes to support. */
function toAccount({ email }: Person, mail: Pick<ExpectedMail, 'kind' | 'subject' | 'says' | 'button'>) {
  return { ...mail, to: email, replyTo: SUPPORT };
}

export function accountCreated(person: Person): ExpectedMail {
  return toUnverified(person, { kind: 'account-created', subject: 'Your account was created' });
}

export function addressVerification(person: Person): ExpectedMail {
  return toUnverified(person, { kind: 'address-verification', subject: 'Confirm your email address' });
}

/** Nothing that somebody typed stands in a mail to an address that may be a stranger's. */
function toUnverified({ email }: Person, mail: Pick<ExpectedMail, 'kind' | 'subject'>): ExpectedMail {
  const says = ['Please confirm that this address is yours.', 'Works until:'];
  return { ...mail, to: email, says, button: /\/verify-address\?token=.{40,}/, replyTo: SUPPORT };
}

export function passwordChanged(person: Person, device: string): ExpectedMail {
  const says = ['IP address:', device, 'All other devices were logged out'];
  return toAccount(person, {
    kind: 'password-changed',
    subject: 'Your password was changed',
    says,
    button: LOGIN,
  });
}

/** To an old address that nobody has confirmed. */
export function emailChanged(old: Person): ExpectedMail {
  return toAccount(old, {
    kind: 'email-changed',
    subject: 'The email address of your account was changed',
    says: [old.email, 'When:'],
    button: CONTACT,
  });
}

export function passwordReset(person: Person): ExpectedMail {
  return toAccount(person, {
    kind: 'password-reset',
    subject: 'Choose a new password',
    says: ['Works until:', 'The link works once.'],
    button: /\/reset-password\?token=.{40,}/,
  });
}

export function accountDisabled(person: Person): ExpectedMail {
  const says = ['An administrator has disabled your account', 'When:'];
  return toAccount(person, {
    kind: 'account-disabled',
    subject: 'Your account was disabled',
    says,
    button: CONTACT,
  });
}

export function accountEnabled(person: Person): ExpectedMail {
  const says = ['An administrator has opened your account again', 'When:'];
  return toAccount(person, {
    kind: 'account-enabled',
    subject: 'Your account is open again',
    says,
    button: LOGIN,
  });
}

/** @param receiptNumber of what was paid for it, where something was */
export function subscription(
  person: Person,
  change: SubscriptionChange,
  periodEnd: string,
  receiptNumber?: string,
): ExpectedMail {
  const subject = SUBSCRIPTION_SUBJECTS[change];
  const says = ['$20.00 USD a month', readable(periodEnd), receiptNumber ?? 'Paid until:'];
  const leadsToContracts = change === 'started' || change === 'renewed' || change === 'ended';
  const button = leadsToContracts ? DASHBOARD : /\/subscribe$/;
  return toAccount(person, { kind: 'subscription', subject, says, button });
}

/** The sender's receipt, which repeats nobody's words, and support's copy, whose answer goes to the sender. */
export function ticketOpened(sender: Person, number: string, message: string): ExpectedMail[] {
  const received = {
    kind: 'ticket-received',
    to: sender.email,
    subject: `We received your message: ticket ${number}`,
    says: [`Ticket ${number}`, 'Audio recording'],
    replyTo: SUPPORT,
    button: /^https?:\/\/[^/]+$/,
  };
  const copy = {
    kind: 'ticket-opened',
    to: SUPPORT,
    subject: `${number}: Audio recording`,
    says: [`${sender.name} (${sender.email})`, `> ${message}`],
    replyTo: sender.email,
    button: /\/admin$/,
  };
  return [received, copy];
}

export function ticketAnswered(sender: Person, number: string, answer: string) {
  return toAccount(sender, {
    kind: 'ticket-answered',
    subject: `Our answer to your message: ticket ${number}`,
    says: [answer],
    button: CONTACT,
  });
}
