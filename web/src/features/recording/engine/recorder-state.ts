import type { SpokenLanguage } from '../../../lib/api/api-types';
import type { Loss } from '../../../lib/browser/leaving';
import type { LineTurn } from '../spoken';
import type { Interruption } from './interruptions';
import type { MicrophoneChoice, MicrophoneProblem } from './microphone';
import type { Sound } from './mixer';

export type RecorderState =
  | 'idle'
  | 'requesting'
  | 'recording'
  | 'paused'
  | 'interrupted'
  /** Stop was asked for; the last second is being written. */
  | 'stopping'
  | 'stopped'
  | 'blocked'
  | 'nodevice'
  /** Another app has the microphone. */
  | 'busy'
  /** Another tab of this site records. */
  | 'elsewhere'
  /** The page came over plain http. */
  | 'insecure'
  | 'unsupported'
  | 'failed';

export type RecorderEvent =
  | 'request'
  | 'granted'
  | 'denied'
  | 'missing'
  | 'busy'
  | 'occupied'
  | 'insecure'
  | 'unavailable'
  | 'fail'
  | 'pause'
  | 'resume'
  | 'interrupt'
  | 'finish'
  | 'stop'
  | 'restore'
  | 'reset';

const TABLE: Record<RecorderState, Partial<Record<RecorderEvent, RecorderState>>> = {
  idle: { request: 'requesting', unavailable: 'unsupported', insecure: 'insecure', restore: 'stopped' },
  requesting: {
    granted: 'recording',
    denied: 'blocked',
    missing: 'nodevice',
    busy: 'busy',
    occupied: 'elsewhere',
    fail: 'failed',
    reset: 'idle',
  },
  recording: { pause: 'paused', interrupt: 'interrupted', finish: 'stopping', reset: 'idle' },
  paused: { resume: 'recording', interrupt: 'interrupted', finish: 'stopping', reset: 'idle' },
  interrupted: { resume: 'recording', finish: 'stopping', reset: 'idle' },
  stopping: { stop: 'stopped', reset: 'idle' },
  stopped: { reset: 'idle' },
  blocked: { request: 'requesting', restore: 'stopped', reset: 'idle' },
  nodevice: { request: 'requesting', restore: 'stopped', reset: 'idle' },
  busy: { request: 'requesting', restore: 'stopped', reset: 'idle' },
  elsewhere: { request: 'requesting', restore: 'stopped', reset: 'idle' },
  insecure: { restore: 'stopped', reset: 'idle' },
  unsupported: { restore: 'stopped', reset: 'idle' },
  failed: { request: 'requesting', restore: 'stopped', reset: 'idle' },
};

/** The state after an event; null when the event means nothing in this state. */
export function nextState(state: RecorderState, event: RecorderEvent): RecorderState | null {
  return TABLE[state][event] ?? null;
}

/** Whether a recording is open: leaving now would lose what comes next. */
export function holdsMicrophone(state: RecorderState): boolean {
  return state === 'recording' || state === 'paused' || state === 'interrupted' || state === 'stopping';
}

/** A finished recording. */
export interface DraftRecording {
  id: string;
  blob: Blob;
  mime: string;
  seconds: number;
  startedAt: Date;
  /** Loudness every 100 ms, 0 to 1. */
  levels: number[];
  isOnDevice: boolean;
  /** Name of the file that it was made of elsewhere; left out for what was recorded here. Its length may be unknown, as 0. */
  fileName?: string | undefined;
  /** Resolves when the device has all of it, or has given up; left out where nothing is being written. */
  settled?: Promise<void>;
  /** Who was signed in when it was made; left out for a visitor. */
  userId?: number | undefined;
  /** What is spoken in it, as whoever recorded it says. */
  language: SpokenLanguage;
  /** Whose lines were pressed as said when, in order. */
  turns: readonly LineTurn[];
  /** What the browser believed to hear while recording; '' without the live preview. */
  preview: string;
}

/** Everything a screen needs to know of a recorder. */
export interface RecorderSnapshot {
  state: RecorderState;
  /** Whole seconds recorded. */
  seconds: number;
  draft: DraftRecording | null;
  isDurable: boolean;
  sound: Sound;
  /** Why the recording stands still, in the interrupted state. */
  interruption: Interruption | null;
  /** In the interrupted state: the device gave the microphone back. */
  isMicrophoneBack: boolean;
  /** In the interrupted state: whether a microphone is being asked for. */
  isReopening: boolean;
  /** Why going on did not work. */
  reopenProblem: MicrophoneProblem | null;
  /** The chosen microphone was not there; this one is used instead. */
  substitute: string | null;
  /** A microphone that would sound better than the one in use. */
  better: MicrophoneChoice | null;
  /** Why the last recording ended by itself. */
  endedBy: 'limit' | 'error' | null;
}

/** What leaving would cost the recording that is open; null when none is. */
export function openRecordingLoss({ state, isDurable }: RecorderSnapshot): Loss | null {
  if (!holdsMicrophone(state)) return null;
  return isDurable ? 'recording' : 'unkept';
}

/** What leaving would cost a finished recording. @param sent how its sending by this screen alone stands */
export function draftLoss(
  draft: DraftRecording | null,
  sent: { isPending: boolean; isSuccess: boolean },
): Loss | null {
  if (draft && !draft.isOnDevice && !sent.isSuccess) return 'memory';
  return sent.isPending ? 'sending' : null;
}

export const EMPTY_SNAPSHOT: RecorderSnapshot = {
  state: 'idle',
  seconds: 0,
  draft: null,
  isDurable: true,
  sound: 'waiting',
  interruption: null,
  isMicrophoneBack: false,
  isReopening: false,
  reopenProblem: null,
  substitute: null,
  better: null,
  endedBy: null,
};

/** Where a recorder stands; tells its listeners when that changes. */
export class RecorderStore {
  private snapshot: RecorderSnapshot = EMPTY_SNAPSHOT;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): RecorderSnapshot => this.snapshot;

  /** Goes to the state that follows the event; false, and nothing changes, when there is none. */
  move(event: RecorderEvent, changes: Partial<RecorderSnapshot> = {}): boolean {
    const state = nextState(this.snapshot.state, event);
    if (!state) return false;
    this.change({ ...changes, state });
    return true;
  }

  change(changes: Partial<RecorderSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...changes };
    for (const listener of this.listeners) listener();
  }
}

/**
 * When nothing of the page has run for this long, the machine may have slept, in ms. While recording there is something
 * every second, in a page out of sight as well.
 */
const ASLEEP_MS = 4000;

/** Time that passed without sound although the clock ran, in ms: how much, and since when. */
interface Gap {
  from: number;
  lostMs: number;
}

/**
 * Length of a recording: time passed minus pauses, and minus what the machine slept through. A page that only stood
 * still, as while the browser asks whether to leave it, was recorded. All times in milliseconds.
 */
export class RecordingClock {
  private passedMs = 0;
  private runningSince: number | null = null;
  private gaps: Gap[] = [];
  /** When the clock was last looked at, and how much sound had flowed by then. */
  private seen = { at: 0, flowedMs: 0 };

  /**
   * @param now passes in sleep, too, in some browsers
   * @param flowedMs how much sound has flowed through the mixer: none while the machine sleeps
   */
  constructor(
    private readonly now: () => number,
    private readonly flowedMs: () => number = now,
  ) {}

  /** Starts or goes on; nothing happens while it runs. */
  run(): void {
    if (this.runningSince !== null) return;
    this.runningSince = this.now();
    this.gaps = [];
    this.seen = { at: this.runningSince, flowedMs: this.flowedMs() };
  }

  /** Holds the clock, at a moment that may have passed already; nothing happens while it is held. */
  hold(at = this.now()): void {
    this.passedMs += this.ranMs(at);
    this.runningSince = null;
  }

  /** Back to zero, held. */
  reset(): void {
    this.passedMs = 0;
    this.runningSince = null;
  }

  /** Milliseconds recorded so far. */
  elapsedMs(): number {
    return this.passedMs + this.ranMs(this.now());
  }

  /** How long it has run until then, without the gaps. */
  private ranMs(until: number): number {
    if (this.runningSince === null) return 0;
    this.look();
    const lostMs = this.gaps.filter(({ from }) => from < until).reduce((sum, gap) => sum + gap.lostMs, 0);
    return Math.max(0, until - this.runningSince - lostMs);
  }

  /** Notes a gap when nothing has looked at the clock for too long: every tick and every piece of sound do. */
  private look(): void {
    const { at, flowedMs } = this.seen;
    this.seen = { at: this.now(), flowedMs: this.flowedMs() };
    const passedMs = this.seen.at - at;
    if (passedMs <= ASLEEP_MS) return;
    const heardMs = Math.max(0, this.seen.flowedMs - flowedMs);
    this.gaps.push({ from: at, lostMs: Math.max(0, passedMs - heardMs) });
  }
}
