import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Server, ServerOptions } from 'socket.io';
import { addressKey } from '#platform';
import type { GatewayConfig } from '../config.js';
import { isSameOrigin } from '../sessions/sessions.module.js';
import { policyOf, securityHeaders } from '../web/web.module.js';
import { LiveChannels } from './live-channels.js';

const MAX_FRAME_BYTES = 64 * 1024;
/** How long a connection may be open that has not said who it is, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Within what time connections are closed that may have missed something: not all browsers ask again at once. */
const CLOSED_WITHIN_MS = 5000;

/** Between gateways: something has happened that they were not told. */
const MISSED = 'missed';

/** Of a browser, below its sockets. */
interface Connection extends EventEmitter {
  request: IncomingMessage;
  close(): void;
}

/** Socket.IO whose rooms reach across all gateways through Redis. */
export class LiveAdapter extends IoAdapter {
  private readonly channels: LiveChannels;
  private readonly handshakes: RateLimiterMemory;
  private readonly isTrusted: (address: string, hop: number) => boolean;
  private readonly connections = new Set<Connection>();
  /** Open connections by address. */
  private readonly open = new Map<string, number>();

  constructor(
    app: NestFastifyApplication,
    private readonly config: GatewayConfig,
  ) {
    super(app);
    this.channels = app.get(LiveChannels);
    this.handshakes = new RateLimiterMemory({ points: config.handshakesPerMinute, duration: 60 });
    this.isTrusted = proxyAddr.compile(config.proxies);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const { publisher, subscriber } = this.channels;
    const server = super.createIOServer(port, {
      ...options,
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: MAX_FRAME_BYTES,
      connectTimeout: CONNECT_TIMEOUT_MS,
      allowRequest: (request: IncomingMessage, allow: (error: string | null, isAllowed: boolean) => void) => {
        this.mayConnect(request).then(
          (isAllowed) => allow(null, isAllowed),
          () => allow(null, false),
        );
      },
    } as ServerOptions) as Server;
    server.engine.on('connection', (connection: Connection) => {
      this.connections.add(connection);
      const address = this.addressOf(connection.request);
      this.open.set(address, (this.open.get(address) ?? 0) + 1);
      connection.once('close', () => {
        this.connections.delete(connection);
        const left = (this.open.get(address) ?? 1) - 1;
        if (left > 0) this.open.set(address, left);
        else this.open.delete(address);
      });
    });
    const always = { ...securityHeaders(this.config.publicUrl.startsWith('https:')) };
    // Its answers pass none of the other routes' hooks.
    server.engine.on('headers', (headers: Record<string, string>) => {
      Object.assign(headers, always, { 'content-security-policy': policyOf('/socket.io/') });
    });
    // Channels are not separated by database number as keys are: another product on the same Redis would be heard.
    server.adapter(createAdapter(publisher, subscriber, { key: `socket.io:${publisher.options.db ?? 0}` }));
    subscriber.on('ready', () => this.closeAll());
    this.channels.onMissed(() => server.serverSideEmit(MISSED));
    server.on(MISSED, () => this.closeAll());
    return server;
  }

  /** @throws RateLimiterRes when the address has connected too often */
  private async mayConnect(request: IncomingMessage): Promise<boolean> {
    if (!isSameOrigin(request.headers, this.config.publicUrl)) return false;
    const address = this.addressOf(request);
    if ((this.open.get(address) ?? 0) >= this.config.socketsPerAddress) return false;
    // Only the first request of a connection comes here, also by polling.
    await this.handshakes.consume(address);
    return true;
  }

  /**
   * Closes the connections that there are, one after the other. A browser takes that for a lost network: it connects again
   * and asks how things stand.
   */
  private closeAll(): void {
    [...this.connections].forEach((connection, place, { length }) => {
      setTimeout(() => connection.close(), (place / length) * CLOSED_WITHIN_MS).unref();
    });
  }

  private addressOf(request: IncomingMessage): string {
    return addressKey(proxyAddr(request, this.isTrusted));
  }
}
