import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
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

  it('of any length costs less than half of what 64 characters cost by default', () => {
    const library = new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
    });
    // Each of these characters may stand for a letter, or for several: most of the work is to try them.
    const password = '4@8({<3[69&6#1!|/7+%0()2z5$'.repeat(200);
    const rounds = [1, 2, 3].map(() => ({
      ours: processorMs(() => isGuessable(password, anna)),
      byDefault: processorMs(() => library.check(password.slice(0, 64))),
    }));
    // Code that runs for the first time, and other work on the machine, make some of them dearer.
    const least = (of: 'ours' | 'byDefault') => Math.min(...rounds.map((round) => round[of]));
    expect(least('ours')).toBeLessThan(least('byDefault') / 2);
  });
});

/** Time of the processor that this thread takes, without that in which it waits for its turn. */
function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
