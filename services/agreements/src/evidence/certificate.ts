import { isNameOfVoice, type Language, receiptDescriptions } from '#contracts';
import { type ConsentVia, type DeviceMatch, standingObjection } from '../agreements/agreements.module.js';
import type { LogRow } from '../event-log/event-log.module.js';
import type { SealedSpokenConsent } from '../seals/seals.module.js';
import { type CertificateTexts, certificateTexts } from './certificate.texts.js';
import type { ConsentRecord } from './consent-record.js';
import { PdfDocument } from './pdf-document.js';
import type { PdfSigner } from './pdf-signer.js';
import type { PaymentRecord, SealedSegment, SealedTranscript } from './service-records.js';

/** What a certificate says. Times are ISO 8601 in UTC. */
export interface CertificateContent {
  /** Party A's, and party B's where it is another. */
  languages: readonly [Language] | readonly [Language, Language];
  agreementId: string;
  /** What it is about, in party A's words; null where nothing was said. */
  title: string | null;
  state: 'sealed' | 'draft' | 'cancelled';
  /** Of the seal; null without one. */
  version: number | null;
  parties: Record<'a' | 'b', { name: string; email: string }>;
  amount: string | null;
  isRemote: boolean;
  /** When the server stored the recording that counts. */
  storedAt: string;
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

/** The name of a fingerprint that is of no file: it stands in the words of the document. */
export const RECORDING_A = 'recording-a';

/** A document that is being written, what it is about, and the words of the language that it is in now. */
interface Page {
  pdf: PdfDocument;
  content: CertificateContent;
  words: CertificateTexts;
}

/**
 * Draws a certificate and signs it, when there is a certificate to sign with. The same content always makes the same bytes.
 * What is said in words stands once in each language; what is the same in all of them stands once, after that.
 */
export async function drawCertificate(content: CertificateContent, signer: PdfSigner): Promise<Buffer> {
  const { agreementId, state, languages } = content;
  const [words, ...others] = languages.map((language) => certificateTexts[language]);
  if (!words) throw new Error('a certificate has a language');
  const watermarks = { sealed: null, draft: words.head.draftMark, cancelled: words.head.cancelledMark };
  const pdf = new PdfDocument({
    words,
    title: words.documentTitle(agreementId),
    subject: words.subject,
    madeAt: content.madeAt,
    footer: words.footer(agreementId),
    watermark: watermarks[state],
  });
  writeWords({ pdf, content, words });
  for (const other of others) {
    pdf.newPage();
    pdf.inLanguage(other.locale, () => writeWords({ pdf, content, words: other }));
  }
  const all = [words, ...others];
  writeTranscript(pdf, content, all);
  writeLog(pdf, content, all);
  writeFingerprints(pdf, content, all);
  for (const one of all) inIts(pdf, one, words, () => writeLimits(pdf, state, signer.name, one));
  const unsigned = await pdf.end((document) => signer.reserve(document, content.madeAt));
  return signer.sign(unsigned, content.madeAt);
}

/** Draws in the language of the words, where that is not the one of the document. */
function inIts(pdf: PdfDocument, one: CertificateTexts, words: CertificateTexts, draw: () => void): void {
  if (one === words) draw();
  else pdf.inLanguage(one.locale, draw);
}

/** A heading or a label above what stands once: in each language. */
const inEach = (all: readonly CertificateTexts[], text: (words: CertificateTexts) => string): string =>
  all.map(text).join(' · ');

/** What one language says of parties, terms, consents and payment. */
function writeWords(page: Page): void {
  const { pdf, content, words } = page;
  pdf.title(words.title);
  const other = content.languages.find((language) => certificateTexts[language] !== words);
  if (other) pdf.paragraph(words.both(words.languages[other]), 'quiet');
  writeHead(page);
  writeTerms(page);
  writeConsents(page);
  writePayment(page);
}

function writeHead({ pdf, content, words }: Page): void {
  const { state, cancelled, parties } = content;
  const { head, none, quoted } = words;
  if (state === 'draft') pdf.paragraph(head.draft, 'strong');
  if (cancelled) {
    const reason = words.reasons[cancelled.reason] ?? cancelled.reason;
    pdf.paragraph(head.cancelled(utc(cancelled.at), reason), 'strong');
    if (cancelled.note !== null) pdf.paragraph(head.wrote(quoted(cancelled.note)));
  }
  pdf.facts([
    [head.agreement, content.agreementId],
    ...(content.title === null ? [] : [[head.about, content.title] as const]),
    [head.partyA, `${parties.a.name}\n${parties.a.email}`],
    [head.partyB, `${parties.b.name}\n${parties.b.email}`],
    [head.amount, content.amount ?? none],
    [head.how, head[howOf(content)]],
    ...recordedAt(content.consents.partyA, words),
    [words.stored, utc(content.storedAt)],
    ...(content.paidAt === null ? [] : [[head.unlocked, utc(content.paidAt)] as const]),
    ...(content.completedAt === null ? [] : [[head.completed, utc(content.completedAt)] as const]),
    ...(content.version === null ? [] : [[head.version, String(content.version)] as const]),
  ]);
}

/** From afar, party B has answered once there is a consent. */
function howOf({ isRemote, consents }: CertificateContent): 'together' | 'remote' | 'remoteWithoutConsent' {
  if (!isRemote) return 'together';
  return consents.partyB ? 'remote' : 'remoteWithoutConsent';
}

function writeTerms({ pdf, content: { transcript, isWithoutWords, state }, words }: Page): void {
  const { terms, quoted } = words;
  pdf.heading(terms.title);
  if (isWithoutWords || !transcript) {
    const noTranscript = state === 'cancelled' ? terms.noTranscript : terms.noTranscriptYet;
    pdf.paragraph(isWithoutWords ? terms.withoutWords : noTranscript);
    return;
  }
  const isWordless = transcript.segments.length === 0;
  if (transcript.terms.length === 0) pdf.paragraph(isWordless ? terms.noneHeard : terms.none);
  pdf.facts(
    transcript.terms.map(({ kind, text, value, recording, start, isUnsure = false }) => [
      `${terms.kinds[kind] ?? kind} · ${clock(start)}`,
      [
        `${quoted(text)}${value === null ? '' : ` (${value})`}`,
        recording === 'b' ? terms.inRecordingB : '',
        isUnsure ? terms.unsure : '',
      ].join(''),
    ]),
  );
  const { amountCheck } = transcript;
  if (amountCheck && !amountCheck.agrees) {
    const spokenAmounts = amountCheck.spokenCents.map(money).join(', ');
    pdf.paragraph(terms.amountDiffers(money(amountCheck.typedCents), spokenAmounts), 'strong');
  }
}

/** The sentence that party A has read: it stays in their language, as all that was shown or said. */
function noticeTo({ languages: [ofPartyA] }: CertificateContent): string {
  return certificateTexts[ofPartyA].consents.noticeSentence;
}

function writeConsents({ pdf, content, words }: Page): void {
  const { consents, parties } = content;
  const { consents: texts, quoted, none, unknown } = words;
  pdf.heading(texts.title);
  const { partyA, partyB } = consents;
  pdf.paragraph(texts.partyA(parties.a.name), 'strong');
  pdf.facts([
    ...recordedAt(partyA, words),
    [words.stored, partyA.recordedAt === null ? unknown : utc(partyA.recordedAt)],
    [
      texts.notice,
      partyA.noticeGivenAt === null
        ? texts.noNotice
        : texts.noticeGiven(noticeTo(content), utc(partyA.noticeGivenAt)),
    ],
    [texts.from, origin(partyA, words)],
    ...spokenBy('a', content, words),
  ]);
  pdf.paragraph(texts.partyB(parties.b.name), 'strong');
  if (!partyB) {
    pdf.paragraph(content.isRemote ? texts.noneFromAfar : texts.noneOfB);
    pdf.facts(spokenBy('b', content, words));
    writeConfirmations({ pdf, content, words });
    return;
  }
  pdf.facts([
    ...recordedAt(partyB, words),
    [texts.agreed, utc(partyB.consentedAt)],
    [texts.ticked, partyB.statements.map(quoted).join('\n')],
    [texts.wording, texts.version(partyB.wordingVersion)],
    [texts.reached, reached(partyB.via, parties.b.email, words)],
    [texts.from, `${origin(partyB, words)}${deviceWords(partyB.deviceMatch, words)}`],
    [texts.ownRecording, partyB.audioSha256 === null ? none : texts.hasRecording],
    ...spokenBy('b', content, words),
  ]);
  if (content.transcript?.voiceMatch === 'alike') pdf.paragraph(texts.alike, 'strong');
  writeConfirmations({ pdf, content, words });
}

/** When a recording was made, as far as that is known: it may wait on its device for days before it is stored. */
const recordedAt = (
  { startedAt }: { startedAt: string | null },
  words: CertificateTexts,
): [string, string][] => (startedAt === null ? [] : [[words.recorded, words.deviceTime(utc(startedAt))]]);

/** Whether the party is heard agreeing. A draft has no transcript yet, and those of before say nothing of it. */
function spokenBy(
  side: 'a' | 'b',
  { transcript, isWithoutWords, isRemote }: CertificateContent,
  words: CertificateTexts,
): [string, string][] {
  const spokenConsent = transcript?.spokenConsents?.find(({ party }) => party === side);
  if (!spokenConsent) return [];
  const whose = isRemote || spokenConsent.state !== 'said' ? '' : words.consents.machine;
  return [[words.consents.spoken, `${spokenWords(spokenConsent, isWithoutWords, words)}${whose}`]];
}

function spokenWords(
  consent: SealedSpokenConsent,
  isWithoutWords: boolean,
  { consents: texts, quoted }: CertificateTexts,
): string {
  const { state, reason, start, text, party } = consent;
  if (state === 'silent') return texts.silent;
  if (state === 'not_said') return texts.notSaid;
  if (state === 'unchecked') return texts.unchecked[reason ?? 'words'];
  const isInOwn = party === 'b' && consent.recording === 'b';
  const at = isInOwn ? texts.atOfB(clock(start ?? 0)) : texts.at(clock(start ?? 0));
  return isWithoutWords ? texts.heard(at) : `${quoted(text ?? '')}, ${at}`;
}

/** What is known against its having been a device of party B's own. */
function deviceWords(match: DeviceMatch | null, { consents }: CertificateTexts): string {
  if (match === 'same') return consents.sameDevice;
  if (match === 'alike') return consents.alikeDevice;
  return '';
}

function reached(via: ConsentVia, email: string, { consents }: CertificateTexts): string {
  if (via === 'link') return consents.byLink(email);
  if (via === 'code') return consents.byCode(email);
  return consents.byNumber;
}

/** Whether party B said afterwards that it was them; an objection that stands is not to be overlooked. */
function writeConfirmations({ pdf, content, words }: Page): void {
  const { confirmations } = content.consents;
  const { email } = content.parties.b;
  const { consents: texts, quoted } = words;
  if (standingObjection(confirmations)) pdf.paragraph(texts.objected, 'strong');
  pdf.facts(
    confirmations.map(({ at, answer, via, reason, ...from }) => [
      answer === 'yes' ? texts.confirmed : texts.objectedShort,
      [
        `${quoted(answer === 'yes' ? texts.yes : texts.no)}, ${utc(at)},`,
        via === 'link' ? texts.throughMail(email) : texts.throughScreen,
        `${texts.answeredFrom(origin(from, words))}${deviceWords(from.deviceMatch, words)}${reason === null ? '' : texts.reason(quoted(reason))}`,
      ].join(' '),
    ]),
  );
}

function writePayment({ pdf, content: { payment, state }, words }: Page): void {
  const { payment: texts } = words;
  pdf.heading(texts.title);
  if (!payment) {
    pdf.paragraph(state === 'cancelled' ? texts.noReceipts : texts.noReceiptsYet);
    return;
  }
  if (payment.isTest) pdf.paragraph(texts.test, 'strong');
  // A transcript by a person and an escrow have receipts, too, also of a contract for which nothing was paid.
  if (!payment.receipts.some(({ description }) => description === receiptDescriptions.contract))
    pdf.paragraph(texts.covered);
  pdf.facts(
    payment.receipts.map(({ number, description, amountCents, refundedCents, paidAt }) => [
      number,
      `${texts.receipt(texts.items[description] ?? description, money(amountCents), utc(paidAt))}${refundedCents > 0 ? texts.wentBack(money(refundedCents)) : ''}`,
    ]),
  );
  writeHeld(payment.held, { pdf, words });
  // Receipts change, too: money goes back, or is held only after the seal.
  if (state === 'sealed') pdf.paragraph(texts.asSealed, 'quiet');
}

function writeHeld(
  held: PaymentRecord['held'],
  { pdf, words: { payment: texts } }: Omit<Page, 'content'>,
): void {
  if (!held) {
    pdf.paragraph(texts.nothingHeld);
    return;
  }
  // A date that the release before answers of money that goes another way is none at which it is released.
  const releaseAt = held.state === 'release_due' ? held.releaseAt : null;
  const by = held.heldAt === null ? texts.notPaid : texts.paidBy;
  pdf.facts([
    [texts.escrow, by(money(held.amountCents), held.buyerParty.toUpperCase())],
    ...sellerRow(held, texts),
    [texts.state, texts.stateOf(held.state)],
    ...(releaseAt === null ? [] : [[texts.releasedAfter, utc(releaseAt)] as const]),
  ]);
}

/** Money that is held may be for somebody else than the other party, who reads this and may deliver on its word. */
function sellerRow(
  { seller }: NonNullable<PaymentRecord['held']>,
  texts: CertificateTexts['payment'],
): (readonly [string, string])[] {
  if (!seller) return [];
  return [[texts.seller, seller === 'other' ? texts.sellerIsOther : texts.sellerIs(seller.toUpperCase())]];
}

function writeTranscript(
  pdf: PdfDocument,
  { transcript, isWithoutWords }: CertificateContent,
  all: readonly CertificateTexts[],
): void {
  if (isWithoutWords || !transcript) return;
  pdf.heading(inEach(all, ({ transcript: { title } }) => title));
  for (const { transcript: texts } of all) {
    const engine = transcript.engine === 'human' ? texts.person : (transcript.engine ?? texts.machine);
    pdf.paragraph(transcript.draft ? texts.draft : texts.madeBy(engine), 'quiet');
  }
  // A voice that nobody has named has a number, which the transcript says in English.
  const speakers = new Map(transcript.speakers.map((speaker) => [speaker.label, speaker]));
  const nameOf = (label: string) => {
    const known = speakers.get(label);
    if (known && known.basis !== null) return known.name;
    return !known && isNameOfVoice(label)
      ? label
      : inEach(all, ({ transcript: texts }) => texts.speaker(label));
  };
  for (const side of ['a', 'b'] as const) {
    const lines = transcript.segments.filter(({ recording }) => recording === side);
    if (lines.length === 0) continue;
    if (side === 'b')
      pdf.paragraph(
        inEach(all, ({ transcript: texts }) => texts.recordingB),
        'strong',
      );
    for (const line of lines) pdf.paragraph(spoken(line, nameOf));
  }
  if (transcript.segments.length === 0) {
    for (const { transcript: texts } of all) pdf.paragraph(texts[whyNoWords(transcript)]);
  }
  if (transcript.human) {
    pdf.paragraph(
      inEach(all, ({ transcript: texts }) => texts.human),
      'strong',
    );
    pdf.paragraph(transcript.human.text.trim());
  }
}

/** Nobody is said to have been silent whose words are left out as unclear, or were spoken and not made out. */
function whyNoWords({ quality, gaps }: SealedTranscript): 'unclear' | 'silence' | 'noWords' {
  if (quality === 'unclear') return 'unclear';
  return gaps?.length === 0 ? 'silence' : 'noWords';
}

function writeLog(pdf: PdfDocument, { log }: CertificateContent, all: readonly CertificateTexts[]): void {
  pdf.heading(inEach(all, ({ log: { title } }) => title));
  for (const { log: texts } of all) if (texts.names !== null) pdf.paragraph(texts.names, 'quiet');
  pdf.facts(
    log.map((row) => [
      `${row.seq}. ${stamp(row.at)}`,
      [
        `${row.type} · ${row.actor}`,
        ...(hasOrigin(row) ? [originOf(row)] : []),
        inEach(all, ({ log: texts }) => texts.chain(row.hash.slice(0, 16))),
      ].join('\n'),
    ]),
  );
}

function writeFingerprints(
  pdf: PdfDocument,
  { fingerprints, verifyUrl, log, state }: CertificateContent,
  all: readonly CertificateTexts[],
): void {
  pdf.heading(inEach(all, ({ fingerprints: { title } }) => title));
  for (const { name, sha256 } of fingerprints) {
    pdf.code(
      name === RECORDING_A ? inEach(all, ({ fingerprints: { recordingA } }) => recordingA) : name,
      sha256,
    );
  }
  const end = log.at(-1);
  if (end)
    pdf.code(
      inEach(all, ({ fingerprints: texts }) => texts.end(end.seq)),
      end.hash,
    );
  if (state !== 'sealed') return;
  pdf.heading(inEach(all, ({ fingerprints: { check } }) => check));
  pdf.qr(verifyUrl, all.map(({ fingerprints: { how } }) => how).join('\n'));
}

/** What a seal shows is said of what is sealed alone. */
function writeLimits(
  pdf: PdfDocument,
  state: CertificateContent['state'],
  signer: string | null,
  { limits }: CertificateTexts,
): void {
  const isSealed = state === 'sealed';
  const unsigned = isSealed ? limits.unsigned : limits.unsealed;
  pdf.paragraph(signer === null ? unsigned : limits.signed(signer), 'quiet');
  pdf.paragraph(isSealed ? `${limits.unchanged} ${limits.text}` : limits.text, 'quiet');
}

const spoken = ({ start, speaker, text }: SealedSegment, nameOf: (label: string) => string): string => {
  const name = speaker === null ? null : nameOf(speaker);
  return `[${clock(start)}] ${name === null ? '' : `${name}: `}${text.trim()}`;
};

const hasOrigin = ({ address, device }: { address: string | null; device: string | null }): boolean =>
  address !== null || device !== null;

const originOf = ({ address, device }: { address: string | null; device: string | null }): string =>
  [address, device].filter(Boolean).join(' · ');

const origin = (
  from: { address: string | null; device: string | null },
  { unknown }: CertificateTexts,
): string => originOf(from) || unknown;

/** `65.4` → `1:05`. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

/** `2026-11-24 10:00:00 UTC` */
const utc = (time: string): string => `${stamp(time)} UTC`;
const stamp = (time: string): string => time.slice(0, 19).replace('T', ' ');

const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
