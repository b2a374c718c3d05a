import { AudioLines, RotateCcw } from 'lucide-react';
import { t } from '#texts/common';
import { recordScreenTexts } from '#texts/record-screen';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Progress } from '../../../components/ui/progress';
import type { PendingTranscript } from '../../../lib/api/api-types';
import { DraftPlayer, WaitingNotice } from '../../new-agreement/draft-recording';
import type { DraftRecording } from '../engine/recorder-state';
import type { WaitCause } from '../upload/retry';

const { controls, review: text } = recordScreenTexts;

interface ProcessingProps {
  /** Whether the server has the recording. */
  isStored: boolean;
  /** 0 to 1. */
  sent: number;
  progress: PendingTranscript;
}

/** How far sending and transcribing are, as they really are. */
export function Processing({ isStored, sent, progress }: ProcessingProps) {
  if (!isStored) {
    return (
      <div className="flex flex-col gap-1.5">
        <Progress label={text.sending} value={sent * 100} />
        <p className="text-sm text-muted tabular-nums">{text.sent(Math.round(sent * 100))}</p>
      </div>
    );
  }
  const stage = t.status.stages[progress.status];
  return (
    <div className="flex flex-col gap-1.5">
      <Progress label={text.working} value={progress.percent} />
      <p className="font-medium tabular-nums">{t.status.withPercent(stage, Math.round(progress.percent))}</p>
      <p className="text-sm text-muted">{text.canLeave}</p>
    </div>
  );
}

interface ReviewRecordingProps extends ProcessingProps {
  draft: DraftRecording;
  isProcessing: boolean;
  /** Why sending pauses; null while it runs. */
  waitsFor: WaitCause | null;
  onProcess: () => void;
  onAgain: () => void;
  onRetry: () => void;
}

/** Listen, then decide: process it or record again. */
export function ReviewRecording(props: ReviewRecordingProps) {
  const { draft, isProcessing, onProcess, onAgain } = props;
  return (
    <Card className="flex flex-col gap-6">
      <DraftPlayer draft={draft} />
      {props.waitsFor ? (
        <WaitingNotice draft={draft} waitsFor={props.waitsFor} />
      ) : isProcessing ? (
        <Processing isStored={props.isStored} sent={props.sent} progress={props.progress} />
      ) : (
        <p className="text-sm text-muted">{text.replaces}</p>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        {props.waitsFor ? (
          <Button size="lg" onClick={props.onRetry}>
            {t.common.tryAgain}
          </Button>
        ) : (
          <Button size="lg" busy={isProcessing} onClick={onProcess}>
            {!isProcessing && <AudioLines className="size-5" aria-hidden="true" />}
            {isProcessing ? controls.processing : controls.process}
          </Button>
        )}
        <Button
          size="lg"
          variant="secondary"
          aria-disabled={isProcessing}
          onClick={isProcessing ? undefined : onAgain}
        >
          <RotateCcw className="size-5" aria-hidden="true" />
          {controls.again}
        </Button>
      </div>
    </Card>
  );
}
