export type RecorderState =
  | 'idle'
  | 'requesting'
  | 'recording'
  | 'paused'
  | 'interrupted'
  | 'stopped'
  | 'blocked'
  | 'nodevice'
  | 'unsupported'
  | 'failed';

export type RecorderEvent =
  | 'request'
  | 'granted'
  | 'denied'
  | 'missing'
  | 'unavailable'
  | 'fail'
  | 'pause'
  | 'resume'
  | 'interrupt'
  | 'stop'
  | 'restore'
  | 'reset';

const TABLE: Record<RecorderState, Partial<Record<RecorderEvent, RecorderState>>> = {
  idle: { request: 'requesting', unavailable: 'unsupported', restore: 'stopped' },
  requesting: { granted: 'recording', denied: 'blocked', missing: 'nodevice', fail: 'failed', reset: 'idle' },
  recording: { pause: 'paused', interrupt: 'interrupted', stop: 'stopped', fail: 'failed', reset: 'idle' },
  paused: { resume: 'recording', interrupt: 'interrupted', stop: 'stopped', fail: 'failed', reset: 'idle' },
  interrupted: { resume: 'recording', stop: 'stopped', fail: 'failed', reset: 'idle' },
  stopped: { reset: 'idle' },
  blocked: { request: 'requesting', reset: 'idle' },
  nodevice: { request: 'requesting', reset: 'idle' },
  unsupported: { reset: 'idle' },
  failed: { request: 'requesting', stop: 'stopped', reset: 'idle' },
};

/** The state after an event; null when the event means nothing in this state. */
export function nextState(state: RecorderState, event: RecorderEvent): RecorderState | null {
  return TABLE[state][event] ?? null;
}

/** Whether the microphone is in use in this state. */
export function holdsMicrophone(state: RecorderState): boolean {
  return state === 'recording' || state === 'paused' || state === 'interrupted';
}
