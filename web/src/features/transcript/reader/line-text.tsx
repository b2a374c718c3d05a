import { useCallback, useMemo } from 'react';
import { transcriptTexts } from '#texts/transcript';
import type { TranscriptSegment } from '../../../lib/api/api-types';
import { cn } from '../../../lib/cn';
import { formatDuration } from '../../../lib/format';
import { activeSegment } from '../active-segment';
import { type PlayerClock, useAt } from '../player-clock';
import { piecesOf, placeWords } from './pieces';
import type { Found } from './search';

const NO_WORDS: NonNullable<TranscriptSegment['words']> = [];

interface LineTextProps {
  segment: TranscriptSegment;
  matches: readonly Found[];
  /** Index of the match that is being looked at; -1 when it is in another line. */
  currentMatch: number;
}

interface WordsProps extends LineTextProps {
  /** Index of the word being heard; -1 for none. */
  current: number;
}

/** The words of a line, each with its second, and what was searched for marked in them. */
function Words({ segment, matches, currentMatch, current }: WordsProps) {
  const words = segment.words ?? NO_WORDS;
  const placed = useMemo(() => placeWords(segment.text, words), [segment.text, words]);
  const pieces = useMemo(() => piecesOf(segment.text, placed, matches), [segment.text, placed, matches]);
  if (pieces.length === 1 && pieces[0]?.match === -1) return segment.text;
  return pieces.map(({ text, from, word, match }) => {
    if (word < 0 && match < 0) return text;
    const isUnsure = words[word]?.isUnsure === true;
    const isHeard = word >= 0 && word === current;
    const className = cn(
      isHeard && 'rounded-xs bg-accent text-on-accent shadow-[0_0_0_2px_var(--accent)]',
      isUnsure && 'underline decoration-warn decoration-dotted decoration-2 underline-offset-4',
      match >= 0 && !isHeard && (match === currentMatch ? 'bg-warn text-surface' : 'bg-warn-soft text-ink'),
    );
    const Tag = match >= 0 ? 'mark' : 'span';
    return (
      <Tag
        key={from}
        data-at={word >= 0 ? words[word]?.start : undefined}
        data-match={match >= 0 && match === currentMatch ? 'current' : undefined}
        data-word={isHeard ? 'current' : undefined}
        title={isUnsure ? transcriptTexts.checkThis(formatDuration(words[word]?.start ?? 0)) : undefined}
        className={className || undefined}
      >
        {text}
      </Tag>
    );
  });
}

/** The line being heard: only this small part is drawn anew from word to word. */
function HeardWords({ clock, ...rest }: LineTextProps & { clock: PlayerClock }) {
  const words = rest.segment.words ?? NO_WORDS;
  const pick = useCallback((seconds: number) => activeSegment(words, seconds), [words]);
  return <Words {...rest} current={useAt(clock, pick)} />;
}

/** The text of a line. With a clock the word being heard is marked. */
export function LineText({ clock, ...rest }: LineTextProps & { clock: PlayerClock | null }) {
  return clock ? <HeardWords {...rest} clock={clock} /> : <Words {...rest} current={-1} />;
}
