/** @jest-environment-options {"world": "own"} */
import { jest } from '@jest/globals';
import { LIVE_MODULE, liveModule, liveSockets } from '../../testing/live';
import { listenLive } from './live-socket';

/** How often the code for the connection is asked for in vain. */
let failures = 0;
let asked = 0;
jest.unstable_mockModule(LIVE_MODULE, () => {
  asked += 1;
  if (asked <= failures) throw new Error('no network');
  return liveModule;
});
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const listen = () => listenLive({ token: 'token-of-anna' }, { onAgreement: () => undefined });

// One after the other: the code that has arrived is there for good.
describe('a live connection whose code does not arrive', () => {
  let stop = () => {};
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
  afterEach(() => stop());

  it('is not tried again once nobody listens', async () => {
    failures = Number.POSITIVE_INFINITY;
    listen()();
    await pass(0);
    const before = asked;
    window.dispatchEvent(new Event('online'));
    await pass(60_000);
    expect(asked).toBe(before);
  });

  it('is tried again after seconds, and when the network is back', async () => {
    failures = Number.POSITIVE_INFINITY;
    stop = listen();
    await pass(0);
    const before = asked;
    await pass(2000);
    expect(asked).toBe(before + 1);
    await pass(15_000);
    expect(asked).toBe(before + 2);
    await pass(600_000);
    expect(asked).toBe(before + 2);
    failures = 0;
    expect(liveSockets()).toHaveLength(0);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(liveSockets()).toHaveLength(1);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(liveSockets()).toHaveLength(1);
  });
});
