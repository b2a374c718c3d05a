import type { OnModuleDestroy } from '@nestjs/common';
import {
  type OnGatewayConnection,
  type OnGatewayInit,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { LiveAgreement, LiveEvents } from '#contracts';
import { Sessions } from '../sessions/sessions.module.js';
import { LiveAccess, type LiveClient } from './live-access.js';

interface SocketData {
  client: LiveClient;
}

type LiveServer = Server<Record<string, never>, LiveEvents, DefaultEventsMap, SocketData>;
type LiveSocket = Socket<Record<string, never>, LiveEvents, DefaultEventsMap, SocketData>;

/** Together with the age that an answer may have, less than the five seconds in which an ended session is shut out. */
const RECHECK_MS = 3000;
const MAX_AGE_MS = 1000;

/** Between gateways, through Redis. */
const SESSIONS_ENDED = 'sessions-ended';
const ADMINS = 'admins';
const userRoom = (userId: number): string => `user:${userId}`;
const linkRoom = (agreementId: string): string => `agreement:${agreementId}`;

/** Tells people at once what happens to their agreements. Hints only: a browser that was away asks again. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayInit, OnGatewayConnection, OnModuleDestroy {
  @WebSocketServer() private server: LiveServer;
  private recheck: NodeJS.Timeout | undefined;

  constructor(
    private readonly access: LiveAccess,
    private readonly sessions: Sessions,
  ) {}

  afterInit(server: LiveServer): void {
    const known = new WeakSet<LiveSocket['client']>();
    server.use((socket, next) => {
      const refuse = (reason: string) => {
        next(new Error(reason));
        // After the reason was written. A new try is a new connection, and those are counted.
        setImmediate(() => socket.conn.close());
      };
      // A connection says once who it is: finding that out may cost a question to another service.
      if (known.has(socket.client)) {
        refuse('unauthenticated');
        return;
      }
      known.add(socket.client);
      this.access.identify(socket).then(
        (client) => {
          if (client === null) {
            refuse('unauthenticated');
            return;
          }
          socket.data.client = client;
          next();
        },
        () => refuse('unavailable'),
      );
    });
    server.on(SESSIONS_ENDED, (sids: string[]) => this.end(sids));
    this.recheck = setInterval(() => void this.dropEnded(), RECHECK_MS);
    this.recheck.unref();
  }

  async handleConnection(socket: LiveSocket): Promise<void> {
    const { client } = socket.data;
    await socket.join(roomOf(client));
    // Nobody else can ask for this holder: what was missed comes with every connection.
    if (client.kind === 'invitation') socket.emit('agreement', client.standing);
  }

  /** Tells the owner, if there is one, the administrators, and whoever follows the agreement through party B's link. */
  tell(ownerId: number | null, event: LiveAgreement): void {
    const people = ownerId === null ? [ADMINS] : [userRoom(ownerId), ADMINS];
    this.server.to(people).emit('agreement', event);
    this.server.to(linkRoom(event.agreementId)).emit('agreement', { ...event, segmentCount: null });
  }

  /** Shuts out those who came with a link to the agreement that no longer opens. */
  shutLinks(agreementId: string): void {
    this.server.in(linkRoom(agreementId)).disconnectSockets(true);
  }

  /** Sessions have ended: they are refused here and by the other gateways, and their sockets are closed. */
  endSessions(sids: readonly string[]): void {
    this.end(sids);
    this.server.serverSideEmit(SESSIONS_ENDED, sids);
  }

  onModuleDestroy(): void {
    clearInterval(this.recheck);
  }

  private end(sids: readonly string[]): void {
    this.sessions.end(sids);
    void this.dropEnded();
  }

  /** Closes the sockets of sessions that have ended. */
  private async dropEnded(): Promise<void> {
    const sockets = [...this.server.sockets.sockets.values()];
    await Promise.all(
      sockets.map(async (socket) => {
        const isStill = await this.access.isStill(socket.data.client, socket, MAX_AGE_MS).catch(() => true);
        if (!isStill) socket.disconnect(true);
      }),
    );
  }
}

function roomOf(client: LiveClient): string {
  if (client.kind === 'invitation') return linkRoom(client.agreementId);
  return client.kind === 'admin' ? ADMINS : userRoom(client.id);
}
