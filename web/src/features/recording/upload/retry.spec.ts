import { ApiError } from '../../../lib/api/api-error';
import { Waker } from '../../../lib/waker';
import { causeOf, delayMs, isPassing, untilAnswered, type WaitCause } from './retry';

describe('delayMs', () => {
  it('doubles up to 30 seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((attempt) => delayMs(attempt, 1))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it('is between half and the whole', () => {
    expect(delayMs(3, 0)).toBe(2000);
    expect(delayMs(3, 0.5)).toBe(3000);
    for (let i = 0; i < 50; i += 1) {
      const delay = delayMs(10);
      expect(delay).toBeGreaterThanOrEqual(15_000);
      expect(delay).toBeLessThanOrEqual(30_000);
    }
  });
});

describe('isPassing', () => {
  const error = (status: number, code: string) => new ApiError(status, code, '');

  it.each([
    [0, 'unreachable'],
    [408, 'http_408'],
    [429, 'too_many_requests'],
    [500, 'internal'],
    [502, 'http_502'],
    [503, 'unavailable'],
    [400, 'invalid_multipart'],
    [200, 'unreadable_answer'],
    [403, 'http_403'],
  ])('%i %s may be better later', (status, code) => {
    expect(isPassing(error(status, code))).toBe(true);
  });

  it.each([
    [400, 'invalid_input'],
    [404, 'not_found'],
    [409, 'chunk_conflict'],
    [413, 'file_too_large'],
    [415, 'unsupported_media'],
    [422, 'recording_too_long'],
  ])('%i %s will be the same later', (status, code) => {
    expect(isPassing(error(status, code))).toBe(false);
  });

  it('knows only what the server or the network said', () => {
    expect(isPassing(new Error('bug'))).toBe(false);
    expect(isPassing(new DOMException('Aborted', 'AbortError'))).toBe(false);
  });

  it('tells a server that takes no more from one that is away', () => {
    expect(causeOf(error(429, 'daily_limit'))).toBe('limit');
    expect(causeOf(error(503, 'storage_full'))).toBe('full');
  });

  it('tells no network from a server that is away', () => {
    expect(causeOf(error(0, 'unreachable'))).toBe('network');
    expect(causeOf(error(503, 'unavailable'))).toBe('server');
    expect(causeOf(error(429, 'too_many_requests'))).toBe('server');
  });
});

const unreachable = new ApiError(0, 'unreachable', '');
const away = new ApiError(503, 'unavailable', '');
const refused = new ApiError(422, 'recording_too_long', '');

beforeEach(() => {
  Object.assign(globalThis, { window: new EventTarget(), document: new EventTarget() });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
  Reflect.deleteProperty(globalThis, 'document');
});

function setup(failures: Error[], mayRepeat?: (error: unknown) => boolean) {
  const waker = new Waker();
  const control = new AbortController();
  const waits: (WaitCause | null)[] = [];
  let calls = 0;
  const work = untilAnswered(
    async () => {
      calls += 1;
      const failure = failures.shift();
      if (failure) throw failure;
      return 'done';
    },
    { mayRepeat, waker, signal: control.signal, onWait: (cause) => waits.push(cause) },
  );
  return { work, waker, control, waits, calls: () => calls };
}

/** Everything that waits for no clock and no event has happened by the next turn. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a call that is made until it is answered', () => {
  it('waits for the network and goes on as soon as it is back', async () => {
    const { work, waits, calls } = setup([unreachable, away]);
    await settle();
    expect(calls()).toBe(1);
    window.dispatchEvent(new Event('online'));
    await settle();
    window.dispatchEvent(new Event('online'));
    await expect(work).resolves.toBe('done');
    expect(calls()).toBe(3);
    expect(waits).toEqual([null, 'network', null, 'server', null]);
  });

  it('goes on when somebody looks at the page again, or asks for it', async () => {
    const { work, waker } = setup([unreachable, unreachable]);
    await settle();
    Object.assign(document, { visibilityState: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    waker.wake();
    await expect(work).resolves.toBe('done');
  });

  it('ends with a refusal, and with what must not be repeated', async () => {
    await expect(setup([refused]).work).rejects.toBe(refused);
    await expect(setup([away], () => false).work).rejects.toBe(away);
  });

  it('is made again when the browser gave it up by itself', async () => {
    const { work, waker, waits } = setup([new DOMException('Aborted', 'AbortError')]);
    await settle();
    waker.wake();
    await expect(work).resolves.toBe('done');
    expect(waits).toEqual([null, 'network', null]);
  });

  it('ends when it is given up', async () => {
    const { work, control, calls } = setup([unreachable]);
    await settle();
    control.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect(calls()).toBe(1);
  });
});
