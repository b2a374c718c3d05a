import { type ReactNode, useEffect, useRef, useState } from 'react';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';
import { Notice, Told } from '../../../components/ui/notice';
import { cn } from '../../../lib/cn';
import { formatDuration } from '../../../lib/format';
import type { Recorder } from '../engine/recorder';
import type { RecorderSnapshot } from '../engine/recorder-state';
import { holdsMicrophone, type RecorderState } from '../engine/recorder-state';
import type { ScriptLine } from '../spoken';
import { MainControl, RecordingControls } from './controls';
import { MicCheck, MicrophoneSelect } from './microphone-check';
import { isProblemState, ProblemPanel } from './microphone-problem';
import { PreviewChoice, PreviewLine, SpokenLanguageChoice } from './recording-options';
import { ScriptCard } from './script-card';

const STATUS: Partial<Record<RecorderState, string>> = {
  idle: recordTexts.recorder.ready,
  requesting: recordTexts.recorder.requesting,
  recording: recordTexts.recorder.recording,
  paused: recordTexts.recorder.paused,
  interrupted: recordTexts.recorder.interrupted,
  stopping: recordTexts.recorder.stopping,
  stopped: recordTexts.recorder.complete,
};

interface RecorderPanelProps {
  recorder: Recorder;
  snapshot: RecorderSnapshot;
  limitSeconds: number;
  script: readonly ScriptLine[];
  onStart: () => void;
  /** What whoever starts should know or confirms by it. */
  startNote?: string;
  /** What the control that ends the recording is called. */
  stopLabel?: string;
  /** How the recorded time is written. */
  formatTime?: (seconds: number) => string;
  /** How far the recording is towards its limit, in the place of the limit's plain time. */
  limitBar?: ReactNode;
  /** Another way to bring sound, when the microphone does not start. */
  wayOut?: ReactNode;
}

/** The meter in words. Only what is wrong is read out, and only when it changes. */
function MeterText({ sound }: Pick<RecorderSnapshot, 'sound'>) {
  const warning =
    sound === 'silent' ? recordTexts.recorder.silent : sound === 'loud' ? recordTexts.recorder.loud : null;
  return (
    <div className="min-h-6 text-center text-sm">
      <p role="status" className="font-medium text-warn">
        {warning}
      </p>
      {!warning && (
        <p className="text-muted">
          {sound === 'heard' ? recordTexts.recorder.hearing : recordTexts.recorder.listening}
        </p>
      )}
    </div>
  );
}

/** What is worth knowing about this recording although it goes on. */
function Hints({ recorder, snapshot }: { recorder: Recorder; snapshot: RecorderSnapshot }) {
  const { substitute, better, isDurable, state } = snapshot;
  /** The better microphone that did not start when it was asked for. */
  const [failed, setFailed] = useState<string | null>(null);
  const isOpen = holdsMicrophone(state);
  return (
    <>
      <Told>
        {/* An interruption says it itself. */}
        {isOpen && !isDurable && state !== 'interrupted' && (
          <Notice tone="warn">{recordTexts.recorder.memoryOnly}</Notice>
        )}
      </Told>
      <Told>
        {isOpen && substitute !== null && (
          <Notice tone="info">{recordTexts.recorder.standIn(substitute)}</Notice>
        )}
      </Told>
      <Told>
        {better && state === 'recording' && (
          <Notice tone="info">
            <p>
              {(failed === better.id ? recordTexts.recorder.betterFailed : recordTexts.recorder.better)(
                better.label,
              )}
            </p>
            <Button
              variant="secondary"
              className="self-start"
              onClick={() => recorder.switchTo(better.id).catch(() => setFailed(better.id))}
            >
              {recordTexts.recorder.useBetter}
            </Button>
          </Notice>
        )}
      </Told>
    </>
  );
}

/** The recording screen: state in words, big time, the line to say, one large control with the real level around it. */
export function RecorderPanel(props: RecorderPanelProps) {
  const { recorder, snapshot, limitSeconds, script, onStart, limitBar } = props;
  const { stopLabel = recordTexts.recorder.stop, formatTime = formatDuration } = props;
  const { state, seconds } = snapshot;
  const isRecording = state === 'recording';
  const isHeld = state === 'paused' || state === 'interrupted';
  const hadProblem = useRef(false);
  const focusMain = useRef<() => void>(null);

  useEffect(() => {
    // "Try again" went away with its press; the control that it pressed for takes the focus.
    if (hadProblem.current && !isProblemState(state)) focusMain.current?.();
    hadProblem.current = isProblemState(state);
  }, [state]);

  if (isProblemState(state)) {
    return (
      <section
        aria-label={recordTexts.recorder.region}
        className="flex grow flex-col items-center justify-center py-8"
      >
        <ProblemPanel state={state} onRetry={onStart} wayOut={props.wayOut} />
      </section>
    );
  }

  return (
    <section
      aria-label={recordTexts.recorder.region}
      data-microphone={holdsMicrophone(state) ? 'open' : undefined}
      className={cn(
        'flex grow flex-col items-center justify-between gap-2 rounded-card border-2 px-4 py-4 sm:gap-6 sm:py-8',
        // All of it in sight on a laptop.
        'sm:[@media(max-height:52rem)]:gap-3 sm:[@media(max-height:52rem)]:py-4',
        isRecording ? 'border-live bg-surface' : 'border-line bg-surface',
        isHeld && 'border-dashed border-warn bg-warn-soft',
      )}
    >
      <div className="flex flex-col items-center gap-1">
        <p className={cn('flex items-center gap-2 font-medium', isRecording ? 'text-live' : 'text-ink')}>
          {isRecording && <span aria-hidden="true" className="size-2.5 rounded-full bg-live" />}
          {STATUS[state]}
        </p>
        <p className="flex items-baseline gap-2 max-2xs:flex-wrap max-2xs:justify-center">
          <span
            role="timer"
            aria-label={recordTexts.recorder.timer}
            className="text-5xl font-semibold tracking-tight tabular-nums"
          >
            {formatTime(seconds)}
          </span>
          {limitSeconds > 0 && !limitBar && (
            <span className="text-sm text-muted tabular-nums">
              {recordTexts.recorder.of(formatDuration(limitSeconds))}
            </span>
          )}
        </p>
      </div>
      {limitBar}

      {state === 'interrupted' && <InterruptedNotice snapshot={snapshot} />}
      <ScriptCard
        lines={script}
        isHidden={state === 'interrupted'}
        onSaid={({ party }) => recorder.lineSaid(party)}
        onTurn={() => recorder.lineTurned()}
      />
      {holdsMicrophone(state) && <PreviewLine preview={recorder.preview} />}

      <div className="flex w-full flex-col items-center gap-2">
        {state === 'idle' && props.startNote && (
          <p className="max-w-sm text-center font-medium text-balance">{props.startNote}</p>
        )}
        <div className="grid place-items-center *:[grid-area:1/1]">
          <LevelRing recorder={recorder} isLive={isRecording} />
          <MainControl
            recorder={recorder}
            state={state}
            stopLabel={stopLabel}
            onStart={onStart}
            focus={focusMain}
          />
        </div>
        {props.stopLabel && holdsMicrophone(state) && (
          <p aria-hidden="true" className="-mt-4 mb-2 text-sm font-medium">
            {stopLabel}
          </p>
        )}
        <div className="flex min-h-13 items-center">
          {state === 'idle' && (
            <p aria-hidden="true" className="text-lg font-medium">
              {recordTexts.recorder.start}
            </p>
          )}
          {(isRecording || isHeld) && <RecordingControls recorder={recorder} snapshot={snapshot} />}
        </div>
        {isRecording && <MeterText sound={snapshot.sound} />}
        {state === 'idle' && (
          <>
            <MicCheck className="items-center" />
            <SpokenLanguageChoice recorder={recorder} />
            <PreviewChoice preview={recorder.preview} />
          </>
        )}
        <Hints recorder={recorder} snapshot={snapshot} />
      </div>
    </section>
  );
}

const text = recordTexts.recorder.interruption;

/** What stopped the recording, after what is kept of it. Whoever listens to the screen hears it at once. */
function InterruptedNotice({ snapshot }: { snapshot: RecorderSnapshot }) {
  const { interruption, isMicrophoneBack, reopenProblem, seconds, isDurable } = snapshot;
  if (!interruption) return null;
  return (
    <div className="flex w-full max-w-md flex-col gap-3">
      <Notice tone="warn" role="alert" className="bg-surface!">
        {/* In sight it stands above the clock already. */}
        <p className="sr-only">{recordTexts.recorder.interrupted}</p>
        <p className="font-medium">{(isDurable ? text.safe : text.inMemory)(formatDuration(seconds))}</p>
        <p>{text[interruption]}</p>
        {isMicrophoneBack && interruption === 'taken' && <p>{text.takenBack}</p>}
        {reopenProblem && <p className="font-medium">{text.again[reopenProblem]}</p>}
      </Notice>
      {(interruption === 'unplugged' || interruption === 'stalled') && <MicrophoneSelect isHiddenWithOne />}
    </div>
  );
}

const SIZE = 208;
const BARS = 72;
const INNER = 68;
const LONGEST = 30;

interface LevelRingProps {
  recorder: Recorder;
  isLive: boolean;
}

function draw(pen: CanvasRenderingContext2D, levels: readonly number[]): void {
  pen.clearRect(0, 0, SIZE, SIZE);
  pen.lineWidth = 3;
  pen.lineCap = 'round';
  pen.beginPath();
  for (let i = 0; i < BARS; i += 1) {
    // The newest level is at the top and runs down both sides, so the ring stays even.
    const age = Math.min(i, BARS - i);
    const level = levels[levels.length - 1 - age] ?? 0;
    const angle = (i / BARS) * Math.PI * 2 - Math.PI / 2;
    const outer = INNER + 3 + level * LONGEST;
    pen.moveTo(SIZE / 2 + Math.cos(angle) * INNER, SIZE / 2 + Math.sin(angle) * INNER);
    pen.lineTo(SIZE / 2 + Math.cos(angle) * outer, SIZE / 2 + Math.sin(angle) * outer);
  }
  pen.stroke();
}

/** The real loudness of the microphone, drawn around the main control without rendering React. */
function LevelRing({ recorder, isLive }: LevelRingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    element.width = SIZE * ratio;
    element.height = SIZE * ratio;
    pen.scale(ratio, ratio);
    pen.strokeStyle = getComputedStyle(element).color;
    const levels: number[] = new Array<number>(BARS).fill(0);
    draw(pen, levels);
    if (!isLive) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const everyMs = isCalm ? 250 : 33;
    let frame = 0;
    let last = 0;
    const step = (at: number) => {
      frame = requestAnimationFrame(step);
      if (at - last < everyMs) return;
      last = at;
      levels.push(recorder.level());
      levels.shift();
      draw(pen, levels);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [recorder, isLive]);

  return (
    // In WebKit the ring lies over the control that it surrounds, whatever their order: a press goes through it.
    <div aria-hidden="true" className="pointer-events-none">
      <canvas
        ref={canvas}
        className={cn('aspect-square w-52 max-w-full', isLive ? 'text-live' : 'text-line')}
      />
    </div>
  );
}
