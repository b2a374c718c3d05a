import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { dashboardTexts } from '#texts/dashboard';
import { transcriptTexts } from '#texts/transcript';
import type { SpeakerView, TermView, TranscriptView } from '../../lib/api/api-types';
import { cn } from '../../lib/cn';
import { PlayerRow } from '../player/player-row';
import { type Player, type Speed, useAt } from '../player/use-player';
import { activeSegment, hasUnsure, type Line, linesOf } from './lines';
import { ReaderBar, type Recording } from './reader-bar';
import { SpeakerKey, useNameSpeaker } from './speaker-key';
import { type SpeakerNames, voicesOf } from './speakers';
import { AmountNotice, TermsList } from './terms-list';
import { Conversation } from './transcript-view';
import { type Follow, useFollow } from './use-follow';
import { type Found, useSearch } from './use-search';

const LEAP_SECONDS = 10;
const LEAPS: Readonly<Record<string, number>> = { j: -LEAP_SECONDS, l: LEAP_SECONDS };

/** What takes letters, and what the space bar presses. */
const FIELDS = 'input:not([type="range"]), textarea, select, [contenteditable="true"], [role="menu"]';
const PRESSED_BY_SPACE = `${FIELDS}, button, a, summary, [role="menuitem"]`;

/**
 * Space and K play and pause, J and L go back and on; only while the focus is in the transcript or its player, as whoever
 * speaks to a device says letters, too, and only while nothing there wants the key.
 */
function usePlayerKeys(root: RefObject<HTMLElement | null>, player: Player): void {
  const current = useRef(player);
  current.current = player;
  useEffect(() => {
    const place = root.current;
    if (!place) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element)) return;
      const { toggle, seek, clock, duration } = current.current;
      const leap = LEAPS[key.toLowerCase()];
      if (key === ' ' ? target.closest(PRESSED_BY_SPACE) : target.closest(FIELDS)) return;
      if (key === ' ' || key.toLowerCase() === 'k') toggle();
      else if (leap !== undefined) seek(Math.min(Math.max(clock.now() + leap, 0), duration));
      else return;
      event.preventDefault();
    };
    place.addEventListener('keydown', onKeyDown);
    return () => place.removeEventListener('keydown', onKeyDown);
  }, [root]);
}

interface HeardConversationProps {
  language: string | null;
  lines: readonly Line[];
  speakers: readonly SpeakerView[];
  player: Player;
  /** Whether this is the recording that is heard, or was heard last: one line of one of them is the current one. */
  isHeard: boolean;
  follow: Follow;
  found: ReadonlyMap<number, readonly Found[]>;
  current: Found | null;
}

/** The lines of one recording, going along with its player. Drawn anew only from line to line. */
function HeardConversation({ lines, player, isHeard, follow, ...rest }: HeardConversationProps) {
  const { isPlaying, clock, seek } = player;
  const pick = useCallback(
    (seconds: number) => (isHeard && (isPlaying || seconds > 0) ? activeSegment(lines, seconds) : -1),
    [lines, isHeard, isPlaying],
  );
  const active = useAt(clock, pick);
  const { bring, seek: goAlong } = follow;

  useEffect(() => {
    if (isPlaying && active >= 0) bring();
  }, [isPlaying, active, bring]);

  return (
    <Conversation
      {...rest}
      lines={lines}
      active={active}
      clock={clock}
      onSeek={(seconds) => {
        goAlong();
        seek(seconds, true);
      }}
    />
  );
}

const text = dashboardTexts.viewer;

/** The two recordings, b only of an agreement made apart; times count from the start of each. */
export interface Recordings {
  a: Recording;
  b: Recording | null;
}

interface TranscriptReaderProps {
  transcript: TranscriptView;
  names: SpeakerNames;
  recordings: Recordings;
  /** Whether it shows the players; otherwise they stand elsewhere, and it goes along with them. */
  hasPlayers: boolean;
  /** What is to be known about the words before one relies on them. */
  notices: readonly ReactNode[];
  speed: Speed;
  onSpeed: (speed: Speed) => void;
}

/** The found places of the lines from `offset` on, counted from there. */
function part(
  found: ReadonlyMap<number, readonly Found[]>,
  offset: number,
): ReadonlyMap<number, readonly Found[]> {
  return offset === 0 ? found : new Map([...found].map(([line, places]) => [line - offset, places]));
}

/**
 * A transcript to be read along with its recordings, of which each has its one player, here as a rule: what was settled, who
 * speaks, search, speed, following.
 * It also shows what is there while the rest is being made. Where something sticks to the top of the screen,
 * `--reader-top` says how high it is.
 */
export function TranscriptReader(props: TranscriptReaderProps) {
  const { transcript, names, recordings, hasPlayers, notices, speed, onSpeed } = props;
  const { agreementId, segments, gaps, speakers, terms, amountCheck, status } = transcript;
  const { a, b } = recordings;
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const follow = useFollow(root, bar);
  const nameSpeaker = useNameSpeaker(agreementId);

  const [first, second] = useMemo(() => {
    const linesFrom = (side: 'a' | 'b') =>
      linesOf(
        segments.filter(({ recording }) => recording === side),
        gaps.filter(({ recording }) => recording === side),
      );
    return [linesFrom('a'), linesFrom('b')];
  }, [segments, gaps]);
  const all = useMemo(() => [...first, ...second], [first, second]);
  const search = useSearch(all);
  const foundInSecond = useMemo(() => part(search.byLine, first.length), [search.byLine, first.length]);

  // Keys act on the sound that was last heard, and its lines are gone along with.
  const last = useRef<'a' | 'b'>('a');
  if (a.player.isPlaying) last.current = 'a';
  else if (b?.player.isPlaying) last.current = 'b';
  usePlayerKeys(root, (recordings[last.current] ?? a).player);

  const { current, query } = search;
  const { show } = follow;
  useEffect(() => {
    const place = current && query ? root.current?.querySelector('[data-match="current"]') : null;
    if (place) show(place);
  }, [current, query, show]);

  const playTerm = ({ recording, start }: Pick<TermView, 'recording' | 'start'>) => {
    follow.seek();
    recordings[recording]?.player.seek(start, true);
  };

  const shared = { speakers: voicesOf(transcript), follow, current };
  const hasSpeakers = status === 'done' && speakers.length > 0;
  const isAlone = terms.length === 0 && notices.length === 0 && !hasSpeakers && amountCheck?.agrees !== false;
  return (
    // A press between its words brings the focus into it.
    <div ref={root} tabIndex={-1} className="@container outline-none">
      {/* Where there is room, notices and terms stand beside the words and not between them and the reader. */}
      <div className="grid items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_16rem] @2xl:gap-6 print:block print:space-y-4">
        <div className="flex min-w-0 flex-col gap-4 @2xl:order-last empty:hidden">
          <AmountNotice check={amountCheck} terms={terms} onPlay={playTerm} />
          {notices}
          <TermsList
            terms={terms}
            languages={{ a: transcript.language, b: transcript.consentLanguage }}
            onPlay={playTerm}
            isDraft={transcript.draft}
          />
          {hasSpeakers && <SpeakerKey transcript={transcript} names={names} onName={nameSpeaker} />}
        </div>
        <div className={cn('flex min-w-0 flex-col gap-3', isAlone && '@2xl:col-span-2')}>
          <ReaderBar
            bar={bar}
            recording={hasPlayers ? a : null}
            speed={speed}
            onSpeed={onSpeed}
            search={search}
            onFollow={follow.isFollowing ? null : follow.resume}
          />
          {segments.some(hasUnsure) && (
            <p className="text-sm text-muted">
              {transcriptTexts.unsureKey} <span data-print="no">{transcriptTexts.pressOne}</span>
            </p>
          )}
          {b && <h4 className="text-sm font-medium text-muted">{text.recordingOf(names.a)}</h4>}
          <HeardConversation
            {...shared}
            lines={first}
            language={transcript.language}
            player={a.player}
            isHeard={last.current === 'a'}
            found={search.byLine}
          />
          {b && (
            <>
              <h4 className="mt-2 text-sm font-medium text-muted">{text.consentOf(names.b)}</h4>
              {hasPlayers && <PlayerRow {...b} label={text.consentOf(names.b)} />}
              <HeardConversation
                {...shared}
                lines={second}
                language={transcript.consentLanguage}
                player={b.player}
                isHeard={last.current === 'b'}
                found={foundInSecond}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
