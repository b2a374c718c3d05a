import type { AgreementFacts, TranscriptFacts } from '../mails/facts.js';
import { formatClock, oneLine } from './formats.js';
import { texts } from './texts.js';

/** One turn in the transcript. */
export interface Line {
  /** Its place in the transcript. */
  number: number;
  /** Minutes:seconds from the start of the recording. */
  time: string;
  /** Null when the engine does not tell voices apart. */
  speaker: string | null;
  text: string;
}

const A_LABELS = new Set(['a', 'party_a', 'partya', 'party a', 'speaker_0', 'speaker 1']);
const B_LABELS = new Set(['b', 'party_b', 'partyb', 'party b', 'speaker_1', 'speaker 2']);

/** The transcript as a conversation with names; segments of one speaker in a row stay apart, each with its time. */
export function conversation(agreement: AgreementFacts, transcript: TranscriptFacts): Line[] {
  return transcript.segments
    .map((segment, index) => ({
      number: index + 1,
      time: formatClock(segment.start),
      speaker: speakerName(segment.speaker, agreement),
      text: oneLine(segment.text),
    }))
    .filter((line) => line.text !== '');
}

function speakerName(label: string | null, { partyA, partyB }: AgreementFacts): string | null {
  const key = oneLine(label ?? '');
  if (key === '') return null;
  if (A_LABELS.has(key.toLowerCase()) || key === oneLine(partyA.name)) return oneLine(partyA.name);
  if (B_LABELS.has(key.toLowerCase()) || key === oneLine(partyB.name)) return oneLine(partyB.name);
  return texts.proof.otherSpeaker(key);
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
