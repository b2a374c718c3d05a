import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#texts/common';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';
import { buttonClass } from '../../../components/ui/button-class';
import { Notice } from '../../../components/ui/notice';
import type { MicrophoneProblem } from '../engine/microphone';
import type { RecorderState } from '../engine/recorder-state';

/** States in which nothing could be recorded. */
export type ProblemState = Extract<
  RecorderState,
  'blocked' | 'nodevice' | 'busy' | 'elsewhere' | 'insecure' | 'unsupported' | 'failed'
>;

const TEXTS: Record<ProblemState, { title: string; text: string }> = {
  blocked: { title: recordTexts.recorder.blockedTitle, text: recordTexts.recorder.blocked },
  nodevice: { title: recordTexts.recorder.noDeviceTitle, text: recordTexts.recorder.noDevice },
  busy: { title: recordTexts.recorder.busyTitle, text: recordTexts.recorder.busy },
  elsewhere: { title: recordTexts.recorder.elsewhereTitle, text: recordTexts.recorder.elsewhere },
  insecure: { title: recordTexts.recorder.insecureTitle, text: recordTexts.recorder.insecure },
  unsupported: { title: recordTexts.recorder.unsupportedTitle, text: recordTexts.recorder.unsupported },
  failed: { title: recordTexts.recorder.failedTitle, text: recordTexts.recorder.failed },
};

const STATE_OF: Record<MicrophoneProblem, ProblemState> = {
  denied: 'blocked',
  missing: 'nodevice',
  busy: 'busy',
  fail: 'failed',
};

/** The state that a problem with the microphone leads to. */
export function problemStateOf(problem: MicrophoneProblem): ProblemState {
  return STATE_OF[problem];
}

/** Whether the recorder could not start. */
export function isProblemState(state: RecorderState): state is ProblemState {
  return state in TEXTS;
}

/** Why the microphone did not start, and what to do about it in this browser. */
export function ProblemNotice({ state }: { state: ProblemState }) {
  const { title, text } = TEXTS[state];
  const steps = recordTexts.recorder.blockedSteps[browserOf(navigator.userAgent, navigator.maxTouchPoints)];
  return (
    <Notice tone="warn" title={title} role="alert">
      <p>{text}</p>
      {state === 'blocked' && (
        <ol className="ml-4 flex list-decimal flex-col gap-1">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </Notice>
  );
}

interface ProblemPanelProps {
  state: ProblemState;
  onRetry: () => void;
  /** Another way to bring sound, where the screen has one. */
  wayOut?: ReactNode;
}

/** In the place of the recorder: what is wrong, and the ways out. */
export function ProblemPanel({ state, onRetry, wayOut }: ProblemPanelProps) {
  const canRetry = state !== 'unsupported' && state !== 'insecure';
  const retry = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; the next one to press takes its place.
  useEffect(() => retry.current?.focus(), []);
  return (
    <div className="flex w-full max-w-md flex-col gap-4">
      <ProblemNotice key={state} state={state} />
      {canRetry && (
        <Button ref={retry} onClick={onRetry}>
          {t.common.tryAgain}
        </Button>
      )}
      {state === 'insecure' && (
        <a className={buttonClass()} href={window.location.href.replace(/^http:/, 'https:')}>
          {recordTexts.recorder.insecureLink}
        </a>
      )}
      {wayOut}
    </div>
  );
}

/** Browsers that hide the switch for the microphone in different places. */
type BrowserKind = keyof typeof recordTexts.recorder.blockedSteps;

/** @param touchPoints more than one for tablets that call themselves a Mac */
export function browserOf(agent: string, touchPoints: number): BrowserKind {
  if (/Android/.test(agent)) return 'android';
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)) return 'ios';
  if (/Firefox\//.test(agent)) return 'firefox';
  if (/Chrom(e|ium)\//.test(agent)) return 'chrome';
  return /Safari\//.test(agent) ? 'safari' : 'chrome';
}
