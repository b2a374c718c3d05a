import { RateLimiterMemory } from 'rate-limiter-flexible';
import { letTimePass } from '../../testing/src/eventually.js';
import { AppError } from './app-error.js';
import { addressKey, inEvenTime, takeOne } from './limiter.js';

const refusal = (limiter: RateLimiterMemory, key: string, code?: 'too_many_attempts') =>
  takeOne(limiter, key, code).catch((error: unknown) => error);

describe('a limiter', () => {
  it('lets as many calls of a key pass as are allowed, and says how long to wait for the next', async () => {
    const limiter = new RateLimiterMemory({ points: 2, duration: 60 });
    await takeOne(limiter, 'a');
    await takeOne(limiter, 'a');
    const error = await refusal(limiter, 'a');
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'too_many_requests' });
    const { retryAfterSeconds } = (error as AppError).options;
    expect(Number.isInteger(retryAfterSeconds)).toBe(true);
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    await takeOne(limiter, 'b');
    expect(await refusal(limiter, 'a', 'too_many_attempts')).toMatchObject({ code: 'too_many_attempts' });
  });

  it('does not hide what else went wrong', async () => {
    const broken = new RateLimiterMemory({ points: 1, duration: 60 });
    broken.consume = () => Promise.reject(new Error('gone'));
    expect(await refusal(broken, 'a')).toEqual(new Error('gone'));
  });
});

describe('what limits count of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

const STEP_MS = 400;

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await inEvenTime(STEP_MS, work).catch(() => undefined);
  return performance.now() - began;
};

/** How long a wait of so many steps takes. Side by side with an answer, a machine that stands still delays both. */
const bare = async (steps: number): Promise<number> => {
  const began = performance.now();
  await letTimePass(steps * STEP_MS, 'what an answer is compared with');
  return performance.now() - began;
};

describe('an answer in even time', () => {
  it('takes the same for short and for longer work', async () => {
    const [short, longer, step] = await Promise.all([
      took(async () => 1),
      took(() => letTimePass(STEP_MS * 0.4, 'work of that length')),
      bare(1),
    ]);
    expect(Math.min(short, longer)).toBeGreaterThan(STEP_MS - 3);
    expect(Math.abs(short - longer)).toBeLessThan(STEP_MS * 0.3);
    expect(Math.max(short, longer) - step).toBeLessThan(STEP_MS * 0.5);
  });

  it('takes the next step when the work took longer than one', async () => {
    const [time, steps] = await Promise.all([
      took(() => letTimePass(STEP_MS * 1.2, 'work of that length')),
      bare(2),
    ]);
    expect(time).toBeGreaterThan(STEP_MS * 2 - 3);
    expect(time - steps).toBeLessThan(STEP_MS * 0.5);
  });

  it('takes the same for work that fails, and tells why it failed', async () => {
    const fails = async () => {
      throw new Error('broken');
    };
    expect(await took(fails)).toBeGreaterThan(STEP_MS - 3);
    await expect(inEvenTime(1, fails)).rejects.toThrow('broken');
    await expect(inEvenTime(1, async () => 'fine')).resolves.toBe('fine');
  });
});
