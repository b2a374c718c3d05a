import { Pause, Play } from 'lucide-react';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { formatDuration } from '../../lib/format';
import { type Player, type PlayerClock, useAt } from './use-player';
import { Waveform } from './waveform';

interface PlayerRowProps {
  player: Player;
  /** Null as long as they are asked for. */
  peaks: readonly number[] | null;
  /** Whose sound this is. */
  label: string;
}

/** Where a player is, as m:ss. */
export function PlayerTime({ clock }: { clock: PlayerClock }) {
  return <span>{useAt(clock, formatDuration)}</span>;
}

const same = (seconds: number) => seconds;

/** The shape of the sound with a slider over it that follows the player. */
export function PlayerWaveform({
  player,
  peaks,
  className,
}: Pick<PlayerRowProps, 'player' | 'peaks'> & { className?: string }) {
  const position = useAt(player.clock, same);
  return (
    <Waveform
      peaks={peaks}
      durationSeconds={player.duration}
      positionSeconds={position}
      isPlaying={player.isPlaying}
      onSeek={player.seek}
      className={className}
    />
  );
}

/** One round button, the shape of the sound and where one is in it. */
export function PlayerRow({ player, peaks, label }: PlayerRowProps) {
  const { isPlaying, duration } = player;
  const Icon = isPlaying ? Pause : Play;
  return (
    <section aria-label={label} className="flex items-center gap-4">
      <Button
        aria-label={isPlaying ? t.viewer.pause : t.viewer.play}
        data-print="no"
        onClick={player.toggle}
        size="icon"
        className="size-13 shrink-0 rounded-full"
      >
        <Icon className="size-6" aria-hidden="true" />
      </Button>
      <div className="min-w-0 grow">
        <PlayerWaveform player={player} peaks={peaks} />
        <p className="mt-1 flex justify-between text-sm text-muted tabular-nums">
          <PlayerTime clock={player.clock} />
          {duration > 0 && <span>{formatDuration(duration)}</span>}
        </p>
      </div>
    </section>
  );
}
