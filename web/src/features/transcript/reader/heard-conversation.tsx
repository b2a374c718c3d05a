import { useCallback, useEffect } from 'react';
import type { SpeakerView } from '../../../lib/api/api-types';
import { activeSegment } from '../active-segment';
import { useAt } from '../player-clock';
import { Conversation } from '../transcript-view';
import type { Player } from '../use-player';
import type { Line } from './rows';
import type { Found } from './search';
import type { Follow } from './use-follow';

interface HeardConversationProps {
  lines: readonly Line[];
  speakers: readonly SpeakerView[];
  player: Player;
  follow: Follow;
  found: ReadonlyMap<number, readonly Found[]>;
  current: Found | null;
}

/** The lines of one recording, going along with its player. Drawn anew only from line to line. */
export function HeardConversation({ lines, player, follow, ...rest }: HeardConversationProps) {
  const { isPlaying, clock, seek } = player;
  const pick = useCallback(
    (seconds: number) => (isPlaying || seconds > 0 ? activeSegment(lines, seconds) : -1),
    [lines, isPlaying],
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
