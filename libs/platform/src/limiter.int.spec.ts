import { Redis } from 'ioredis';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import { until } from '../test/test-service.js';
import { limiterConnection, sharedLimiter, takeOne } from './limiter.js';

describe('a shared limiter', () => {
  let servers: Servers;
  let proxy: TcpProxy;
  let redis: Redis;

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    proxy = await TcpProxy.to(servers.redisUrl);
    redis = limiterConnection(proxy.url);
    await until('Redis is ready', async () => redis.status === 'ready');
  }, 120_000);

  afterAll(async () => {
    proxy?.thaw();
    redis?.disconnect();
    await proxy?.close();
    await servers?.stop();
  }, 60_000);

  const timed = async (work: Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work;
    return performance.now() - began;
  };

  it('keeps nobody waiting for a Redis that does not answer, and limits all the same', async () => {
    const limiter = sharedLimiter(redis, 'frozen', { points: 3, duration: 60 });
    await takeOne(limiter, 'a');
    proxy.freeze();
    const [first, next] = [await timed(takeOne(limiter, 'a')), await timed(takeOne(limiter, 'a'))];
    expect(first).toBeLessThan(3000);
    // The first that waited in vain has closed the connection: the next one does not wait.
    expect(next).toBeLessThan(first / 2);
    await takeOne(limiter, 'a');
    await expect(takeOne(limiter, 'a')).rejects.toMatchObject({ code: 'too_many_requests' });
    proxy.thaw();
    await until('Redis is back', async () => redis.status === 'ready');
    await expect(takeOne(limiter, 'a')).resolves.toBeUndefined();
  }, 30_000);
});
