import { isGone, problemOf } from './errors';

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
