import { Button } from '../../../components/ui/button';
import { Notice } from '../../../components/ui/notice';
import { t } from '../../../i18n/en';
import type { RecorderState } from '../engine/state';

type TroubleState = Extract<RecorderState, 'blocked' | 'nodevice' | 'unsupported' | 'failed'>;

const TEXTS: Record<TroubleState, { title: string; lines: string[] }> = {
  blocked: { title: t.recorder.blockedTitle, lines: [t.recorder.blocked, t.recorder.blockedSteps] },
  nodevice: { title: t.recorder.noDeviceTitle, lines: [t.recorder.noDevice] },
  unsupported: { title: t.recorder.unsupportedTitle, lines: [t.recorder.unsupported] },
  failed: { title: t.recorder.failedTitle, lines: [t.recorder.failed] },
};

/** Whether the recorder could not start. */
export function isTrouble(state: RecorderState): state is TroubleState {
  return state in TEXTS;
}

interface TroubleProps {
  state: TroubleState;
  onRetry: () => void;
}

/** Why the microphone did not start, and the way out. */
export function Trouble({ state, onRetry }: TroubleProps) {
  const { title, lines } = TEXTS[state];
  return (
    <div className="flex w-full max-w-md flex-col gap-4">
      <Notice tone="warn" title={title} role="alert">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
      {state !== 'unsupported' && <Button onClick={onRetry}>{t.common.tryAgain}</Button>}
    </div>
  );
}
