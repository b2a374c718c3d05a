import { jest } from '@jest/globals';
import { ApiError } from '../../lib/api/api-error';
import { type ReadSettlement, type Settlement, waitUntilSettled } from './settlement';

const open = new AbortController().signal;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** How the waiting ends when time passes as it does for people, and after how many seconds. */
async function waited(
  read: ReadSettlement,
  options: Parameters<typeof waitUntilSettled>[2] = {},
): Promise<[Settlement, number]> {
  const began = Date.now();
  let seconds = Number.NaN;
  const waiting = waitUntilSettled(read, open, options).finally(() => {
    seconds = (Date.now() - began) / 1000;
  });
  await jest.advanceTimersByTimeAsync(60_000);
  return [await waiting, seconds];
}

/** Answers in turn, the last one for ever. */
function answers(...turns: (Settlement | Error)[]) {
  let asked = 0;
  return {
    asked: () => asked,
    read: async (): Promise<Settlement> => {
      const turn = turns[Math.min(asked++, turns.length - 1)] ?? 'waiting';
      if (turn instanceof Error) throw turn;
      return turn;
    },
  };
}

describe('waiting for the server', () => {
  it('goes on until it says paid', async () => {
    const server = answers('waiting', 'waiting', 'paid');
    expect(await waited(server.read)).toEqual(['paid', 2]);
    expect(server.asked()).toBe(3);
  });

  it('takes "failed" for the word about an earlier attempt, unless told to believe it', async () => {
    expect(await waited(answers('failed', 'paid').read)).toEqual(['paid', 1]);
    const server = answers('failed', 'paid');
    expect(await waited(server.read, { believesFailure: true })).toEqual(['failed', 0]);
    expect(server.asked()).toBe(1);
  });

  it('asks again after a refusal, and ends with its time', async () => {
    const refusal = new ApiError(503, 'unavailable', '503: away');
    expect(await waited(answers(refusal, 'paid').read)).toEqual(['paid', 1]);
    expect(await waited(answers(refusal).read)).toEqual(['waiting', 30]);
  });

  it('stops when nobody waits any more', async () => {
    const leaving = new AbortController();
    const waiting = waitUntilSettled(answers('waiting').read, leaving.signal);
    const ended = expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    leaving.abort();
    await jest.advanceTimersByTimeAsync(1000);
    await ended;
  });
});
