import type { AgreementFacts, TranscriptFacts } from '../mails/facts.js';
import { formatClock, oneLine } from './formats.js';
import type { Wording } from './wording.js';

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

/** The transcript as a conversation with names; segments of one speaker in a row stay apart, each with its time. */
export function conversation(
  agreement: AgreementFacts,
  transcript: TranscriptFacts,
  wording: Wording,
): Line[] {
  return transcript.segments
    .map((segment, index) => ({
      number: index + 1,
      time: formatClock(segment.start),
      // Whoever the engine hears there: only party B speaks in the answer.
      speaker:
        segment.recording === 'b'
          ? oneLine(agreement.partyB.name)
          : speakerName(segment.speaker, transcript, wording),
      text: oneLine(segment.text),
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
  return known ? oneLine(known.name) : wording.texts.proof.otherSpeaker(key);
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
