import { type RefObject, useMemo, useRef } from 'react';
import { t } from '#texts/common';
import type { SpeakerView, TranscriptSegment } from '../../lib/api/api-types';
import type { PlayerClock } from './player-clock';
import { useLineEvents } from './reader/line-events';
import { GapRow, SegmentRow } from './reader/line-row';
import { type Line, linesOf } from './reader/rows';
import type { Found } from './reader/search';
import { type SpeakerNames, speakerOf } from './speaker';

interface ConversationProps {
  lines: readonly Line[];
  speakers: readonly SpeakerView[];
  /** Index of the line being heard; -1 for none. */
  active: number;
  onSeek: (seconds: number) => void;
  /** Marks the word being heard, where the times of words are known. */
  clock?: PlayerClock | null;
  /** What was searched for, by index of the line. */
  found?: ReadonlyMap<number, readonly Found[]>;
  /** The place that is being looked at. */
  current?: Found | null;
  list?: RefObject<HTMLOListElement | null>;
}

/** Lines of speech as a conversation. Pressing one plays it. */
export function Conversation(props: ConversationProps) {
  const { lines, speakers, active, onSeek, clock = null, found, current = null, list } = props;
  const own = useRef<HTMLOListElement>(null);
  const root = list ?? own;
  useLineEvents(root, onSeek);
  const stop = Math.max(active, 0);
  return (
    <ol ref={root} className="flex flex-col gap-1">
      {lines.map((line, i) => {
        const isActive = i === active;
        const common = { isActive, isStop: i === stop };
        if (line.kind === 'gap') return <GapRow key={line.key} line={line} {...common} />;
        const speaker = speakerOf(line.segment.speaker, speakers, t.viewer.unknownSpeaker);
        const matches = found?.get(i);
        return (
          <SegmentRow
            key={line.key}
            line={line}
            name={speaker.name}
            side={speaker.side}
            clock={isActive && line.segment.words?.length ? clock : null}
            matches={matches}
            currentMatch={current ? matches?.indexOf(current) : -1}
            {...common}
          />
        );
      })}
    </ol>
  );
}

interface TranscriptConversationProps {
  /** Their speakers are `a` and `b`. */
  segments: readonly TranscriptSegment[];
  names: SpeakerNames;
  /** Index of the segment being heard; -1 for none. */
  active: number;
  onSeek: (seconds: number) => void;
}

/** A conversation of which nothing but the two parties' words is known. */
export function TranscriptConversation({ segments, names, active, onSeek }: TranscriptConversationProps) {
  const { a, b } = names;
  const lines = useMemo(() => linesOf(segments, []), [segments]);
  const speakers = useMemo(
    () => [
      { label: 'a', party: 'a' as const, name: a, basis: null },
      { label: 'b', party: 'b' as const, name: b, basis: null },
    ],
    [a, b],
  );
  return <Conversation lines={lines} speakers={speakers} active={active} onSeek={onSeek} />;
}
