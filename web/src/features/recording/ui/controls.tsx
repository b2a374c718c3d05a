import { Mic, Pause, Play, Square } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';
import { Spinner } from '../../../components/ui/spinner';
import { cn } from '../../../lib/cn';
import type { Recorder } from '../engine/recorder';
import type { RecorderSnapshot } from '../engine/recorder-state';
import { holdsMicrophone, type RecorderState } from '../engine/recorder-state';

const ROUND = 'flex size-28 items-center justify-center rounded-full transition-colors duration-150';

interface MainControlProps {
  recorder: Recorder;
  state: RecorderState;
  stopLabel: string;
  onStart: () => void;
  /** Puts the focus on the control. */
  focus?: Ref<() => void>;
}

/** Start and Stop: one button for the whole recording, so that the focus stays where it is. */
export function MainControl({ recorder, state, stopLabel, onStart, focus }: MainControlProps) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(focus, () => () => button.current?.focus(), []);
  const isOpen = holdsMicrophone(state);
  const isWaiting = state === 'requesting' || state === 'stopping';
  const Icon = isOpen ? Square : Mic;
  const press = (clicks: number) => {
    // The second half of a double click must not stop what the first half started.
    if (isWaiting || clicks > 1) return;
    if (isOpen) recorder.stop();
    else onStart();
  };
  return (
    <button
      ref={button}
      type="button"
      aria-label={isOpen ? stopLabel : recordTexts.recorder.start}
      aria-busy={isWaiting || undefined}
      aria-disabled={isWaiting || undefined}
      onClick={(event) => press(event.detail)}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      className={cn(
        ROUND,
        isWaiting && 'bg-raised text-muted',
        !isWaiting && (state === 'recording' || !isOpen) && 'bg-live text-on-live',
        (state === 'paused' || state === 'interrupted') &&
          'border-4 border-dashed border-warn bg-surface text-ink',
      )}
    >
      {isWaiting ? (
        <Spinner className="size-10" />
      ) : (
        <Icon className="size-11" fill={isOpen ? 'currentColor' : 'none'} aria-hidden="true" />
      )}
    </button>
  );
}

function toggleLabel({ state, interruption, isReopening }: RecorderSnapshot): string {
  if (isReopening) return recordTexts.recorder.interruption.reopening;
  if (state === 'recording') return recordTexts.recorder.pause;
  if (state === 'paused') return recordTexts.recorder.resume;
  return interruption === 'unplugged'
    ? recordTexts.recorder.interruption.continueOther
    : recordTexts.recorder.interruption.continue;
}

interface RecordingControlsProps {
  recorder: Recorder;
  snapshot: RecorderSnapshot;
}

/** Pause, resume and go on: one button that keeps its place and its focus. */
export function RecordingControls({ recorder, snapshot }: RecordingControlsProps) {
  const { state, interruption, isReopening } = snapshot;
  const isInterrupted = state === 'interrupted';
  const press = () => {
    if (state === 'recording') recorder.pause();
    else if (state === 'paused') recorder.resume();
    else recorder.carryOn().catch(() => undefined);
  };
  const Icon = state === 'recording' ? Pause : Play;
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      {interruption !== 'ended' && (
        <Button
          variant={state === 'recording' ? 'secondary' : 'primary'}
          size={isInterrupted ? 'md' : 'lg'}
          className="min-h-13 min-w-44 max-2xs:min-w-0"
          busy={isReopening}
          onClick={press}
        >
          {!isReopening && <Icon className="size-5 shrink-0" aria-hidden="true" />}
          {toggleLabel(snapshot)}
        </Button>
      )}
      {isInterrupted && (
        <Button
          variant={interruption === 'ended' ? 'primary' : 'secondary'}
          className="min-h-13"
          onClick={() => recorder.stop()}
        >
          {recordTexts.recorder.keepRecording}
        </Button>
      )}
    </div>
  );
}
