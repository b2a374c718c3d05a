import { formatAgreementId } from '#contracts';
import type { ExpectedMail } from './mailroom.js';

/** What mails say about one agreement. */
export interface Contract {
  agreementId: string;
  sha256: string;
  emailA: string;
  emailB: string;
}

type Role = 'a' | 'b';

export const SUPPORT = 'support@example.test';
export const NAMES: Record<Role, string> = { a: 'Anna Miller', b: 'Ben Carter' };
const AMOUNT = '$2,000.00 USD';
const PRICE = '$5.00 USD';
const DASHBOARD = /\/dashboard$/;
const pageOf = ({ agreementId }: Contract) => new RegExp(`/dashboard\\?contract=${agreementId}$`);
const CONTACT = /\/contact$/;
const confirmationOf = ({ agreementId }: Contract) => new RegExp(`/confirm/${agreementId}\\?key=.{40,}`);

/** A moment as mails write it. */
export function readable(moment: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(moment)).replace(/\u202f/g, ' ')} UTC`;
}

const other = (role: Role): Role => (role === 'a' ? 'b' : 'a');
const number = ({ agreementId }: Contract) => formatAgreementId(agreementId);
const address = (contract: Contract, role: Role) => (role === 'a' ? contract.emailA : contract.emailB);
const listenTo = ({ agreementId }: Contract) =>
  new RegExp(`/api/agreements/${agreementId}/audio\\?key=.{40,}`);

/** A mail to a party: everybody is greeted by name and reads which contract it is about. */
function toParty(
  contract: Contract,
  role: Role,
  answersTo: 'us' | 'support' | 'other',
  mail: Pick<ExpectedMail, 'kind' | 'subject' | 'says' | 'button'>,
): ExpectedMail {
  const replyTo = { us: null, support: SUPPORT, other: address(contract, other(role)) }[answersTo];
  const says = [`Contract ${number(contract)}`, `Hello ${NAMES[role]},`, NAMES[other(role)], ...mail.says];
  return { ...mail, to: address(contract, role), replyTo, says };
}

const bothParties = (mail: (role: Role) => ExpectedMail): ExpectedMail[] => [mail('a'), mail('b')];
const wayOn = (role: Role) => (role === 'a' ? DASHBOARD : CONTACT);

export function saved(contract: Contract, deletedAt: string): ExpectedMail {
  return toParty(contract, 'a', 'us', {
    kind: 'saved',
    subject: `Your recording is saved: contract ${number(contract)}`,
    says: [AMOUNT, PRICE, `we delete the recording on ${readable(deletedAt)}`],
    button: new RegExp(`/checkout\\?plan=split-second-contract&agreementId=${contract.agreementId}$`),
  });
}

/** @param isCovered by a credit of party A's */
export function paymentRequested(
  contract: Contract,
  subject: string,
  deletedAt: string,
  days: string,
  isCovered = false,
) {
  const toPay = isCovered ? ['$0.00 USD', 'A payment that you already made covers it'] : [PRICE];
  return toParty(contract, 'a', 'us', {
    kind: 'payment-requested',
    subject: `${subject} contract ${number(contract)}`,
    says: [AMOUNT, ...toPay, `for ${days} more`, `we delete the recording on ${readable(deletedAt)}`],
    button: new RegExp(`/checkout\\?.*agreementId=${contract.agreementId}$`),
  });
}

export function receipt(contract: Contract, receiptNumber: string): ExpectedMail {
  return toParty(contract, 'a', 'us', {
    kind: 'receipt',
    subject: `Your receipt for contract ${number(contract)}`,
    says: [receiptNumber, `your payment of ${PRICE}`, 'TEST.'],
    button: pageOf(contract),
  });
}

export function humanTranscriptReceipt(contract: Contract, receiptNumber: string): ExpectedMail {
  return toParty(contract, 'a', 'support', {
    kind: 'manual-receipt',
    subject: `Your receipt for a transcript by a person: contract ${number(contract)}`,
    says: [receiptNumber, 'your payment of $2.00 USD', 'within 24 hours', 'TEST: no money moves'],
    button: pageOf(contract),
  });
}

export function humanTranscriptToWrite(contract: Contract): ExpectedMail {
  return toWriters({
    kind: 'human-transcript-paid',
    subject: `A transcript to write: contract ${number(contract)}`,
    says: ['It is promised for', NAMES.a, NAMES.b],
  });
}

export function humanTranscriptLate(contract: Contract): ExpectedMail {
  return toWriters({
    kind: 'human-transcript-late',
    subject: `Transcript not written in time: contract ${number(contract)}`,
    says: ['The $2.00 USD went back', NAMES.a, NAMES.b],
  });
}

function toWriters(mail: Pick<ExpectedMail, 'kind' | 'subject' | 'says'>): ExpectedMail {
  return { ...mail, to: SUPPORT, replyTo: SUPPORT, button: /\/admin\?section=transcripts$/ };
}

export function covered(contract: Contract, by: 'subscription' | 'credit'): ExpectedMail {
  return toParty(contract, 'a', 'support', {
    kind: 'covered',
    subject: `Nothing to pay: contract ${number(contract)} is covered`,
    says: [`is covered by your ${by}`, PRICE, '$0.00 USD'],
    button: pageOf(contract),
  });
}

/** @param why what the mail says of the reason */
export function refund(contract: Contract, amount: string, receiptNumber: string, why: readonly string[]) {
  return toParty(contract, 'a', 'support', {
    kind: 'refund',
    subject: `${amount} comes back to you: contract ${number(contract)}`,
    says: [`We give you back ${amount}`, receiptNumber, 'TEST: no money moves', ...why],
    button: pageOf(contract),
  });
}

export function invitation(contract: Contract, kind: 'invitation' | 'reminder', expiresAt: string) {
  const asks = `${NAMES.a} asks you to confirm an agreement`;
  return toParty(contract, 'b', 'support', {
    kind,
    subject: kind === 'reminder' ? `Reminder: ${asks}` : asks,
    says: [contract.emailA, AMOUNT, `${readable(expiresAt)} (14 days left)`, '&decline=1'],
    button: new RegExp(`/remote-contract/${contract.agreementId}\\?key=.{40,}`),
  });
}

/** The link that party B has already, for whoever asked with the number alone. */
export function linkAgain(contract: Contract, expiresAt: string): ExpectedMail {
  return toParty(contract, 'b', 'support', {
    kind: 'link-again',
    subject: `Your link to the agreement with ${NAMES.a}`,
    says: [contract.emailA, AMOUNT, readable(expiresAt), '&decline=1', 'If that was not you'],
    button: new RegExp(`/remote-contract/${contract.agreementId}\\?key=.{40,}`),
  });
}

export function code(contract: Contract): ExpectedMail {
  return toParty(contract, 'b', 'support', {
    kind: 'code',
    subject: 'Your code for the agreement page',
    says: ['Valid until:', 'The code works once', 'Tell it to nobody'],
    button: new RegExp(`/remote-contract/${contract.agreementId}$`),
  });
}

/** Party B said yes over the mailed link. */
export function confirmed(contract: Contract): ExpectedMail {
  return toParty(contract, 'b', 'support', {
    kind: 'confirmed',
    subject: `You confirmed your agreement with ${NAMES.a}`,
    says: ['it was you who agreed', 'Was it not you?', AMOUNT],
    button: confirmationOf(contract),
  });
}

/** Both parties and support hear that party B says that it was not them. */
export function objected(contract: Contract, reason: string): ExpectedMail[] {
  const said = `> ${reason}`;
  const toSupport: ExpectedMail = {
    kind: 'objected',
    to: SUPPORT,
    subject: `Objection to contract ${number(contract)}`,
    says: [`Contract ${number(contract)}`, NAMES.a, NAMES.b, AMOUNT, said],
    replyTo: SUPPORT,
    button: /\/admin$/,
  };
  const toParties = bothParties((role) =>
    toParty(contract, role, 'support', {
      kind: 'objected',
      subject: role === 'a' ? `${NAMES.b} says: that was not me` : 'Your objection is on record',
      says: role === 'a' ? [AMOUNT, said] : [AMOUNT],
      button: role === 'a' ? pageOf(contract) : CONTACT,
    }),
  );
  return [...toParties, toSupport];
}

export function opened(contract: Contract, isKeyed: boolean): ExpectedMail {
  return toParty(contract, 'a', 'other', {
    kind: 'opened',
    subject: isKeyed ? `${NAMES.b} has opened your invitation` : 'Your invitation was opened',
    says: [isKeyed ? `the link that we sent to ${contract.emailB}` : 'without the personal link'],
    button: pageOf(contract),
  });
}

/** Both hear of it: party B may say that somebody else has answered. */
export function consented(contract: Contract, consentedAt: string): ExpectedMail[] {
  return bothParties((role) =>
    toParty(contract, role, role === 'a' ? 'other' : 'support', {
      kind: 'consented',
      subject: role === 'a' ? `${NAMES.b} has agreed` : `You agreed to what ${NAMES.a} recorded`,
      says: [AMOUNT, readable(consentedAt)],
      button: role === 'a' ? pageOf(contract) : confirmationOf(contract),
    }),
  );
}

export function proof(contract: Contract, words: readonly string[]): ExpectedMail[] {
  return bothParties((role) =>
    toParty(contract, role, 'support', {
      kind: 'proof',
      subject: `Your agreement with ${NAMES[other(role)]}: recording and transcript`,
      says: [contract.emailA, contract.emailB, contract.sha256, AMOUNT, ...words],
      button: listenTo(contract),
    }),
  );
}

export function declined(contract: Contract, reason: string): ExpectedMail[] {
  return bothParties((role) =>
    toParty(contract, role, 'other', {
      kind: 'declined',
      subject:
        role === 'a'
          ? `${NAMES.b} has declined your agreement`
          : `You declined the agreement with ${NAMES.a}`,
      says: [`> ${reason}`, AMOUNT],
      button: wayOn(role),
    }),
  );
}

/** @param says what each party reads; only party A when party B never heard of the agreement */
export function cancelled(contract: Contract, says: { a: string[]; b?: string[] }): ExpectedMail[] {
  const knowing: Role[] = says.b ? ['a', 'b'] : ['a'];
  return knowing.map((role) =>
    toParty(contract, role, says.b ? 'other' : 'support', {
      kind: 'cancelled',
      subject: `Contract ${number(contract)} was cancelled`,
      says: [AMOUNT, ...(says[role] ?? [])],
      button: wayOn(role),
    }),
  );
}

export function linkExpired(contract: Contract): ExpectedMail {
  return toParty(contract, 'a', 'other', {
    kind: 'link-expired',
    subject: `${NAMES.b} has not answered: the link has ended`,
    says: [contract.emailB, AMOUNT],
    button: DASHBOARD,
  });
}

export function transcriptionFailed(contract: Contract): ExpectedMail {
  return toParty(contract, 'a', 'support', {
    kind: 'transcription-failed',
    subject: `Your recording is safe, the transcript is not done: contract ${number(contract)}`,
    says: [AMOUNT, 'within 24 hours for $2.00 USD'],
    button: pageOf(contract),
  });
}

export function humanTranscriptReady(contract: Contract, sha256: string): ExpectedMail[] {
  return bothParties((role) =>
    toParty(contract, role, role === 'a' ? 'other' : 'support', {
      kind: 'manual-ready',
      subject: `Your agreement with ${NAMES[other(role)]}: transcript made by a person`,
      says: [AMOUNT, contract.sha256, sha256],
      button: role === 'a' ? pageOf(contract) : listenTo(contract),
    }),
  );
}

/** @param whose Party B is told once there is a contract. */
export function accessEnding(
  contract: Contract,
  days: string,
  endsAt: string,
  whose: Role[] = ['a', 'b'],
): ExpectedMail[] {
  return whose.map((role) =>
    toParty(contract, role, 'support', {
      kind: 'access-ending',
      subject: `Your agreement with ${NAMES[other(role)]}: access ends in ${days}`,
      says: [AMOUNT, `until ${readable(endsAt)}`],
      button: listenTo(contract),
    }),
  );
}

export function contentDeleted(contract: Contract, why: string, whose: Role[] = ['a', 'b']): ExpectedMail[] {
  return whose.map((role) =>
    toParty(contract, role, 'support', {
      kind: 'content-deleted',
      subject: `The recording of contract ${number(contract)} was deleted`,
      says: [why, contract.sha256],
      button: role === 'a' ? pageOf(contract) : CONTACT,
    }),
  );
}

export function adminActed(contract: Contract, act: string, reason: string): ExpectedMail {
  return toParty(contract, 'a', 'support', {
    kind: 'admin-acted',
    subject: `An administrator worked on your contract ${number(contract)}`,
    says: ['Administrator (administrator)', act, reason],
    button: pageOf(contract),
  });
}
