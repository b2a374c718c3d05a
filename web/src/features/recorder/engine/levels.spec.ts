import { eventForMicrophoneError } from './errors';
import { loudness } from './levels';

describe('loudness', () => {
  it('is 0 for silence and for nothing', () => {
    expect(loudness(new Float32Array(64))).toBe(0);
    expect(loudness(new Float32Array(0))).toBe(0);
  });

  it('is 1 at full scale and grows with the signal', () => {
    expect(loudness(new Float32Array(64).fill(1))).toBe(1);
    expect(loudness(new Float32Array(64).fill(0.1))).toBeCloseTo(2 / 3, 5);
    expect(loudness(new Float32Array(64).fill(0.0001))).toBe(0);
  });
});

describe('eventForMicrophoneError', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'fail'],
  ])('%s means %s', (name, event) => {
    expect(eventForMicrophoneError(new DOMException('x', name))).toBe(event);
  });

  it('treats anything else as a failure', () => {
    expect(eventForMicrophoneError('no')).toBe('fail');
  });
});
