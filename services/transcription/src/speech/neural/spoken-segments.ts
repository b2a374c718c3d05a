import type { TranscriptSegment } from '../speech-engine.js';
import type { VoicedWord } from './spoken-words.js';

const SENTENCE_END = /[.?!]["')\]]*$/;
const ABBREVIATION = /^(?:mr|mrs|ms|dr|st|no|\p{L})\.$/iu;
/** A pause after which people begin anew. */
const PAUSE_SECONDS = 0.8;
/** Nobody reads longer ones, and players show them whole. */
const LONGEST_SECONDS = 20;

/** Stretches that people read at once: cut where the voice changes, after sentences and in pauses. */
export function segmentsOf(words: readonly VoicedWord[]): TranscriptSegment[] {
  const groups: VoicedWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group && goesOn(group, word)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => {
    const said = group.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
    return {
      start: group[0]?.start ?? 0,
      end: group.at(-1)?.end ?? 0,
      text: group.map(({ text }) => text).join(' '),
      speaker: labelOf(group[0]?.speaker ?? null),
      confidence:
        said.length === 0
          ? null
          : Math.round((said.reduce((sum, one) => sum + one, 0) / said.length) * 1000) / 1000,
      words: group.map(({ speaker: _, ...word }) => word),
    };
  });
}

function goesOn(group: readonly VoicedWord[], word: VoicedWord): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || last.speaker !== word.speaker) return false;
  const isEnd = SENTENCE_END.test(last.text) && !ABBREVIATION.test(last.text);
  return !isEnd && word.start - last.end <= PAUSE_SECONDS && word.end - first.start <= LONGEST_SECONDS;
}

/** `A`, `B`, … as other engines label them. */
function labelOf(speaker: number | null): string | null {
  return speaker === null ? null : String.fromCharCode(65 + (speaker % 26));
}
