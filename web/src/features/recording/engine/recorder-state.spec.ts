import {
  holdsMicrophone,
  nextState,
  type RecorderEvent,
  type RecorderState,
  RecordingClock,
} from './recorder-state';

const EVENTS: RecorderEvent[] = [
  'request',
  'granted',
  'denied',
  'missing',
  'busy',
  'occupied',
  'insecure',
  'unavailable',
  'fail',
  'pause',
  'resume',
  'interrupt',
  'finish',
  'stop',
  'restore',
  'reset',
];

function run(from: RecorderState, ...events: RecorderEvent[]): RecorderState | null {
  return events.reduce<RecorderState | null>((state, event) => state && nextState(state, event), from);
}

describe('recorder states', () => {
  it('records, pauses, goes on and stops', () => {
    expect(run('idle', 'request', 'granted', 'pause', 'resume', 'finish', 'stop')).toBe('stopped');
  });

  it.each([
    ['denied', 'blocked'],
    ['missing', 'nodevice'],
    ['busy', 'busy'],
    ['occupied', 'elsewhere'],
    ['fail', 'failed'],
  ] as const)('a request that is %s ends in %s and can be tried again', (event, state) => {
    expect(run('idle', 'request', event)).toBe(state);
    expect(run(state, 'request', 'granted')).toBe('recording');
  });

  it('keeps an interrupted take', () => {
    expect(run('recording', 'interrupt', 'finish', 'stop')).toBe('stopped');
    expect(run('paused', 'interrupt', 'resume')).toBe('recording');
  });

  it('lets nothing but the end or a new beginning follow Stop', () => {
    const possible = EVENTS.filter((event) => nextState('stopping', event));
    expect(possible).toEqual(['stop', 'reset']);
  });

  it('takes a kept recording wherever nothing is recorded', () => {
    for (const state of ['idle', 'blocked', 'nodevice', 'insecure', 'unsupported'] as const) {
      expect(nextState(state, 'restore')).toBe('stopped');
    }
    for (const state of ['recording', 'paused', 'interrupted', 'stopping', 'stopped'] as const) {
      expect(nextState(state, 'restore')).toBeNull();
    }
  });

  it('does not record over a finished recording', () => {
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
      'busy',
      'elsewhere',
      'failed',
      'idle',
      'insecure',
      'interrupted',
      'nodevice',
      'paused',
      'recording',
      'requesting',
      'stopped',
      'stopping',
      'unsupported',
    ]);
  });

  it('knows when a recording is open', () => {
    const states: RecorderState[] = [
      'idle',
      'requesting',
      'recording',
      'paused',
      'interrupted',
      'stopping',
      'stopped',
    ];
    expect(states.filter(holdsMicrophone)).toEqual(['recording', 'paused', 'interrupted', 'stopping']);
  });
});

describe('RecordingClock', () => {
  let now = 0;
  let clock: RecordingClock;

  beforeEach(() => {
    now = 1000;
    clock = new RecordingClock(() => now);
  });

  it('stands still until it runs', () => {
    now += 5000;
    expect(clock.elapsedMs()).toBe(0);
  });

  it('leaves pauses out', () => {
    clock.run();
    now += 2500;
    clock.hold();
    now += 3000;
    clock.run();
    now += 2480;
    expect(clock.elapsedMs()).toBe(4980);
  });

  it('counts a second start or a second hold only once', () => {
    clock.run();
    now += 100;
    clock.run();
    now += 100;
    clock.hold();
    now += 100;
    clock.hold();
    expect(clock.elapsedMs()).toBe(200);
  });

  it('can be held at a moment that has passed, but not before it ran', () => {
    clock.run();
    now += 9000;
    clock.hold(now - 5000);
    expect(clock.elapsedMs()).toBe(4000);
    clock.run();
    now += 100;
    clock.hold(now - 60_000);
    expect(clock.elapsedMs()).toBe(4000);
  });

  describe('of a machine that sleeps', () => {
    let flowedMs = 0;
    let sleeper: RecordingClock;
    beforeEach(() => {
      flowedMs = 0;
      sleeper = new RecordingClock(
        () => now,
        () => flowedMs,
      );
    });
    /** It is looked at every second; sound flows meanwhile. */
    const record = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        now += 1000;
        flowedMs += 1000;
        sleeper.elapsedMs();
      }
    };

    it('counts in a gap what was heard in it, and no more than the gap', () => {
      sleeper.run();
      record(5);
      now += 60_000;
      expect(sleeper.elapsedMs()).toBe(5000);
      now += 10_000;
      flowedMs += 7000;
      expect(sleeper.elapsedMs()).toBe(12_000);
      now += 10_000;
      flowedMs += 11_000;
      expect(sleeper.elapsedMs()).toBe(22_000);
      record(3);
      expect(sleeper.elapsedMs()).toBe(25_000);
    });

    it('takes its own time for everything shorter', () => {
      sleeper.run();
      now += 4000;
      expect(sleeper.elapsedMs()).toBe(4000);
    });

    it('loses nothing of before the gap when it is held at a moment before it', () => {
      sleeper.run();
      record(5);
      const lastSound = now;
      record(1);
      now += 60_000;
      record(2);
      sleeper.hold(lastSound);
      expect(sleeper.elapsedMs()).toBe(5000);
      now += 60_000;
      sleeper.run();
      record(1);
      sleeper.hold();
      expect(sleeper.elapsedMs()).toBe(6000);
    });
  });

  it('starts again from zero', () => {
    clock.run();
    now += 700;
    clock.reset();
    now += 700;
    expect(clock.elapsedMs()).toBe(0);
  });
});
