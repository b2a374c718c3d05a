import { jest } from '@jest/globals';
import { FakeBrowser } from '../../../testing/fake-browser';
import { MicTest } from './microphone-test';

/** An audio element that plays until the test says otherwise. */
class FakeAudio {
  static last: FakeAudio | null = null;
  onended: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly src: string) {
    FakeAudio.last = this;
  }
  play = () => Promise.resolve();
  pause = () => undefined;
}

describe('what the test of the microphone plays', () => {
  let test: MicTest;
  const held = new Set<string>();

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    new FakeBrowser();
    Object.assign(globalThis, { Audio: FakeAudio });
    held.clear();
    jest.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      held.add('blob:echo');
      return 'blob:echo';
    });
    jest.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void held.delete(url));
    test = new MicTest();
    await test.open();
    test.echo();
    await jest.advanceTimersByTimeAsync(3100);
    expect([test.read().phase, ...held]).toEqual(['playing', 'blob:echo']);
  });

  afterEach(() => {
    test.close();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('is let go when it has been heard', () => {
    FakeAudio.last?.onended?.();
    expect(test.read().phase).toBe('done');
    expect([...held]).toEqual([]);
  });

  it('is let go when the test is closed meanwhile', () => {
    test.close();
    expect([...held]).toEqual([]);
  });

  it('is let go when the microphone is opened again meanwhile', async () => {
    await test.open();
    expect([...held]).toEqual([]);
  });
});
