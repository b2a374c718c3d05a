import { GatewayConfig } from '../config.js';
import { Limits } from './limits.js';

let limits: Limits;

beforeEach(() => {
  // Nothing listens there: the limit for uploads must hold without Redis, too.
  limits = new Limits(
    Object.assign(new GatewayConfig(), {
      redisUrl: 'redis://127.0.0.1:1',
      requestsPerMinute: 5,
      uploadsPerMinute: 2,
    }),
  );
});

afterEach(() => {
  limits.onModuleDestroy();
});

const tooMany = expect.objectContaining({
  code: 'too_many_requests',
  status: 429,
  options: { retryAfterSeconds: expect.any(Number) },
});

describe('limits', () => {
  it('refuse the sixth of five requests, and no other address', async () => {
    for (let i = 0; i < 5; i += 1) await limits.take('203.0.113.1', false);
    await expect(limits.take('203.0.113.1', false)).rejects.toEqual(tooMany);
    await limits.take('203.0.113.2', false);
  });

  it('count uploads apart', async () => {
    await limits.take('203.0.113.1', true);
    await limits.take('203.0.113.1', true);
    await expect(limits.take('203.0.113.1', true)).rejects.toEqual(tooMany);
    await limits.take('203.0.113.1', false);
  });

  it('say how long to wait', async () => {
    for (let i = 0; i < 5; i += 1) await limits.take('203.0.113.1', false);
    const error = await limits.take('203.0.113.1', false).catch((thrown: unknown) => thrown);
    const { retryAfterSeconds } = (error as { options: { retryAfterSeconds: number } }).options;
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });
});
