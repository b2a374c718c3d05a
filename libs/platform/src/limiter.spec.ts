import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from './app-error.js';
import { addressKey, takeOne } from './limiter.js';

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
