import { ApiError } from '../../lib/api/api-error';
import { type Settlement, waitUntilSettled } from './settlement';

const QUICK = { pollMs: 1, limitMs: 40 };
const open = new AbortController().signal;

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
    expect(await waitUntilSettled(server.read, open, QUICK)).toBe('paid');
    expect(server.asked()).toBe(3);
  });

  it('takes "failed" for the word about an earlier attempt, unless told to believe it', async () => {
    expect(await waitUntilSettled(answers('failed', 'paid').read, open, QUICK)).toBe('paid');
    const server = answers('failed', 'paid');
    expect(await waitUntilSettled(server.read, open, { ...QUICK, believesFailure: true })).toBe('failed');
    expect(server.asked()).toBe(1);
  });

  it('asks again after a refusal, and ends with its time', async () => {
    const refusal = new ApiError(503, 'unavailable', '503: away');
    expect(await waitUntilSettled(answers(refusal, 'paid').read, open, QUICK)).toBe('paid');
    expect(await waitUntilSettled(answers(refusal).read, open, QUICK)).toBe('waiting');
  });

  it('stops when nobody waits any more', async () => {
    const leaving = new AbortController();
    const waiting = waitUntilSettled(answers('waiting').read, leaving.signal, { pollMs: 1, limitMs: 5000 });
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
