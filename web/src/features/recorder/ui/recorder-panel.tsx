import { Mic, Pause, Play, Square } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { Notice } from '../../../components/ui/notice';
import { Spinner } from '../../../components/ui/spinner';
import { t } from '../../../i18n/en';
import { cn } from '../../../lib/cn';
import { formatDuration } from '../../../lib/format';
import type { Recorder, RecorderSnapshot } from '../engine/recorder';
import type { RecorderState } from '../engine/state';
import { LevelRing } from './level-ring';
import { ScriptLine } from './script-line';
import { isTrouble, Trouble } from './trouble';
import { useAnnouncements } from './use-announcements';

const ROUND = 'flex size-28 items-center justify-center rounded-full transition-colors duration-150';

const STATUS: Partial<Record<RecorderState, string>> = {
  idle: t.recorder.ready,
  requesting: t.recorder.requesting,
  recording: t.recorder.recording,
  paused: t.recorder.paused,
  interrupted: t.recorder.interrupted,
  stopped: t.recorder.complete,
};

interface RecorderPanelProps {
  recorder: Recorder;
  snapshot: RecorderSnapshot;
  limitSeconds: number;
  script: string[];
  onStart: () => void;
}

interface ControlProps {
  recorder: Recorder;
  state: RecorderState;
  onStart: () => void;
}

function MainControl({ recorder, state, onStart }: ControlProps) {
  if (state === 'requesting') {
    return (
      <div className={cn(ROUND, 'bg-raised text-muted')}>
        <Spinner className="size-10" />
      </div>
    );
  }
  const isRunning = state === 'recording' || state === 'paused' || state === 'interrupted';
  const Icon = isRunning ? Square : Mic;
  return (
    <button
      type="button"
      aria-label={isRunning ? t.recorder.stop : t.recorder.start}
      onClick={isRunning ? () => recorder.stop() : onStart}
      className={cn(
        ROUND,
        state === 'recording' || !isRunning
          ? 'bg-live text-on-live'
          : 'border-4 border-dashed border-warn bg-surface text-ink',
      )}
    >
      <Icon className="size-11" fill={isRunning ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  );
}

function SideControl({ recorder, snapshot }: { recorder: Recorder; snapshot: RecorderSnapshot }) {
  const { state, canResume } = snapshot;
  if (state === 'idle') {
    return (
      <p aria-hidden="true" className="text-lg font-medium">
        {t.recorder.start}
      </p>
    );
  }
  if (state !== 'recording' && state !== 'paused' && state !== 'interrupted') return null;
  const isRecording = state === 'recording';
  const Icon = isRecording ? Pause : Play;
  if (state === 'interrupted' && !canResume) {
    return (
      <Button variant="primary" size="lg" onClick={() => recorder.stop()}>
        {t.recorder.keepTake}
      </Button>
    );
  }
  return (
    <Button
      variant={isRecording ? 'secondary' : 'primary'}
      size="lg"
      className="min-w-44"
      onClick={() => (isRecording ? recorder.pause() : recorder.resume())}
    >
      <Icon className="size-5" aria-hidden="true" />
      {isRecording ? t.recorder.pause : t.recorder.resume}
    </Button>
  );
}

/** The recording screen: state in words, big time, the line to say, one large control with the real level around it. */
export function RecorderPanel({ recorder, snapshot, limitSeconds, script, onStart }: RecorderPanelProps) {
  const said = useAnnouncements(snapshot, limitSeconds);
  const { state, seconds } = snapshot;
  const isRecording = state === 'recording';

  if (isTrouble(state)) {
    return (
      <section aria-label={t.recorder.region} className="flex grow flex-col items-center justify-center py-8">
        <Trouble state={state} onRetry={onStart} />
      </section>
    );
  }

  return (
    <section
      aria-label={t.recorder.region}
      className={cn(
        'flex grow flex-col items-center justify-between gap-2 rounded-card border-2 px-4 py-4 sm:gap-6 sm:py-8',
        isRecording ? 'border-live bg-surface' : 'border-line bg-surface',
        (state === 'paused' || state === 'interrupted') && 'border-dashed border-warn bg-warn-soft',
      )}
    >
      <div className="flex flex-col items-center gap-1">
        <p className={cn('flex items-center gap-2 font-medium', isRecording ? 'text-live' : 'text-ink')}>
          {isRecording && <span aria-hidden="true" className="size-2.5 rounded-full bg-live" />}
          {STATUS[state]}
        </p>
        <p className="flex items-baseline gap-2">
          <span
            role="timer"
            aria-label={t.recorder.timer}
            className="text-5xl font-semibold tracking-tight tabular-nums"
          >
            {formatDuration(seconds)}
          </span>
          {limitSeconds > 0 && (
            <span className="text-sm text-muted tabular-nums">
              {t.recorder.of(formatDuration(limitSeconds))}
            </span>
          )}
        </p>
      </div>

      {state === 'interrupted' ? (
        <Notice tone="warn" title={t.recorder.interrupted} role="alert" className="max-w-md bg-surface">
          <p>{t.recorder.interruptedText(formatDuration(seconds))}</p>
          {snapshot.canResume && <p>{t.recorder.interruptedWait}</p>}
        </Notice>
      ) : (
        <ScriptLine lines={script} />
      )}

      <div className="flex flex-col items-center gap-2">
        <div className="grid place-items-center *:[grid-area:1/1]">
          <LevelRing recorder={recorder} isLive={isRecording} />
          <MainControl recorder={recorder} state={state} onStart={onStart} />
        </div>
        <div className="flex min-h-13 items-center">
          <SideControl recorder={recorder} snapshot={snapshot} />
        </div>
        <p
          className={cn(
            'min-h-6 text-center text-sm',
            snapshot.isSilent ? 'font-medium text-warn' : 'text-muted',
          )}
        >
          {isRecording && (snapshot.isSilent ? t.recorder.silent : t.recorder.hearing)}
        </p>
        {!snapshot.isDurable && <Notice tone="warn">{t.recorder.memoryOnly}</Notice>}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
