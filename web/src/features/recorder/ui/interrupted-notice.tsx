import { t } from '#texts/common';
import { Notice } from '../../../components/ui/notice';
import { formatDuration } from '../../../lib/format';
import type { RecorderSnapshot } from '../engine/recorder';
import { MicrophoneSelect } from './microphone-select';

const text = t.recorder.interruption;

/** What stopped the take, after what is safe. Whoever listens to the screen hears it at once. */
export function InterruptedNotice({ snapshot }: { snapshot: RecorderSnapshot }) {
  const { interruption, isMicrophoneBack, reopenProblem, seconds } = snapshot;
  if (!interruption) return null;
  return (
    <div className="flex w-full max-w-md flex-col gap-3">
      <Notice tone="warn" role="alert" className="bg-surface!">
        {/* In sight it stands above the clock already. */}
        <p className="sr-only">{t.recorder.interrupted}</p>
        <p className="font-medium">{text.safe(formatDuration(seconds))}</p>
        <p>{text[interruption]}</p>
        {isMicrophoneBack && interruption === 'taken' && <p>{text.takenBack}</p>}
        {reopenProblem && <p className="font-medium">{text.again[reopenProblem]}</p>}
      </Notice>
      {(interruption === 'unplugged' || interruption === 'stalled') && <MicrophoneSelect isHiddenWithOne />}
    </div>
  );
}
