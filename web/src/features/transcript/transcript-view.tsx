import { t } from '../../i18n/en';
import type { TranscriptSegment } from '../../lib/api-types';
import { cn } from '../../lib/cn';
import { formatDuration } from '../../lib/format';
import { type SpeakerNames, speakerOf } from './speaker';

const UNSURE_BELOW = 0.6;

interface TranscriptViewProps {
  segments: readonly TranscriptSegment[];
  names: SpeakerNames;
  /** Index of the segment being heard; -1 for none. */
  active: number;
  onSeek: (seconds: number) => void;
}

const SIDES = {
  a: { row: 'pr-6 sm:pr-16', name: 'text-party-a', bar: 'border-party-a' },
  b: { row: 'pl-6 sm:pl-16', name: 'text-party-b', bar: 'border-party-b' },
  other: { row: 'pr-6 sm:pr-16', name: 'text-muted', bar: 'border-field' },
};

/** The transcript as a conversation. Pressing a part plays it. */
export function TranscriptConversation({ segments, names, active, onSeek }: TranscriptViewProps) {
  return (
    <ol className="flex flex-col gap-1">
      {segments.map((segment, i) => {
        const speaker = speakerOf(segment.speaker, names, t.viewer.unknownSpeaker);
        const side = SIDES[speaker.side];
        const isActive = i === active;
        const isUnsure = typeof segment.confidence === 'number' && segment.confidence < UNSURE_BELOW;
        return (
          <li
            key={`${segment.start}-${segment.text}`}
            className={side.row}
            aria-current={isActive ? 'true' : undefined}
          >
            <button
              type="button"
              onClick={() => onSeek(segment.start)}
              title={t.viewer.playFrom(formatDuration(segment.start))}
              className={cn(
                'flex w-full flex-col gap-0.5 rounded-r-control border-l-2 px-3 py-2 text-left transition-colors duration-150 hover:bg-raised',
                side.bar,
                isActive && 'bg-accent-soft',
              )}
            >
              <span className="flex items-baseline gap-2 text-sm">
                <span className={cn('font-semibold', side.name)}>{speaker.name}</span>
                <span className="text-muted tabular-nums">{formatDuration(segment.start)}</span>
              </span>
              <span
                className={cn(isUnsure && 'underline decoration-warn decoration-dotted underline-offset-4')}
              >
                {segment.text}
                {isUnsure && <span className="sr-only"> {t.viewer.unsure}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
