import { t } from '#texts/common';
import { toast } from '../../../components/ui/toast-store';
import type { DraftRecording as Take } from '../../recording/engine/recorder-state';
import { PlayerRow } from '../../player/player-row';
import { usePlayer } from '../../player/use-player';
import { useTakeUrl } from '../create/use-take-url';


const LEVELS_PER_SECOND = 10;

interface TakePlayerProps {
  take: Take;
  /** Only this many seconds are played; then it goes back to the start. */
  cutAt?: number;
}

/** Plays a take from this device. */
export function TakePlayer({ take, cutAt }: TakePlayerProps) {
  const player = usePlayer({
    src: useTakeUrl(take.blob),
    knownDuration: cutAt === undefined ? take.seconds : Math.min(cutAt, take.seconds),
    cutAt,
    onError: () => toast({ title: t.deal.previewError, text: t.deal.previewErrorText, tone: 'destructive' }),
  });
  const peaks = cutAt === undefined ? take.levels : take.levels.slice(0, cutAt * LEVELS_PER_SECOND);
  return (
    <PlayerRow player={player} peaks={peaks} label={cutAt === undefined ? t.deal.player : t.viewer.preview} />
  );
}
