import type { ConsentVia, DeviceMatch } from '../agreements/agreements.module.js';
import type { LogRow } from '../event-log/event-log.module.js';
import type { ConsentRecord } from './consent-record.js';
import { PdfDocument } from './pdf-document.js';
import type { PdfSigner } from './pdf-signer.js';
import type {
  PaymentRecord,
  SealedSegment,
  SealedSpokenConsent,
  SealedTranscript,
} from './service-records.js';

/** What a certificate says. Times are ISO 8601 in UTC. */
export interface CertificateContent {
  agreementId: string;
  /** What it is about, in party A's words; null where nothing was said. */
  title: string | null;
  state: 'sealed' | 'draft' | 'cancelled';
  /** Of the seal; null without one. */
  version: number | null;
  parties: Record<'a' | 'b', { name: string; email: string }>;
  amount: string | null;
  isRemote: boolean;
  createdAt: string;
  paidAt: string | null;
  completedAt: string | null;
  cancelled: { at: string; reason: string; note: string | null } | null;
  consents: ConsentRecord;
  /** Null while there is none, and in the record that stays when the words are deleted. */
  transcript: SealedTranscript | null;
  /** The conversation is left out on purpose. */
  isWithoutWords: boolean;
  payment: PaymentRecord | null;
  log: readonly LogRow[];
  fingerprints: readonly { name: string; sha256: string }[];
  verifyUrl: string;
  madeAt: Date;
}

const marks = { sealed: null, draft: 'DRAFT', cancelled: 'CANCELLED' } as const;

const reasons: Readonly<Record<string, string>> = {
  declined: 'declined by party B',
  by_creator: 'cancelled by party A',
  by_admin: 'cancelled by our support',
  no_answer: 'no answer in time',
  unpaid_expired: 'not paid in time',
};

/** Draws a certificate and signs it, when there is a certificate to sign with. The same content always makes the same bytes. */
export async function drawCertificate(content: CertificateContent, signer: PdfSigner): Promise<Buffer> {
  const { agreementId, state } = content;
  const pdf = new PdfDocument({
    title: `Certificate of agreement ${agreementId}`,
    subject: 'Parties, terms, consents, log and fingerprints of a spoken agreement',
    madeAt: content.madeAt,
    footer: `Split Second Contract · agreement ${agreementId}`,
    watermark: marks[state],
  });
  pdf.title('Certificate of agreement');
  writeHead(pdf, content);
  writeTerms(pdf, content);
  writeConsents(pdf, content);
  writeTranscript(pdf, content);
  writePayment(pdf, content);
  writeLog(pdf, content);
  writeFingerprints(pdf, content);
  writeLimits(pdf, signer.name);
  const unsigned = await pdf.end((document) => signer.reserve(document, content.madeAt));
  return signer.sign(unsigned, content.madeAt);
}

function writeHead(pdf: PdfDocument, content: CertificateContent): void {
  const { state, cancelled, parties } = content;
  if (state === 'draft') {
    pdf.paragraph('Draft. This agreement is not completed and sealed yet; nothing here is final.', 'strong');
  }
  if (cancelled) {
    pdf.paragraph(
      `Cancelled on ${utc(cancelled.at)}: ${reasons[cancelled.reason] ?? cancelled.reason}.`,
      'strong',
    );
    if (cancelled.note !== null) pdf.paragraph(`They wrote: “${cancelled.note}”`);
  }
  pdf.facts([
    ['Agreement', content.agreementId],
    ...(content.title === null ? [] : [['About', content.title] as const]),
    ['Party A', `${parties.a.name}\n${parties.a.email}`],
    ['Party B', `${parties.b.name}\n${parties.b.email}`],
    ['Amount as typed', content.amount ?? 'none'],
    ['How', content.isRemote ? 'party B answered from afar' : 'both in one room'],
    ['Recorded', utc(content.createdAt)],
    ...(content.paidAt === null ? [] : [['Unlocked', utc(content.paidAt)] as const]),
    ...(content.completedAt === null ? [] : [['Completed', utc(content.completedAt)] as const]),
    ...(content.version === null ? [] : [['Version', String(content.version)] as const]),
  ]);
}

function writeTerms(pdf: PdfDocument, { transcript, isWithoutWords }: CertificateContent): void {
  pdf.heading('Terms, as they were said');
  if (isWithoutWords || !transcript) {
    pdf.paragraph(
      isWithoutWords
        ? 'The words are not in this document. Their fingerprints are.'
        : 'There is no final transcript yet.',
    );
    return;
  }
  if (transcript.terms.length === 0) pdf.paragraph('No terms were recognised. The transcript has all words.');
  pdf.facts(
    transcript.terms.map(({ kind, text, value, recording, start }) => [
      `${capitalised(kind)} · ${clock(start)}`,
      `“${text}”${value === null ? '' : ` (${value})`}${recording === 'b' ? ', in party B’s recording' : ''}`,
    ]),
  );
  const { amountCheck } = transcript;
  if (amountCheck && !amountCheck.agrees) {
    const spoken = amountCheck.spokenCents.map(money).join(', ');
    pdf.paragraph(
      `Typed and spoken amount differ: ${money(amountCheck.typedCents)} typed, ${spoken} said.`,
      'strong',
    );
  }
}

function writeConsents(pdf: PdfDocument, content: CertificateContent): void {
  const { consents, parties } = content;
  pdf.heading('How each party agreed');
  const { partyA, partyB } = consents;
  pdf.paragraph(`Party A, ${parties.a.name}`, 'strong');
  pdf.facts([
    ['Recorded', partyA.recordedAt === null ? 'unknown' : utc(partyA.recordedAt)],
    [
      'Told of recording',
      partyA.noticeGivenAt === null
        ? 'not on record'
        : `recording was started below “Everyone present knows of this recording”, ${utc(partyA.noticeGivenAt)} (device time)`,
    ],
    ['From', origin(partyA)],
    ...spokenBy('a', content),
  ]);
  pdf.paragraph(`Party B, ${parties.b.name}`, 'strong');
  if (!partyB) {
    pdf.paragraph(
      'Gave no consent of their own: party B can only be heard on the recording. Who speaks there has not been checked.',
    );
    pdf.facts(spokenBy('b', content));
    writeConfirmations(pdf, consents.confirmations, parties.b.email);
    return;
  }
  pdf.facts([
    ['Agreed', utc(partyB.consentedAt)],
    ['Ticked', partyB.statements.map((statement) => `“${statement}”`).join('\n')],
    ['Wording', `version ${partyB.wordingVersion}`],
    ['Reached', reached(partyB.via, parties.b.email)],
    ['From', `${origin(partyB)}${deviceWords(partyB.deviceMatch)}`],
    ['Own recording', partyB.audioSha256 === null ? 'none' : 'yes; its fingerprint is below'],
    ...spokenBy('b', content),
  ]);
  if (content.transcript?.voiceMatch === 'alike') {
    pdf.paragraph(
      'The two recordings sound like one person. A machine says so, which is often wrong: it is a hint and no proof. Listen to both.',
      'strong',
    );
  }
  writeConfirmations(pdf, consents.confirmations, parties.b.email);
}

/** Whether the party is heard agreeing. A draft has no transcript yet, and those of before say nothing of it. */
function spokenBy(
  side: 'a' | 'b',
  { transcript, isWithoutWords, isRemote }: CertificateContent,
): [string, string][] {
  const spokenConsent = transcript?.spokenConsents?.find(({ party }) => party === side);
  if (!spokenConsent) return [];
  const whose = isRemote ? '' : ' The voice was taken for theirs by a machine.';
  return [
    ['Spoken', `${spokenWords(spokenConsent, isWithoutWords)}${spokenConsent.state === 'said' ? whose : ''}`],
  ];
}

function spokenWords(consent: SealedSpokenConsent, isWithoutWords: boolean): string {
  const { state, reason, start, text, party } = consent;
  if (state === 'silent') return 'not heard in the recording';
  if (state === 'not_said') return 'not heard saying “I agree”';
  if (state === 'unchecked') {
    return reason === 'voices'
      ? 'could not be checked: nobody could tell the voices apart'
      : 'could not be checked: the words of the transcript are not reliable enough';
  }
  const at = `at ${clock(start ?? 0)}${party === 'b' && consent.recording === 'b' ? ' of party B’s recording' : ''}`;
  return isWithoutWords ? `heard agreeing ${at}` : `“${text ?? ''}”, ${at}`;
}

/** What is known against its having been a device of party B's own. */
function deviceWords(match: DeviceMatch | null): string {
  if (match === 'same') return ' (party A’s own device: it had party A’s session or recorded for party A)';
  if (match === 'alike') return ' (party A acted from the same address with the same kind of browser)';
  return '';
}

function reached(via: ConsentVia, email: string): string {
  if (via === 'link') return `through the link that was mailed to ${email}`;
  if (via === 'code') return `with a one-time code that was mailed to ${email}`;
  return 'by the number of the agreement alone, not through a mailed link';
}

/** Whether party B said afterwards that it was them; an objection is not to be overlooked. */
function writeConfirmations(
  pdf: PdfDocument,
  confirmations: CertificateContent['consents']['confirmations'],
  email: string,
): void {
  const objection = confirmations.find(({ answer }) => answer === 'no');
  if (objection) pdf.paragraph('OBJECTED: somebody reached as party B says that it was not them.', 'strong');
  pdf.facts(
    confirmations.map(({ at, answer, via, reason, ...from }) => [
      answer === 'yes' ? 'Confirmed' : 'Objected',
      [
        `“${answer === 'yes' ? 'Yes, that was me' : 'That was not me'}”, ${utc(at)},`,
        via === 'link'
          ? `through a link that was mailed to ${email};`
          : 'on a phone that scanned party A’s screen;',
        `from ${origin(from)}${deviceWords(from.deviceMatch)}${reason === null ? '' : `. Reason: “${reason}”`}`,
      ].join(' '),
    ]),
  );
}

function writeTranscript(pdf: PdfDocument, { transcript, isWithoutWords }: CertificateContent): void {
  if (isWithoutWords || !transcript) return;
  pdf.heading('Transcript');
  pdf.paragraph(
    transcript.draft
      ? 'Draft quality: made by the built-in speech engine. Listen to the recording where words matter.'
      : `Made by ${transcript.engine === 'human' ? 'a person' : (transcript.engine ?? 'a machine')}.`,
    'quiet',
  );
  const names = new Map(transcript.speakers.map(({ label, name }) => [label, name]));
  for (const side of ['a', 'b'] as const) {
    const lines = transcript.segments.filter(({ recording }) => recording === side);
    if (lines.length === 0) continue;
    if (side === 'b') pdf.paragraph('Party B’s recording', 'strong');
    for (const line of lines) pdf.paragraph(spoken(line, names));
  }
  if (transcript.human) {
    pdf.paragraph('Written by a person, beside the above', 'strong');
    pdf.paragraph(transcript.human.text.trim());
  }
}

function writePayment(pdf: PdfDocument, { payment, state }: CertificateContent): void {
  pdf.heading('Payment');
  if (!payment) {
    pdf.paragraph('Receipts are part of the sealed certificate.');
    return;
  }
  if (payment.isTest) pdf.paragraph('Test: no money was moved.', 'strong');
  if (payment.receipts.length === 0)
    pdf.paragraph('Covered by a subscription or a credit; no receipt of its own.');
  pdf.facts(
    payment.receipts.map(({ number, description, amountCents, refundedCents, paidAt }) => [
      number,
      `${description}: ${money(amountCents)}, paid ${utc(paidAt)}${refundedCents > 0 ? `; ${money(refundedCents)} went back` : ''}`,
    ]),
  );
  const { held } = payment;
  if (!held) {
    pdf.paragraph('No money is held for this agreement.');
    return;
  }
  pdf.facts([
    ['Held payment', `${money(held.amountCents)}, paid by party ${held.buyerParty.toUpperCase()}`],
    ['Its state', held.state.replaceAll('_', ' ')],
    ...(held.releaseAt === null ? [] : [['Released after', utc(held.releaseAt)] as const]),
  ]);
  if (state === 'sealed')
    pdf.paragraph('As it was when this was sealed. Later changes are in the account.', 'quiet');
}

function writeLog(pdf: PdfDocument, { log }: CertificateContent): void {
  pdf.heading('What happened (UTC)');
  pdf.facts(
    log.map((row) => [
      `${row.seq}. ${stamp(row.at)}`,
      [
        `${row.type} · ${row.actor}`,
        ...(hasOrigin(row) ? [origin(row)] : []),
        `chain ${row.hash.slice(0, 16)}…`,
      ].join('\n'),
    ]),
  );
}

function writeFingerprints(
  pdf: PdfDocument,
  { fingerprints, verifyUrl, log, state }: CertificateContent,
): void {
  pdf.heading('Fingerprints (SHA-256)');
  for (const { name, sha256 } of fingerprints) pdf.code(name, sha256);
  const end = log.at(-1);
  if (end) pdf.code(`End of the log, row ${end.seq}`, end.hash);
  if (state !== 'sealed') return;
  pdf.heading('Check it');
  pdf.qr(verifyUrl, 'Whoever has a file can compare it here, without a login. The file is not sent.');
}

function writeLimits(pdf: PdfDocument, signer: string | null): void {
  pdf.paragraph(
    signer === null
      ? 'This file itself carries no signature of its own; the seal of the agreement covers it.'
      : `This file is signed by ${signer}; a PDF reader shows it.`,
    'quiet',
  );
  pdf.paragraph(
    'It shows what was recorded, and that it has not changed since. It does not show that a voice is a certain person’s. Whether an agreement binds depends on place and kind of deal. This is not legal advice.',
    'quiet',
  );
}

const spoken = ({ start, speaker, text }: SealedSegment, names: ReadonlyMap<string, string>): string => {
  const name = speaker === null ? null : (names.get(speaker) ?? `Speaker ${speaker}`);
  return `[${clock(start)}] ${name === null ? '' : `${name}: `}${text.trim()}`;
};

const hasOrigin = ({ address, device }: { address: string | null; device: string | null }): boolean =>
  address !== null || device !== null;

const origin = ({ address, device }: { address: string | null; device: string | null }): string =>
  [address, device].filter(Boolean).join(' · ') || 'unknown';

/** `65.4` → `1:05`. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

/** `2026-11-24 10:00:00 UTC` */
const utc = (time: string): string => `${stamp(time)} UTC`;
const stamp = (time: string): string => time.slice(0, 19).replace('T', ' ');

const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
