import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button';
import { toast } from '../../components/ui/toast-store';
import { t } from '../../i18n/en';
import { formatDuration } from '../../lib/format';
import type { Take } from '../recorder/engine/recorder';
import { usePlayer } from '../transcript/use-player';
import { Waveform } from '../transcript/waveform';

/** Plays a take from this device, whole. */
export function TakePlayer({ take }: { take: Take }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(take.blob);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [take.blob]);
  const player = usePlayer({
    src,
    knownDuration: take.seconds,
    onError: () => toast({ title: t.deal.previewError, text: t.deal.previewErrorText, tone: 'destructive' }),
  });
  return (
    <section aria-label={t.deal.player} className="flex items-center gap-4">
      <Button
        aria-label={player.isPlaying ? t.viewer.pause : t.viewer.play}
        onClick={player.toggle}
        size="icon"
        className="size-13 shrink-0 rounded-full"
      >
        {player.isPlaying ? (
          <Pause className="size-6" aria-hidden="true" />
        ) : (
          <Play className="size-6" aria-hidden="true" />
        )}
      </Button>
      <div className="min-w-0 grow">
        <Waveform
          peaks={take.levels}
          durationSeconds={take.seconds}
          positionSeconds={player.position}
          onSeek={(seconds) => player.seek(seconds)}
        />
        <p className="mt-1 flex justify-between text-sm text-muted tabular-nums">
          <span>{formatDuration(player.position)}</span>
          <span>{formatDuration(take.seconds)}</span>
        </p>
      </div>
    </section>
  );
}
