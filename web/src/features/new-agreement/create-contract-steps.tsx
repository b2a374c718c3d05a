import { Mic, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#texts/common';
import { createTexts as text } from '#texts/create';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import type { Recorder } from '../recording/engine/recorder';
import type { RecorderSnapshot, DraftRecording as Take } from '../recording/engine/recorder-state';
import { RecorderPanel } from '../recording/ui/recorder-panel';
import type { WaitCause } from '../recording/upload/retry';
import { type Details, firstEmpty } from './details';
import { TakePlayer, WaitingNotice } from './draft-recording';
import { scriptFor } from './script';

interface InlineRecorderProps {
  recorder: Recorder;
  snapshot: RecorderSnapshot;
  details: Details;
  limitSeconds: number;
  onStart: () => void;
}

/** The recorder below the form; until the form is filled, what is missing. */
export function InlineRecorder({ recorder, snapshot, details, limitSeconds, onStart }: InlineRecorderProps) {
  if (snapshot.state === 'idle' && firstEmpty(details) !== null) {
    return (
      <p className="flex items-center justify-center gap-3 rounded-card border border-dashed border-field px-4 py-8 text-center text-muted">
        <Mic className="size-5 shrink-0" aria-hidden="true" />
        {t.details.fillFirst}
      </p>
    );
  }
  return (
    <RecorderPanel
      recorder={recorder}
      snapshot={snapshot}
      limitSeconds={limitSeconds}
      script={scriptFor(details)}
      startNote={t.details.consent}
      onStart={onStart}
    />
  );
}

/** As much of a take as is played before it is unlocked. */
const PREVIEW_SECONDS = 5;

interface PreviewCardProps {
  take: Take;
  backupTranscript: string;
  isSaving: boolean;
  /** 0 to 1. */
  progress: number;
  /** Why sending pauses; null while it runs. */
  waitsFor: WaitCause | null;
  error: string | null;
  onAgain: () => void;
  onSave: () => void;
  onRetry: () => void;
}

/** The first seconds of the take, what is noted about it, and the way on. */
export function PreviewCard(props: PreviewCardProps) {
  const { take, backupTranscript, isSaving, progress, waitsFor, error, onAgain, onSave, onRetry } = props;
  const isBusy = isSaving && !waitsFor;
  const heading = useRef<HTMLHeadingElement>(null);
  // The recorder with its focused button has just gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="stage-in flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h2 ref={heading} tabIndex={-1} className="font-sans text-lg font-semibold outline-none">
          {t.viewer.preview}
        </h2>
        <p className="text-muted">{text.previewLead}</p>
      </div>
      <TakePlayer take={take} cutAt={PREVIEW_SECONDS} />
      <div className="flex flex-col gap-2 border-t border-line pt-5">
        <h3>{text.transcription}</h3>
        <p className="max-w-prose">{backupTranscript}</p>
        <p className="text-sm text-muted">{text.transcriptionNote}</p>
      </div>
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      {waitsFor && <WaitingNotice take={take} waitsFor={waitsFor} survivesClosing />}
      {isBusy && <Progress label={t.deal.uploading} value={progress * 100} />}
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-end">
        {waitsFor ? (
          <Button size="lg" onClick={onRetry}>
            {t.common.tryAgain}
          </Button>
        ) : (
          <Button size="lg" busy={isSaving} onClick={onSave}>
            {isSaving ? text.saving : text.save}
          </Button>
        )}
        <Button size="lg" variant="secondary" aria-disabled={isBusy} onClick={isBusy ? undefined : onAgain}>
          <RotateCcw className="size-5" aria-hidden="true" />
          {text.again}
        </Button>
      </div>
    </Card>
  );
}
