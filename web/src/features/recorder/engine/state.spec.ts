import { holdsMicrophone, nextState, type RecorderEvent, type RecorderState } from './state';

const EVENTS: RecorderEvent[] = [
  'request',
  'granted',
  'denied',
  'missing',
  'unavailable',
  'fail',
  'pause',
  'resume',
  'interrupt',
  'stop',
  'restore',
  'reset',
];

function run(from: RecorderState, ...events: RecorderEvent[]): RecorderState | null {
  return events.reduce<RecorderState | null>((state, event) => state && nextState(state, event), from);
}

describe('recorder states', () => {
  it('records, pauses, goes on and stops', () => {
    expect(run('idle', 'request', 'granted', 'pause', 'resume', 'stop')).toBe('stopped');
  });

  it.each([
    ['denied', 'blocked'],
    ['missing', 'nodevice'],
    ['fail', 'failed'],
  ] as const)('a request that is %s ends in %s and can be tried again', (event, state) => {
    expect(run('idle', 'request', event)).toBe(state);
    expect(run(state, 'request', 'granted')).toBe('recording');
  });

  it('keeps an interrupted take', () => {
    expect(run('recording', 'interrupt', 'stop')).toBe('stopped');
    expect(run('paused', 'interrupt', 'resume')).toBe('recording');
  });

  it('does not record over a finished take', () => {
    expect(nextState('stopped', 'request')).toBeNull();
    expect(run('stopped', 'reset', 'request', 'granted')).toBe('recording');
  });

  it('reaches every state from idle', () => {
    const reached = new Set<RecorderState>(['idle']);
    for (const state of reached) {
      for (const event of EVENTS) {
        const next = nextState(state, event);
        if (next) reached.add(next);
      }
    }
    expect([...reached].sort()).toEqual([
      'blocked',
      'failed',
      'idle',
      'interrupted',
      'nodevice',
      'paused',
      'recording',
      'requesting',
      'stopped',
      'unsupported',
    ]);
  });

  it('holds the microphone only while a take is open', () => {
    const holding = (['idle', 'requesting', 'recording', 'paused', 'interrupted', 'stopped'] as const).filter(
      holdsMicrophone,
    );
    expect(holding).toEqual(['recording', 'paused', 'interrupted']);
  });
});
