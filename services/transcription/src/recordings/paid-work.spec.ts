import { PaidWork } from './paid-work.js';

describe('work that nobody has paid for', () => {
  const never = new AbortController().signal;

  it('begins at once where nothing is paid for', async () => {
    await expect(new PaidWork().idle(never)).resolves.toBeUndefined();
  });

  it('waits for all that is paid, also when that fails', async () => {
    const paid = new PaidWork();
    const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = works.map(({ promise }) => paid.during(() => promise));
    let isIdle = false;
    const waiting = paid.idle(never).then(() => {
      isIdle = true;
    });
    works[0]?.resolve();
    await running[0];
    await Promise.resolve();
    expect(isIdle).toBe(false);
    works[1]?.reject(new Error('it fails'));
    await expect(running[1]).rejects.toThrow('it fails');
    await waiting;
    expect(isIdle).toBe(true);
  });

  it('ends with its own signal', async () => {
    const paid = new PaidWork();
    const work = Promise.withResolvers<void>();
    const running = paid.during(() => work.promise);
    await expect(paid.idle(AbortSignal.abort(new Error('shutting down')))).rejects.toThrow('shutting down');
    work.resolve();
    await running;
  });

  it('does not wait for ever', async () => {
    const paid = new PaidWork();
    const work = Promise.withResolvers<void>();
    const running = paid.during(() => work.promise);
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => timeout.call(AbortSignal, 10);
    try {
      await expect(paid.idle(never)).resolves.toBeUndefined();
    } finally {
      AbortSignal.timeout = timeout;
      work.resolve();
    }
    await running;
  });
});
