import { formatAgreementId } from '#contracts';
import type { AgreementFacts, Party, TranscriptFacts } from '../mails/facts.js';
import type { Recipient } from '../mails/mail.row.js';
import { conversation, type Line, opening } from './conversation.js';
import { formatAmount, formatClock, formatDateTime, oneLine, shorten } from './formats.js';
import { type MailView, type Row, SUBJECT_NAME_LENGTH } from './mail.view.js';
import { texts } from './texts.js';

export interface ProofFacts {
  agreement: AgreementFacts;
  transcript: TranscriptFacts;
  recipient: Recipient;
  publicUrl: string;
}

export interface ProofView extends MailView {
  rows: Row[];
  /** Under the button: until when the link works, and what to keep. */
  access: string[];
  transcript: { title: string; note: string; isDraft: boolean; lines: Line[]; more: string | null };
  hashes: { title: string; lead: string; rows: Row[] };
  binding: { title: string; text: string };
}

export function proofView({ agreement, transcript, recipient, publicUrl }: ProofFacts): ProofView {
  const { proof } = texts;
  const isPartyA = recipient === 'partyA';
  const me = oneLine(agreement[recipient].name);
  const other = oneLine(agreement[isPartyA ? 'partyB' : 'partyA'].name);
  return {
    subject: proof.subject(shorten(other, SUBJECT_NAME_LENGTH)),
    preview: proof.preview,
    title: proof.title(other),
    contract: texts.contract(formatAgreementId(agreement.agreementId)),
    greeting: texts.greeting(me),
    lead: proof.lead(other),
    rows: factRows(agreement, transcript),
    button: { label: proof.button, url: agreement.audioLinks[recipient] },
    access: [
      ...(agreement.expiresAt === null
        ? [proof.keepAlways]
        : [proof.accessUntil(formatDateTime(agreement.expiresAt)), proof.keep]),
      proof.personalLink,
    ],
    transcript: transcriptView(agreement, transcript),
    hashes: {
      title: proof.hashesTitle,
      lead: proof.hashesLead,
      rows: [
        { label: proof.recordingHash, value: agreement.sha256 },
        { label: proof.transcriptHash, value: transcript.sha256 },
      ],
    },
    binding: { title: proof.bindingTitle, text: `${proof.binding} ${proof.notAdvice}` },
    why: isPartyA ? proof.whyA(other) : proof.whyB(other),
    publicUrl,
  };
}

function factRows(agreement: AgreementFacts, transcript: TranscriptFacts): Row[] {
  const { rows, noAmount, termsAsSpoken } = texts.proof;
  const { amount, currency, planType } = agreement;
  return [
    { label: rows.partyA, value: nameAndAddress(agreement.partyA) },
    { label: rows.partyB, value: nameAndAddress(agreement.partyB) },
    { label: rows.amount, value: amount === null ? noAmount : formatAmount(oneLine(amount), currency) },
    { label: rows.terms, value: termsAsSpoken },
    { label: rows.recordedAt, value: formatDateTime(agreement.createdAt) },
    { label: rows.duration, value: formatClock(agreement.durationSeconds ?? transcript.durationSeconds) },
    { label: rows.plan, value: texts.plans[planType] ?? oneLine(planType) },
  ];
}

function nameAndAddress(party: Party): string {
  return `${oneLine(party.name)} (${oneLine(party.email)})`;
}

function transcriptView(agreement: AgreementFacts, transcript: TranscriptFacts): ProofView['transcript'] {
  const { proof } = texts;
  const lines = conversation(agreement, transcript);
  const { shown, isCut } = opening(lines);
  const note: string[] = [transcript.draft ? proof.draft : proof.machine];
  if (lines.every(({ speaker }) => speaker === null)) note.push(proof.voices);
  return {
    title: proof.transcriptTitle,
    note: lines.length === 0 ? proof.noWords : note.join(' '),
    isDraft: transcript.draft,
    lines: shown,
    more: isCut ? proof.more : null,
  };
}
