import { formatAgreementId } from '#contracts';
import type { AgreementFacts, TranscriptFacts } from '../mails/facts.js';
import { recordingPrints } from './agreement-letter.js';
import { conversation } from './conversation.js';
import { formatClock, oneLine } from './formats.js';
import type { AttachedFile } from './letter.js';
import type { Wording } from './wording.js';

/** The whole transcript as a text file that can be read and printed anywhere. */
export function transcriptFile(
  agreement: AgreementFacts,
  transcript: TranscriptFacts,
  wording: Wording,
): AttachedFile {
  const { transcriptFile: file, proof } = wording.texts;
  const lines = conversation(agreement, transcript, wording);
  const content = [
    `${wording.texts.product.toUpperCase()} - ${file.title}`,
    '',
    `${file.contract}: ${formatAgreementId(agreement.agreementId)}`,
    `${wording.texts.rows.partyA}: ${oneLine(agreement.partyA.name)}`,
    `${wording.texts.rows.partyB}: ${oneLine(agreement.partyB.name)}`,
    `${wording.texts.rows.recordedAt}: ${wording.dateTime(agreement.createdAt)}`,
    `${file.duration}: ${formatClock(transcript.durationSeconds)}`,
    `${file.engine}: ${oneLine(transcript.engine)}`,
    '',
    transcript.draft ? proof.draft : proof.machine,
    ...(transcript.areVoicesUnclear ? [proof.voicesUnclear] : []),
    ...(transcript.isOneVoice ? [proof.oneVoice] : []),
    '',
    ...(lines.length === 0
      ? [transcript.quality === 'unclear' ? proof.unclear : proof.noWords]
      : lines.map(({ time, speaker, text }) => `[${time}] ${speaker === null ? '' : `${speaker}: `}${text}`)),
    '',
    file.end,
    '',
    proof.hashesTitle,
    ...recordingPrints(agreement, wording).map(({ label, value }) => `${label}: ${value}`),
    `${proof.transcriptHash}: ${transcript.sha256}`,
    '',
  ];
  return { filename: `transcript_${agreement.agreementId}.txt`, content: content.join('\r\n') };
}
