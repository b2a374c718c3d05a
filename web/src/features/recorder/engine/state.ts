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

/** Whether a take is open: leaving now would lose what comes next. */
export function holdsMicrophone(state: RecorderState): boolean {
  return state === 'recording' || state === 'paused' || state === 'interrupted' || state === 'stopping';
}
