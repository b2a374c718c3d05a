import type { AgreementFacts, TranscriptFacts } from '../../facts/facts.module.js';
import { type MailContext, must } from '../mail.kind.js';
import {
  type AttachedFile,
  type Block,
  button,
  facts,
  heading,
  type MailContent,
  paragraph,
  small,
} from '../rendering/mail.content.js';
import { oneLine, type Wording } from '../texts/wording.js';
import {
  agreementMail,
  amountRow,
  durationRow,
  recordedRows,
  recordingPrints,
  row,
  sides,
} from './agreement-content.js';
import { whoAgreed } from './consent.templates.js';
import { conversation, howMade, opening, transcriptFile, unclearWords } from './transcript.js';

/** The mail to each party when the agreement is complete, with certificate and transcript as they were sealed. */
export function proofMail(context: MailContext<'agreement' | 'transcript' | 'sealed'>): MailContent {
  const { agreement, transcript, sealed, wording } = context;
  const { proof } = wording.texts;
  const { isPartyA, other, shortOther } = sides(context);
  const evidence = agreement.evidenceLinks[isPartyA ? 'partyA' : 'partyB'];
  return agreementMail(context, {
    subject: proof.subject(shortOther),
    title: proof.title(other),
    preview: sealed ? proof.preview : proof.previewUnsealed,
    blocks: [
      paragraph(proof.lead(other)),
      button(wording.texts.listen, agreement.audioLinks[isPartyA ? 'partyA' : 'partyB']),
      small(
        ...(agreement.expiresAt === null
          ? [proof.keepAlways]
          : [proof.accessUntil(wording.dateTime(agreement.expiresAt)), proof.keep]),
        wording.texts.personalLink,
      ),
      factRows(agreement, transcript, wording),
      ...whoAgreed(context),
      heading(proof.transcriptTitle),
      ...spokenNotices(agreement, transcript, wording),
      ...transcriptBlocks(agreement, transcript, { wording, isPartyA }),
      heading(proof.evidenceTitle),
      sealed ? small(proof.sealedAttached) : ({ kind: 'notice', text: proof.notSealedYet } as const),
      small(proof.evidenceLead),
      { kind: 'link', lead: proof.certificateLead, label: proof.certificate, url: evidence.certificate },
      { kind: 'link', lead: proof.packetLead, label: proof.packet, url: evidence.packet },
      heading(proof.hashesTitle),
      small(sealed ? proof.hashesLead : proof.hashesOfCopy),
      {
        kind: 'prints',
        rows: [
          ...recordingPrints(agreement, wording),
          row(proof.transcriptHash, must(transcript.sha256, 'hash')),
        ],
      },
      heading(proof.bindingTitle),
      small(`${proof.binding} ${proof.notAdvice}`),
    ],
    answersTo: 'support-for-key',
    attachments: attachments(context),
  });
}

/** A copy made for the mail has another hash than the sealed transcript, so it only goes when there is no sealed one. */
function attachments(context: MailContext<'agreement' | 'transcript' | 'sealed'>): AttachedFile[] {
  const { agreement, transcript, sealed, wording } = context;
  if (!sealed) return [transcriptFile(agreement, transcript, { wording, isPartyA: sides(context).isPartyA })];
  const { agreementId } = agreement;
  return [
    { filename: `certificate_${agreementId}.pdf`, content: sealed.certificate },
    { filename: `transcript_${agreementId}.txt`, content: sealed.transcript },
  ];
}

function factRows(agreement: AgreementFacts, transcript: TranscriptFacts, wording: Wording): Block {
  const { partyA, partyB, durationSeconds, planType } = agreement;
  return facts([
    row(wording.texts.rows.partyA, `${oneLine(partyA.name)} (${oneLine(partyA.email)})`),
    row(wording.texts.rows.partyB, `${oneLine(partyB.name)} (${oneLine(partyB.email)})`),
    amountRow(agreement, wording),
    row(wording.texts.proof.terms, wording.texts.proof.termsAsSpoken),
    ...recordedRows(agreement, wording),
    durationRow(durationSeconds ?? transcript.durationSeconds, wording),
    row(wording.texts.rows.plan, wording.texts.plans[planType] ?? oneLine(planType)),
  ]);
}

function madeBy(transcript: TranscriptFacts, wording: Wording): Block {
  const text = howMade(transcript, wording);
  return transcript.draft ? { kind: 'notice', text } : small(text);
}

function transcriptBlocks(
  agreement: AgreementFacts,
  transcript: TranscriptFacts,
  { wording, isPartyA }: { wording: Wording; isPartyA: boolean },
): Block[] {
  const { proof } = wording.texts;
  const lines = conversation(agreement, transcript, wording);
  if (transcript.quality === 'unclear') {
    return [{ kind: 'notice', text: unclearWords(agreement, wording, isPartyA) }];
  }
  if (lines.length === 0) return [small(proof.noWords)];
  const { shown, isCut } = opening(lines);
  const notes: string[] = [];
  const { areVoicesUnclear = false } = transcript;
  if (!areVoicesUnclear && lines.every(({ speaker }) => speaker === null)) notes.push(proof.voices);
  else if (transcript.speakers?.some(({ basis }) => basis === 'order')) notes.push(proof.namesByOrder);
  if (transcript.segments.some(({ recording }) => recording === 'b')) {
    notes.push(proof.answerTimes(oneLine(agreement.partyB.name)));
  }
  return [
    ...amountNotice(agreement, transcript, wording),
    ...(areVoicesUnclear ? [{ kind: 'notice', text: proof.voicesUnclear } as const] : []),
    ...(transcript.isOneVoice ? [{ kind: 'notice', text: proof.oneVoice } as const] : []),
    madeBy(transcript, wording),
    ...(notes.length === 0 ? [] : [small(...notes)]),
    { kind: 'turns', lines: shown },
    ...(isCut ? [small(proof.more)] : []),
  ];
}

/** What is missing or odd in how the parties agreed aloud; the words that say it are in the transcript. */
function spokenWarnings(
  { partyA, partyB }: AgreementFacts,
  transcript: TranscriptFacts,
  wording: Wording,
): string[] {
  const { proof } = wording.texts;
  const names = { a: oneLine(partyA.name), b: oneLine(partyB.name) };
  const missing = (transcript.spokenConsents ?? []).flatMap(({ party, state, reason }) => {
    if (state === 'not_said') return [proof.notSaid(names[party])];
    if (reason === 'taken_back') return [proof.takenBack(names[party])];
    return state === 'silent' ? [proof.silent(names[party])] : [];
  });
  return [...(transcript.voiceMatch === 'alike' ? [proof.voicesAlike] : []), ...missing];
}

function spokenNotices(agreement: AgreementFacts, transcript: TranscriptFacts, wording: Wording): Block[] {
  return spokenWarnings(agreement, transcript, wording).map((text) => ({ kind: 'notice', text }));
}

/** What was said and what was typed are two amounts: the parties should know before they rely on either. */
function amountNotice(
  { currency }: AgreementFacts,
  { amountCheck }: TranscriptFacts,
  wording: Wording,
): Block[] {
  if (!amountCheck || amountCheck.agrees) return [];
  const spoken = amountCheck.spokenCents.map((cents) => wording.cents(cents, currency)).join(', ');
  const typed = wording.cents(amountCheck.typedCents, currency);
  return [{ kind: 'notice', text: wording.texts.proof.amountDiffers(typed, spoken) }];
}
