import { Mic, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#texts/common';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';
import { Select } from '../../../components/ui/select';
import { cn } from '../../../lib/cn';
import {
  chooseMicrophone,
  chosenMicrophone,
  listMicrophones,
  type MicrophoneChoice,
} from '../engine/microphone';
import { MicTest, type MicTestSnapshot } from '../engine/microphone-test';
import { ProblemNotice, type ProblemState, problemStateOf } from './microphone-problem';

const text = recordTexts.recorder.micCheck;

/** The real loudness as a bar, drawn without rendering React. */
function LevelBar({ test }: { test: MicTest }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const step = () => {
      frame = requestAnimationFrame(step);
      bar.current?.style.setProperty('transform', `scaleX(${test.level().toFixed(3)})`);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [test]);
  return (
    <div aria-hidden="true" data-testid="mic-level" className="h-3 overflow-hidden rounded-full bg-raised">
      <div ref={bar} className="h-full origin-left rounded-full bg-accent" />
    </div>
  );
}

function problemIn({ problem }: MicTestSnapshot): ProblemState {
  if (problem === 'insecure') return 'insecure';
  return !problem || problem === 'unavailable' ? 'unsupported' : problemStateOf(problem);
}

function statusIn({ phase, isHeard }: MicTestSnapshot): string {
  if (phase === 'opening') return text.opening;
  if (phase === 'recording') return text.recording;
  if (phase === 'playing') return text.playing;
  if (phase === 'done') return text.done;
  if (phase === 'unplayed') return isHeard ? text.notPlayed : text.notPlayedUnheard;
  return isHeard ? text.heard : text.unheard;
}

function CheckProblem({ state, onRetry }: { state: ProblemState; onRetry: () => void }) {
  const retry = useRef<HTMLButtonElement>(null);
  // A control of the test that had the focus is gone; from elsewhere the focus is not taken.
  useEffect(() => {
    if (document.activeElement === document.body) retry.current?.focus();
  }, []);
  return (
    <>
      <ProblemNotice state={state} />
      <Button ref={retry} variant="secondary" className="self-start" onClick={onRetry}>
        {t.common.tryAgain}
      </Button>
    </>
  );
}

interface OpenCheckProps {
  test: MicTest;
  snapshot: MicTestSnapshot;
}

function OpenCheck({ test, snapshot }: OpenCheckProps) {
  const { phase, better } = snapshot;
  const isOpen = phase === 'listening' || phase === 'recording';
  const echo = useRef<HTMLButtonElement>(null);
  const hadProblem = useRef(false);
  const reopen = () => {
    test.open().catch(() => undefined);
  };

  useEffect(() => {
    // "Try again" goes away with its press; the control that it leads to takes the focus.
    if (hadProblem.current && phase !== 'problem') echo.current?.focus();
    hadProblem.current = phase === 'problem';
  }, [phase]);

  if (phase === 'problem') return <CheckProblem state={problemIn(snapshot)} onRetry={reopen} />;
  return (
    <>
      {isOpen && (
        <>
          <p className="text-sm text-muted">{text.lead}</p>
          <LevelBar test={test} />
        </>
      )}
      <p role="status" className={cn('text-sm', snapshot.isHeard && isOpen && 'font-medium text-ok')}>
        {statusIn(snapshot)}
      </p>
      {(phase === 'listening' || phase === 'opening') && (
        <MicrophoneSelect isHiddenWithOne isOpening={phase === 'opening'} onChoose={reopen} />
      )}
      {phase === 'listening' && better && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          {recordTexts.recorder.better(better.label)}
          <Button
            variant="secondary"
            onClick={() => {
              // This button goes away with its press.
              echo.current?.focus();
              chooseMicrophone(better.id);
              reopen();
            }}
          >
            {recordTexts.recorder.useBetter}
          </Button>
        </p>
      )}
      <Button
        ref={echo}
        variant="secondary"
        className="self-start"
        busy={phase !== 'listening' && phase !== 'done' && phase !== 'unplayed'}
        onClick={() => (phase === 'listening' ? test.echo() : reopen())}
      >
        {phase === 'done' || phase === 'unplayed' ? text.again : text.echo}
      </Button>
    </>
  );
}

/** Try the microphone before Start: a press opens it, three seconds are played back, then it is free again. */
export function MicCheck({ className }: { className?: string }) {
  const [test] = useState(() => new MicTest());
  const snapshot = useSyncExternalStore(test.subscribe, test.read, test.read);
  useEffect(() => () => test.close(), [test]);
  const isOpen = snapshot.phase !== 'off';
  return (
    <div className={cn('flex flex-col gap-3', isOpen && 'w-full max-w-md', className)}>
      <Button
        variant={isOpen ? 'quiet' : 'secondary'}
        aria-expanded={isOpen}
        className="self-start"
        onClick={() => (isOpen ? test.close() : test.open().catch(() => undefined))}
      >
        {isOpen ? <X className="size-4" aria-hidden="true" /> : <Mic className="size-4" aria-hidden="true" />}
        {isOpen ? text.close : text.open}
      </Button>
      {isOpen && (
        <section
          aria-label={text.title}
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-left"
        >
          <OpenCheck test={test} snapshot={snapshot} />
        </section>
      )}
    </div>
  );
}

interface MicrophoneSelectProps {
  isHiddenWithOne?: boolean;
  /** While a microphone is being opened the choices stay as they are: some browsers name none meanwhile. */
  isOpening?: boolean;
  onChoose?: (id: string) => void;
}

/** Which microphone to use, remembered on this device; follows what is plugged in and out. */
export function MicrophoneSelect({ isHiddenWithOne, isOpening = false, onChoose }: MicrophoneSelectProps) {
  const [choices, setChoices] = useState<MicrophoneChoice[]>([]);
  const [chosen, setChosen] = useState(chosenMicrophone);

  useEffect(() => {
    setChosen(chosenMicrophone());
    if (isOpening) return;
    let isGone = false;
    const look = () => {
      listMicrophones()
        .then((found) => !isGone && setChoices(found))
        .catch(() => undefined);
    };
    look();
    navigator.mediaDevices?.addEventListener?.('devicechange', look);
    return () => {
      isGone = true;
      navigator.mediaDevices?.removeEventListener?.('devicechange', look);
    };
  }, [isOpening]);

  if (choices.length === 0 || (isHiddenWithOne && choices.length === 1)) return null;
  const value = choices.some(({ id }) => id === chosen) ? (chosen ?? '') : (choices[0]?.id ?? '');
  return (
    <Select
      label={recordTexts.recorder.micCheck.choose}
      options={choices.map(({ id, label }) => ({ value: id, label }))}
      value={value}
      onChange={({ target }) => {
        setChosen(target.value);
        chooseMicrophone(target.value);
        onChoose?.(target.value);
      }}
    />
  );
}
