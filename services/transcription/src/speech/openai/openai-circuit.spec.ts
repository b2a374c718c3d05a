import { jest } from '@jest/globals';
import { SpeechEngineError } from '../speech-engine.js';
import { Circuit } from './openai-circuit.js';

const outage = () => new SpeechEngineError('unavailable', true, 'down');
const signal = new AbortController().signal;

describe('Circuit', () => {
  const logger = { info: jest.fn(), error: jest.fn() };
  let circuit: Circuit;
  let calls: number;

  const call = (answer: () => Promise<string>) =>
    circuit
      .run(() => {
        calls += 1;
        return answer();
      }, signal)
      .catch((error: unknown) => error);
  const succeed = () => call(async () => 'heard');
  const fail = (error: unknown = outage()) => call(() => Promise.reject(error));

  beforeEach(() => {
    jest.useFakeTimers();
    logger.info.mockClear();
    logger.error.mockClear();
    calls = 0;
    circuit = new Circuit('openai', {}, logger);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const open = async () => {
    for (let count = 0; count < 10; count += 1) await fail();
    calls = 0;
  };

  it('opens when half of at least ten calls fail, and says so once', async () => {
    for (let count = 0; count < 5; count += 1) {
      await succeed();
      expect(await fail()).toMatchObject({ message: 'down' });
    }
    expect(calls).toBe(10);
    jest.advanceTimersByTime(10_000);
    expect(await succeed()).toMatchObject({
      name: 'SpeechEngineError',
      code: 'unavailable',
      isRetryable: true,
      retryAfterMs: 20_000,
    });
    expect(calls).toBe(10);
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith(
      { service: 'openai', err: expect.objectContaining({ message: 'down' }) },
      'circuit opened',
    );
  });

  it('stays closed while fewer than half fail', async () => {
    for (let count = 0; count < 6; count += 1) await succeed();
    for (let count = 0; count < 5; count += 1) await fail();
    expect(await succeed()).toBe('heard');
  });

  it('forgets after a minute, however rare the calls are', async () => {
    for (let count = 0; count < 30; count += 1) {
      await fail();
      jest.advanceTimersByTime(7_000);
    }
    expect(await succeed()).toBe('heard');
  });

  it('does not take refused recordings and cancelled calls for an outage', async () => {
    for (let count = 0; count < 20; count += 1) {
      await fail(new SpeechEngineError('rejected', false, 'not a recording'));
      await fail(new Error('cancelled by the owner'));
    }
    expect(await succeed()).toBe('heard');
  });

  it.each(['authentication', 'quota', 'timeout'] as const)('opens on %s, too', async (code) => {
    for (let count = 0; count < 10; count += 1) await fail(new SpeechEngineError(code, false, 'no'));
    calls = 0;
    await succeed();
    expect(calls).toBe(0);
  });

  it('lets one call through after half a minute and closes when it succeeds', async () => {
    await open();
    jest.advanceTimersByTime(30_000);
    let answer: (text: string) => void = () => {};
    const trial = call(() => new Promise<string>((resolve) => (answer = resolve)));
    const waiting = [succeed(), succeed()];
    await jest.advanceTimersByTimeAsync(1000);
    expect(calls).toBe(1);
    answer('heard');
    expect(await Promise.all([trial, ...waiting])).toEqual(['heard', 'heard', 'heard']);
    expect(calls).toBe(3);
    expect(logger.info).toHaveBeenCalledWith({ service: 'openai' }, 'circuit closed');
    // Old failures are forgotten with it.
    expect(await fail()).toMatchObject({ message: 'down' });
    expect(await succeed()).toBe('heard');
  });

  it('counts half a minute and a minute by the time that passes, not by a clock that is put back', async () => {
    const putBack = () => jest.setSystemTime(Date.now() - 7_200_000);
    for (let count = 0; count < 9; count += 1) await fail();
    putBack();
    jest.advanceTimersByTime(60_000);
    await fail();
    expect(await succeed()).toBe('heard');
    await open();
    putBack();
    expect(await succeed()).toMatchObject({ code: 'unavailable', retryAfterMs: 30_000 });
    jest.advanceTimersByTime(30_000);
    expect(circuit.isOpen).toBe(false);
    expect(await succeed()).toBe('heard');
    expect(calls).toBe(1);
  });

  it('opens again when the one call fails, also for those who waited for it', async () => {
    await open();
    jest.advanceTimersByTime(30_000);
    let giveUp: (error: unknown) => void = () => {};
    const trial = call(() => new Promise<string>((_resolve, reject) => (giveUp = reject)));
    const waiting = succeed();
    await jest.advanceTimersByTimeAsync(1000);
    giveUp(outage());
    expect(await trial).toMatchObject({ message: 'down' });
    expect(await waiting).toMatchObject({ code: 'unavailable', retryAfterMs: 30_000 });
    expect(calls).toBe(1);
  });

  it('stops waiting for the one call when aborted', async () => {
    await open();
    jest.advanceTimersByTime(30_000);
    void call(() => new Promise<string>(() => {}));
    const controller = new AbortController();
    const waiting = circuit.run(async () => 'heard', controller.signal);
    controller.abort(new Error('cancelled by the owner'));
    await expect(waiting).rejects.toThrow('cancelled by the owner');
    expect(calls).toBe(1);
  });
});
