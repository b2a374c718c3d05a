import { formatAgreementId, isNameOfVoice } from '#contracts';
import type { AgreementFacts, TranscriptFacts } from '../../facts/facts.module.js';
import { must } from '../mail.kind.js';
import type { AttachedFile, Line } from '../rendering/mail.content.js';
import { formatClock, oneLine, type Wording } from '../texts/wording.js';
import { recordedRows, recordingPrints } from './agreement-content.js';

/** The whole transcript as a text file that can be read and printed anywhere. */
export function transcriptFile(
  agreement: AgreementFacts,
  transcript: TranscriptFacts,
  { wording, isPartyA }: { wording: Wording; isPartyA: boolean },
): AttachedFile {
  const { transcriptFile: file, proof } = wording.texts;
  const lines = conversation(agreement, transcript, wording);
  const content = [
    `${wording.texts.product.toUpperCase()} - ${file.title}`,
    '',
    `${file.contract}: ${formatAgreementId(agreement.agreementId)}`,
    `${wording.texts.rows.partyA}: ${oneLine(agreement.partyA.name)}`,
    `${wording.texts.rows.partyB}: ${oneLine(agreement.partyB.name)}`,
    ...recordedRows(agreement, wording).map(({ label, value }) => `${label}: ${value}`),
    `${file.duration}: ${formatClock(transcript.durationSeconds)}`,
    `${file.engine}: ${transcript.engine === 'human' ? file.byPerson : oneLine(must(transcript.engine, 'engine'))}`,
    '',
    howMade(transcript, wording),
    ...(transcript.areVoicesUnclear ? [proof.voicesUnclear] : []),
    ...(transcript.isOneVoice ? [proof.oneVoice] : []),
    '',
    ...(lines.length === 0
      ? [transcript.quality === 'unclear' ? unclearWords(agreement, wording, isPartyA) : proof.noWords]
      : lines.map(({ time, speaker, text }) => `[${time}] ${speaker === null ? '' : `${speaker}: `}${text}`)),
    '',
    file.end,
    '',
    proof.hashesTitle,
    ...recordingPrints(agreement, wording).map(({ label, value }) => `${label}: ${value}`),
    `${proof.transcriptHash}: ${must(transcript.sha256, 'hash')}`,
    '',
  ];
  return { filename: `transcript_${agreement.agreementId}.txt`, content: content.join('\r\n') };
}

/** How far the words can be relied on. */
export function howMade({ draft, engine }: TranscriptFacts, { texts: { proof } }: Wording): string {
  if (draft) return proof.draft;
  return engine === 'human' ? proof.person : proof.machine;
}

/** Why there are no words, and who can have them written down: party A, whose the agreement is. */
export function unclearWords(
  { partyA }: AgreementFacts,
  { texts: { proof } }: Wording,
  isPartyA: boolean,
): string {
  return isPartyA ? proof.unclear : proof.unclearToB(oneLine(partyA.name));
}

/** The transcript as a conversation with names; segments of one speaker in a row stay apart, each with its time. */
export function conversation(
  agreement: AgreementFacts,
  transcript: TranscriptFacts,
  wording: Wording,
): Line[] {
  const ofB = transcript.segments.filter(({ recording }) => recording === 'b');
  // Where one voice is heard in the answer it is party B's.
  const isOfOne = new Set(ofB.flatMap(({ speaker }) => speaker ?? [])).size <= 1;
  return transcript.segments
    .map((segment, index) => ({
      number: index + 1,
      time: formatClock(segment.start),
      speaker:
        segment.recording === 'b' && isOfOne
          ? oneLine(agreement.partyB.name)
          : speakerName(segment.speaker, transcript, wording),
      text: oneLine(segment.text),
      language: (segment.recording === 'b' ? transcript.consentLanguage : transcript.language) ?? null,
    }))
    .filter((line) => line.text !== '');
}

function speakerName(
  label: string | null,
  { speakers = [] }: TranscriptFacts,
  wording: Wording,
): string | null {
  const key = oneLine(label ?? '');
  if (key === '') return null;
  const known = speakers.find((speaker) => speaker.label === label);
  // A voice that nobody has named has a number, which the transcript says in English.
  if (known && known.basis !== null) return oneLine(known.name);
  return !known && isNameOfVoice(key) ? key : wording.texts.proof.otherSpeaker(key);
}

const MAX_LINES = 100;
const MAX_CHARACTERS = 15_000;

/** As much as fits into a mail that no client cuts off; the attachment has all of it. */
export function opening(lines: Line[]): { shown: Line[]; isCut: boolean } {
  let characters = 0;
  const end = lines.findIndex((line, index) => {
    characters += line.text.length;
    return index >= MAX_LINES || characters > MAX_CHARACTERS;
  });
  return end === -1 ? { shown: lines, isCut: false } : { shown: lines.slice(0, end), isCut: true };
}
