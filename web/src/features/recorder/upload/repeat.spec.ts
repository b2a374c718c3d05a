import { ApiError } from '../../../lib/api/api-error';
import { Bell } from '../../../lib/bell';
import { untilAnswered } from './repeat';
import type { WaitCause } from './transfer/retry';

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
  const bell = new Bell();
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
    { mayRepeat, bell, signal: control.signal, onWait: (cause) => waits.push(cause) },
  );
  return { work, bell, control, waits, calls: () => calls };
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
    const { work, bell } = setup([unreachable, unreachable]);
    await settle();
    Object.assign(document, { visibilityState: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    bell.ring();
    await expect(work).resolves.toBe('done');
  });

  it('ends with a refusal, and with what must not be repeated', async () => {
    await expect(setup([refused]).work).rejects.toBe(refused);
    await expect(setup([away], () => false).work).rejects.toBe(away);
  });

  it('ends when it is given up', async () => {
    const { work, control, calls } = setup([unreachable]);
    await settle();
    control.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect(calls()).toBe(1);
  });
});
