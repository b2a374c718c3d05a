import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Queue } from 'bullmq';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { AppError, LOGGER, sendError } from '#platform';
import type { GatewayConfig } from '../config.js';
import { upstreams } from '../upstreams/upstreams.module.js';
import { AdminGuard } from './admin.guard.js';

const PATH = '/api/admin/queues';
/** Queues are named `<service>.<job>`. */
const NAME = new RegExp(`^bull:((?:${upstreams.join('|')})\\.[a-z-]+):meta$`);
const LOOK_EVERY_MS = 5000;

/** Its own scripts and styles, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the policy would refuse anyway: a font from elsewhere, and the picture that is shown while the page loads. */
const FOREIGN_FONT = /<link href="https:\/\/fonts\.[^>]*>/;
const LOADING = /<div id="root">.*<\/style>\s*<\/div>/s;

/** Bull Board over the queues of all services: for administrators, and only to look at. */
export async function registerQueues(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const guard = app.get(AdminGuard);
  const logger = app.get<Logger>(LOGGER);
  const adapter = new FastifyAdapter().setBasePath(PATH);
  const board = createBullBoard({
    queues: [],
    serverAdapter: adapter,
    options: {
      uiConfig: { boardTitle: 'Split Second Contract', hideDocsLink: true, hideRedisDetails: true },
    },
  });
  const queues = new QueueList(config.redisUrl);

  const pages: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      try {
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        // Its page reads every five seconds for as long as it is open, and cannot say whether anybody looks.
        await guard.admin(request, isRead && request.url.startsWith(`${PATH}/api/`));
        if (!isRead) throw new AppError('forbidden');
        if (!request.url.startsWith(`${PATH}/static/`)) board.replaceQueues(await queues.look());
      } catch (error) {
        sendError(reply, error, logger);
        return reply;
      }
    });
    scope.addHook('onSend', async (_request, reply, payload: unknown) => {
      void reply.header('content-security-policy', POLICY).header('cache-control', 'no-store');
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (!isPage || typeof payload !== 'string') return payload;
      return payload.replace(FOREIGN_FONT, '').replace(LOADING, '<div id="root"></div>');
    });
    scope.addHook('onClose', () => queues.close());
    await scope.register(adapter.registerPlugin());
  };
  await fastify.register(pages, { prefix: PATH });
}

/** The queues that there are in Redis. */
class QueueList {
  private readonly redis: Redis;
  private readonly known = new Map<string, { queue: Queue; adapter: BullMQAdapter }>();
  private lookedAt = 0;

  constructor(redisUrl: string) {
    this.redis = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1 });
    this.redis.on('error', () => undefined);
  }

  /** @throws AppError `unavailable` while Redis is away. */
  async look(): Promise<BullMQAdapter[]> {
    if (Date.now() - this.lookedAt >= LOOK_EVERY_MS) {
      try {
        for await (const keys of this.redis.scanStream({ match: 'bull:*:meta', count: 500 })) {
          for (const key of keys as string[]) this.add(NAME.exec(key)?.[1]);
        }
      } catch (error) {
        throw new AppError('unavailable', { cause: error });
      }
      this.lookedAt = Date.now();
    }
    return [...this.known].sort(([a], [b]) => a.localeCompare(b)).map(([, { adapter }]) => adapter);
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await Promise.all([...this.known.values()].map(({ queue }) => queue.close().catch(() => undefined)));
  }

  private add(name: string | undefined): void {
    if (name === undefined || this.known.has(name)) return;
    const queue = new Queue(name, { connection: this.redis, skipMetasUpdate: true });
    queue.on('error', () => undefined);
    this.known.set(name, { queue, adapter: new BullMQAdapter(queue, { readOnlyMode: true }) });
  }
}
