import type { SpokenWord, TranscriptSegment } from '../../recordings/recordings.module.js';
import type { HeardChunk, Span, Turn } from './run-recogniser.js';

/** A word with the voice that says it, where voices were told apart. */
interface VoicedWord extends SpokenWord {
  speaker: number | null;
}

/** A token that stands for no sound. */
const PUNCTUATION = /^[\p{P}\p{S}]+$/u;
/** What belongs to the word after it; a straight quotation mark opens only where a word begins. */
const OPENING = /^[¿¡([{«‹“„]+$/u;
const OPENING_WHERE_A_WORD_BEGINS = /^[¿¡$€£([{«‹“„‚‘"']+$/u;
/** Models write the beginning of a word with one of these. */
const WORD_BEGINS = /^[ ▁]/;
/** The last sound of a word, when nothing says how long it lasts. */
const LAST_SOUND_SECONDS = 0.4;

/**
 * Joins a model's tokens to words, with what closes before and what opens after it. A word lasts until the next one begins or the speech around it ends; where the model
 * says how long its tokens last, that counts.
 */
export function wordsOf(chunk: HeardChunk): SpokenWord[] {
  const words: (SpokenWord & { logs: number[]; lasts: number | null })[] = [];
  let opening = '';
  for (const [index, token] of chunk.tokens.entries()) {
    const bare = token.replace(WORD_BEGINS, '');
    if ((WORD_BEGINS.test(token) ? OPENING_WHERE_A_WORD_BEGINS : OPENING).test(bare)) {
      opening += bare;
      continue;
    }
    const isClosing = PUNCTUATION.test(bare);
    const before = bare === '' ? '' : opening;
    const text = before + bare;
    if (bare !== '') opening = '';
    const start = chunk.timestamps[index] ?? chunk.start;
    const duration = chunk.durations[index];
    const lasts = duration === undefined ? null : start + duration;
    const log = chunk.logProbabilities[index];
    const last = words.at(-1);
    const begins = !last || ((WORD_BEGINS.test(token) || before !== '') && !isClosing);
    if (begins) {
      if (text === '' && !WORD_BEGINS.test(token)) continue;
      words.push({ start, end: start, text, confidence: null, logs: log === undefined ? [] : [log], lasts });
      continue;
    }
    last.text += text;
    if (isClosing) continue;
    if (lasts !== null) last.lasts = lasts;
    else last.end = start;
    if (log !== undefined) last.logs.push(log);
  }
  const end = words.at(-1);
  if (end) end.text += opening;
  const spoken = words.filter(({ text }) => text !== '');
  return spoken.map(({ start, end, text, logs, lasts }, index) => {
    const next = spoken[index + 1]?.start ?? chunk.end;
    const until = lasts ?? endOfSpeech(chunk.speech, Math.max(start, end));
    return {
      start: rounded(start),
      end: rounded(Math.max(start, Math.min(next, until))),
      text,
      confidence: logs.length === 0 ? null : rounded(Math.exp(mean(logs))),
    };
  });
}

/** Who says each word: the voice that speaks most of it, else the one next to it. */
export function assignVoices(words: readonly SpokenWord[], turns: readonly Turn[]): VoicedWord[] {
  return words.map((word) => {
    const middle = (word.start + word.end) / 2;
    const by = (turn: Turn) => Math.min(word.end, turn.end) - Math.max(word.start, turn.start);
    const [best] = turns.toSorted(
      (a, b) =>
        by(b) - by(a) || Math.abs((a.start + a.end) / 2 - middle) - Math.abs((b.start + b.end) / 2 - middle),
    );
    return { ...word, speaker: best?.speaker ?? null };
  });
}

/** Where the speech ends in which somebody speaks at this second. */
function endOfSpeech(speech: readonly Span[], second: number): number {
  const span = speech.find(({ start, end }) => second < end && second >= start - 0.2);
  return span?.end ?? second + LAST_SOUND_SECONDS;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

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
