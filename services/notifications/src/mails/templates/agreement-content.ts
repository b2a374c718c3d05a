import { formatAgreementId } from '#contracts';
import type { AgreementFacts } from '../../facts/facts.module.js';
import type { MailContext } from '../mail.kind.js';
import {
  type AttachedFile,
  type Block,
  button,
  type MailContent,
  paragraph,
  type Row,
  SUBJECT_NAME_LENGTH,
} from '../rendering/mail.content.js';
import { formatClock, nameOf, oneLine, shorten, type Wording } from '../texts/wording.js';

/** The two people of an agreement as the reader of the mail sees them. */
interface Sides {
  isPartyA: boolean;
  me: string;
  other: string;
  /** Of the other, for subjects. */
  shortOther: string;
  otherEmail: string;
  /** The number of the agreement as people read it. */
  number: string;
}

export function sides({ agreement, mail }: MailContext<'agreement'>): Sides {
  const isPartyA = mail.recipient !== 'partyB';
  const [me, other] = isPartyA ? [agreement.partyA, agreement.partyB] : [agreement.partyB, agreement.partyA];
  return {
    isPartyA,
    me: nameOf(me),
    other: nameOf(other),
    shortOther: shorten(nameOf(other), SUBJECT_NAME_LENGTH),
    otherEmail: oneLine(other.email),
    number: formatAgreementId(agreement.agreementId),
  };
}

interface Content {
  subject: string;
  title: string;
  preview: string;
  blocks: (Block | null)[];
  /**
   * Who gets an answer to this mail; nothing is said when nobody reads it. `support-for-key` where the mail has a key of the
   * reader's, which an answer quotes: then the reader is told the other one's address besides.
   */
  answersTo?: 'other' | 'support' | 'support-for-key';
  why?: string;
  attachments?: AttachedFile[];
}

/** A mail about an agreement, to one of its two parties. */
export function agreementMail(context: MailContext<'agreement'>, content: Content): MailContent {
  const { wording } = context;
  const { isPartyA, me, other, otherEmail, number } = sides(context);
  const {
    answersTo,
    blocks,
    why = isPartyA ? wording.texts.whyA(other) : wording.texts.whyB(other),
    ...rest
  } = content;
  const again = context.mail.details.isAgain ? paragraph(wording.texts.sentAgain) : null;
  const { answersGoTo, answersGoToSupport, reachedAt } = wording.texts;
  const answers = {
    other: answersGoTo(other),
    support: answersGoToSupport,
    'support-for-key': `${answersGoToSupport} ${reachedAt(other, otherEmail)}`,
  };
  return {
    ...rest,
    reference: wording.texts.contract(number),
    deal: dealLine(context),
    blocks: [paragraph(wording.texts.greeting(me)), again, ...blocks].filter((block) => block !== null),
    why: answersTo ? `${why} ${answers[answersTo]}` : why,
    publicUrl: context.publicUrl,
    wording,
  };
}

/** Which deal it is, so that it can be told from others at a glance: who, what kind, how much, how long, of which day. */
export function dealLine(context: MailContext<'agreement'>): string {
  const { agreement, wording } = context;
  const { partyA, partyB, kind, amount, currency, durationSeconds } = agreement;
  const { texts } = wording;
  // A deal of another kind than ours has no name.
  const what = titleFor(context) ?? texts.kinds[kind ?? ''];
  return [
    texts.pair(nameOf(partyA), nameOf(partyB)),
    ...(what ? [what] : []),
    ...(amount === null ? [] : [wording.amount(oneLine(amount), currency)]),
    formatClock(durationSeconds),
    wording.date(storedAt(agreement)),
  ].join(' · ');
}

/**
 * The title is party A's own words, and party A may have written anybody's address. So only readers who are known to
 * take part get it: those of a paid agreement on party A's side, and party B after an answer through the mailed link or
 * code. Else the kind of deal stands in its place, which is ours.
 */
function titleFor({ agreement, mail }: MailContext<'agreement'>): string | null {
  const { title, paidAt, consents } = agreement;
  const { recipient } = mail;
  const isReached = consents.some(
    ({ party, grade }) => party === 'b' && (grade === 'confirmed_by_link' || grade === 'confirmed_by_code'),
  );
  const mayRead =
    recipient === 'support' ||
    (recipient === 'partyB' && isReached) ||
    ((recipient === 'partyA' || recipient === 'buyer') && paidAt !== null);
  return title && mayRead ? oneLine(title) : null;
}

export const row = (label: string, value: string): Row => ({ label, value });

export function amountRow({ amount, currency }: AgreementFacts, wording: Wording): Row {
  return row(
    wording.texts.rows.amount,
    amount === null ? wording.texts.noAmount : wording.amount(oneLine(amount), currency),
  );
}

/** When the recording that counts was stored; a copy of the release before tells only when the first was saved. */
const storedAt = ({ recordedAt: at, createdAt }: AgreementFacts): string => at ?? createdAt;

/** When it was recorded, as far as its device told, and when it was stored: it may have waited on the device for days. */
export function recordedRows(agreement: AgreementFacts, wording: Wording): Row[] {
  const { rows, deviceTime } = wording.texts;
  const { recordingStartedAt: startedAt = null } = agreement;
  return [
    ...(startedAt === null ? [] : [row(rows.recordedAt, deviceTime(wording.dateTime(startedAt)))]),
    row(rows.storedAt, wording.dateTime(storedAt(agreement))),
  ];
}

export function durationRow(seconds: number | null, wording: Wording): Row | null {
  return seconds === null ? null : row(wording.texts.rows.duration, formatClock(seconds));
}

/** Party A's way to the contract itself; to the list where it is nobody's, and nobody could open it. */
export function openContract(
  { agreement: { links, ownerId }, wording }: MailContext<'agreement'>,
  label = wording.texts.openContract,
): Block {
  if (ownerId === null) return button(wording.texts.openContracts, links.dashboard);
  return button(label, links.contract ?? links.dashboard);
}

/** The fingerprints of the recordings as they arrived. */
export function recordingPrints(
  { sha256, consentRecordingSha256, partyB }: AgreementFacts,
  wording: Wording,
): Row[] {
  const { recording, consentRecording } = wording.texts.prints;
  return [
    ...(sha256 === null ? [] : [row(recording, sha256)]),
    ...(consentRecordingSha256 === null
      ? []
      : [row(consentRecording(oneLine(partyB.name)), consentRecordingSha256)]),
  ];
}
