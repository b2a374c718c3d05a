import { isNameOfVoice, receiptDescriptions } from '#contracts';
import { type CertificateTexts, certificateTexts } from './certificate.texts.js';
import { writeConsents } from './certificate-consents.js';
import {
  type CertificateContent,
  clock,
  hasOrigin,
  inEach,
  money,
  originOf,
  type Page,
  RECORDING_A,
  recordedAt,
  stamp,
  utc,
} from './certificate-page.js';
import { PdfDocument } from './pdf-document.js';
import type { PdfSigner } from './pdf-signer.js';
import type { PaymentRecord, SealedSegment, SealedTranscript } from './service-records.js';

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
