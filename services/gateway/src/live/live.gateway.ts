import type { OnModuleDestroy } from '@nestjs/common';
import {
  type OnGatewayConnection,
  type OnGatewayInit,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import type { LiveAgreement, LiveEvents } from '#contracts';
import { Sessions } from '../sessions/sessions.js';

type LiveServer = Server<Record<string, never>, LiveEvents>;

/** Together with the age that an answer may have, less than the five seconds in which an ended session is shut out. */
const RECHECK_MS = 3000;
const MAX_AGE_MS = 1000;

/** Tells people at once what happens to their agreements. Hints only: a browser that was away asks again. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayInit, OnGatewayConnection, OnModuleDestroy {
  @WebSocketServer() private server: LiveServer;
  private recheck: NodeJS.Timeout | undefined;

  constructor(private readonly sessions: Sessions) {}

  afterInit(server: LiveServer): void {
    server.use((socket, next) => {
      this.identify(socket).then(
        (id) => {
          if (id === null) {
            next(new Error('unauthenticated'));
            return;
          }
          socket.data.userId = id;
          next();
        },
        () => next(new Error('unavailable')),
      );
    });
    this.recheck = setInterval(() => void this.dropEnded(), RECHECK_MS);
    this.recheck.unref();
  }

  async handleConnection(socket: Socket): Promise<void> {
    await socket.join(room(socket.data.userId as number));
  }

  tell(ownerId: number, event: LiveAgreement): void {
    this.server.to(room(ownerId)).emit('agreement', event);
  }

  onModuleDestroy(): void {
    clearInterval(this.recheck);
  }

  private async identify(socket: Socket, maxAgeMs?: number): Promise<number | null> {
    const { token } = socket.handshake.auth as { token?: unknown };
    const authorization = typeof token === 'string' ? `Bearer ${token}` : undefined;
    const principal = await this.sessions.principal(authorization, socket.handshake.headers.cookie, maxAgeMs);
    return principal.kind === 'visitor' ? null : principal.id;
  }

  /** Closes the sockets of sessions that have ended. */
  private async dropEnded(): Promise<void> {
    const sockets = [...this.server.sockets.sockets.values()] as unknown as Socket[];
    await Promise.all(
      sockets.map(async (socket) => {
        const id = await this.identify(socket, MAX_AGE_MS).catch(() => undefined);
        if (id === null) socket.disconnect(true);
      }),
    );
  }
}

const room = (userId: number): string => `user:${userId}`;
