import { betterMicrophone, choicesOf, isGone, isHeadset, problemOf } from './microphone';

const device = (deviceId: string, label: string, kind: MediaDeviceKind = 'audioinput'): MediaDeviceInfo => ({
  deviceId,
  label,
  kind,
  groupId: '',
  toJSON: () => ({}),
});

describe('choicesOf', () => {
  it('leaves out speakers, cameras and what has no name yet', () => {
    const found = choicesOf([
      device('a', 'Internal Microphone'),
      device('b', 'Speakers', 'audiooutput'),
      device('c', 'Camera', 'videoinput'),
      device('', ''),
    ]);
    expect(found).toEqual([{ id: 'a', label: 'Internal Microphone' }]);
  });
});

describe('isHeadset', () => {
  it.each(['AirPods Pro', 'WH-1000XM5', 'Bluetooth Hands-Free', 'Jabra Evolve', 'Galaxy Buds2 (Bluetooth)'])(
    '%s looks like Bluetooth',
    (label) => expect(isHeadset(label)).toBe(true),
  );

  it.each(['MacBook Pro Microphone', 'Internal Microphone', 'USB Headset', 'Yeti Stereo Microphone'])(
    '%s does not',
    (label) => expect(isHeadset(label)).toBe(false),
  );
});

describe('betterMicrophone', () => {
  const builtIn = { id: 'b', label: 'Built-in Microphone' };

  it('is the built-in one beside a headset', () => {
    const choices = [
      { id: 'default', label: 'Default - Built-in Microphone' },
      { id: 'a', label: 'AirPods' },
    ];
    expect(betterMicrophone('AirPods', [...choices, builtIn])).toEqual(builtIn);
  });

  it('is none when no headset is in use, or nothing is built in', () => {
    expect(betterMicrophone('Yeti', [builtIn])).toBeNull();
    expect(betterMicrophone('AirPods', [{ id: 'a', label: 'AirPods' }])).toBeNull();
  });
});

describe('problemOf', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['TypeError', 'fail'],
  ])('%s means %s', (name, problem) => {
    expect(problemOf(new DOMException('x', name))).toBe(problem);
  });

  it('treats anything else as a failure', () => {
    expect(problemOf('no')).toBe('fail');
  });

  it('knows a microphone that is gone from one that is busy', () => {
    expect(isGone(new DOMException('x', 'OverconstrainedError'))).toBe(true);
    expect(isGone(new DOMException('x', 'NotReadableError'))).toBe(false);
  });
});
