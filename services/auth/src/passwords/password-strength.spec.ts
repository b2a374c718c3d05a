import { assertStrong, isGuessable } from './password-strength.js';

const anna = { email: 'anna.miller@example.test', username: 'Anna Miller', role: 'user' } as const;
const root = { email: 'root@example.test', username: 'Administrator', role: 'admin' } as const;

describe('a password', () => {
  it.each([
    ...['password', 'PASSWORD1', '123456', 'qwerty', 'p4ssw0rd!', 'splitsecond', 'SplitSecondContract'],
    // What a list of known passwords let pass.
    ...['aaaaab', 'zzzzzz', '1q2w3x', 'anna.miller', 'anna.miller@example.test', 'Anna Miller', 'Miller1'],
    'x'.repeat(128),
  ])('that is guessed first is refused: %s', (password) => {
    expect(isGuessable(password, anna)).toBe(true);
  });

  it.each(['three brown horses', 'demo-party-a', 'kX7qz!mR'])('that is not is taken: %s', (password) => {
    expect(isGuessable(password, anna)).toBe(false);
  });

  it('of an administrator is longer and harder to guess', () => {
    expect(isGuessable('kX7qz!mR', root)).toBe(true);
    expect(isGuessable('administrator1', root)).toBe(true);
    expect(isGuessable('four grey wolves', root)).toBe(false);
    expect(() => assertStrong('a', root)).toThrow('at least 12 characters');
  });

  it('of any length is looked at in a bounded time', () => {
    const took = [1, 2, 3].map(() => {
      const began = performance.now();
      isGuessable('1!3$4@5(7+0|'.repeat(10), anna);
      return performance.now() - began;
    });
    // Other work on the machine slows some of them down.
    expect(Math.min(...took)).toBeLessThan(600);
  });
});
