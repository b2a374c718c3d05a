import { GatewayConfig } from '../config.js';
import { Limits } from './limits.js';

let limits: Limits;

beforeEach(() => {
  // Nothing listens there: the shared limits must hold without Redis, too.
  limits = new Limits(
    Object.assign(new GatewayConfig(), {
      redisUrl: 'redis://127.0.0.1:1',
      requestsPerMinute: 5,
      uploadsPerMinute: 2,
      remoteLookupsPerMinute: 3,
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
    for (let i = 0; i < 5; i += 1) await limits.take('203.0.113.1', 'plain');
    await expect(limits.take('203.0.113.1', 'plain')).rejects.toEqual(tooMany);
    await limits.take('203.0.113.2', 'plain');
  });

  it('count uploads apart', async () => {
    await limits.take('203.0.113.1', 'upload');
    await limits.take('203.0.113.1', 'upload');
    await expect(limits.take('203.0.113.1', 'upload')).rejects.toEqual(tooMany);
    await limits.take('203.0.113.1', 'plain');
  });

  it('count looks at invitations apart, from uploads too', async () => {
    for (let i = 0; i < 3; i += 1) await limits.take('203.0.113.1', 'remote-lookup');
    await expect(limits.take('203.0.113.1', 'remote-lookup')).rejects.toEqual(tooMany);
    await limits.take('203.0.113.2', 'remote-lookup');
    await limits.take('203.0.113.1', 'upload');
  });

  it('allow twenty questions to the assistant in a minute', async () => {
    const many = new Limits(
      Object.assign(new GatewayConfig(), { redisUrl: 'redis://127.0.0.1:1', requestsPerMinute: 100 }),
    );
    for (let i = 0; i < 20; i += 1) await many.take('203.0.113.1', 'assistant');
    await expect(many.take('203.0.113.1', 'assistant')).rejects.toEqual(tooMany);
    await many.take('203.0.113.1', 'plain');
    await many.take('203.0.113.2', 'assistant');
    many.onModuleDestroy();
  });

  it('allow twenty certificates in a minute, each of which may have to be drawn', async () => {
    const many = new Limits(
      Object.assign(new GatewayConfig(), { redisUrl: 'redis://127.0.0.1:1', requestsPerMinute: 100 }),
    );
    try {
      for (let i = 0; i < 20; i += 1) await many.take('203.0.113.1', 'certificate');
      await expect(many.take('203.0.113.1', 'certificate')).rejects.toEqual(tooMany);
      await many.take('203.0.113.1', 'plain');
      await many.take('203.0.113.2', 'certificate');
    } finally {
      many.onModuleDestroy();
    }
  });

  it('say how long to wait', async () => {
    for (let i = 0; i < 5; i += 1) await limits.take('203.0.113.1', 'plain');
    const error = await limits.take('203.0.113.1', 'plain').catch((thrown: unknown) => thrown);
    const { retryAfterSeconds } = (error as { options: { retryAfterSeconds: number } }).options;
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });
});
