import type { IncomingMessage } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import type { Server, ServerOptions } from 'socket.io';
import type { GatewayConfig } from '../config.js';

const MAX_FRAME_BYTES = 64 * 1024;

/** Socket.IO whose rooms reach across all gateways through Redis. */
export class LiveAdapter extends IoAdapter {
  private readonly redis: Redis[] = [];

  private constructor(
    app: NestFastifyApplication,
    private readonly config: GatewayConfig,
  ) {
    super(app);
  }

  static async create(app: NestFastifyApplication, config: GatewayConfig): Promise<LiveAdapter> {
    const adapter = new LiveAdapter(app, config);
    const publisher = new Redis(config.redisUrl);
    adapter.redis.push(publisher, publisher.duplicate());
    for (const redis of adapter.redis) redis.on('error', () => undefined);
    return adapter;
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const [publisher, subscriber] = this.redis;
    const server = super.createIOServer(port, {
      ...options,
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: MAX_FRAME_BYTES,
      allowRequest: (request: IncomingMessage, allow: (error: string | null, isAllowed: boolean) => void) =>
        allow(null, this.isOwnOrigin(request)),
    } as ServerOptions) as Server;
    // Channels are not separated by database number as keys are: another product on the same Redis would be heard.
    server.adapter(createAdapter(publisher, subscriber, { key: `socket.io:${publisher?.options.db ?? 0}` }));
    return server;
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    for (const redis of this.redis) redis.disconnect();
  }

  private isOwnOrigin(request: IncomingMessage): boolean {
    const { origin, host } = request.headers;
    return (
      origin === undefined ||
      origin === this.config.publicUrl ||
      origin === `http://${host}` ||
      origin === `https://${host}`
    );
  }
}
