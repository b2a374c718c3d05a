import { jest } from '@jest/globals';
import { ApiError } from '../../lib/api/api-error';
import {
  cleanAddress,
  hasReturned,
  parseUnderway,
  type ReadSettlement,
  type Settlement,
  waitUntilSettled,
  wasRefused,
} from './settlement';

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

describe('what is being paid', () => {
  it('comes back as it was kept', () => {
    const order = {
      kind: 'order',
      agreementId: '1234567890123456',
      type: 'manual_transcription',
      payPath: '/checkout?service=manual-transcription',
    };
    expect(parseUnderway(JSON.stringify(order))).toEqual(order);
    const subscription = { kind: 'subscription', payPath: '/subscribe' };
    expect(parseUnderway(JSON.stringify(subscription))).toEqual(subscription);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no object', 'null'],
    ['an unknown kind', '{"kind":"gift","payPath":"/checkout"}'],
    ['an order of nothing', '{"kind":"order","type":"contract","payPath":"/checkout"}'],
    ['an unknown type', '{"kind":"order","agreementId":"1","type":"gift","payPath":"/checkout"}'],
    ['a way to another site', '{"kind":"subscription","payPath":"//evil.test"}'],
  ])('is nothing for %s', (_name, text) => {
    expect(parseUnderway(text)).toBeNull();
  });
});

const BACK = '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed';

describe('the way back from the bank', () => {
  it('is known by the secret in the address', () => {
    expect(hasReturned(BACK)).toBe(true);
    expect(hasReturned('?filter=all')).toBe(false);
    expect(wasRefused(BACK)).toBe(true);
    expect(wasRefused(BACK.replace('failed', 'succeeded'))).toBe(false);
  });

  it('leaves nothing of the provider in the address, and keeps the rest', () => {
    expect(cleanAddress(`http://localhost/dashboard${BACK}`)).toBe('/dashboard');
    expect(cleanAddress(`http://localhost/dashboard${BACK}&filter=all#log`)).toBe(
      '/dashboard?filter=all#log',
    );
  });
});
