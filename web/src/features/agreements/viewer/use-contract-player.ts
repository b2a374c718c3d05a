import { t } from '#texts/common';
import { toast } from '../../../components/ui/toast-store';
import { sentenceOf } from '../../../lib/api/api-error';
import { type Player, usePlayer } from '../../player/use-player';
import { explainAudio } from '../api';

/** Plays a sound from the server; says so, and says why when it cannot. */
export function useContractPlayer(
  src: string | null,
  knownDuration: number | null,
  { readsLength = false, speed = 1 }: { readsLength?: boolean; speed?: number } = {},
): Player {
  return usePlayer({
    src,
    knownDuration,
    readsLength,
    speed,
    onPlaying: () => toast({ title: t.viewer.playing }),
    onError: () => {
      explainAudio(src ?? '')
        .then(() => undefined)
        .catch((error: unknown) => error)
        .then((error) =>
          toast({
            title: t.viewer.playFailed,
            text: sentenceOf(error, t.viewer.playFallback),
            tone: 'destructive',
          }),
        )
        .catch(() => undefined);
    },
  });
}
