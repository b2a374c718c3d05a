import type { Socket } from 'node:net';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, addressKey } from '#platform';
import { GatewayConfig } from '../config.js';
import { type Exchange, endExchange, slowestOf } from './slowest.js';

/** How fast a body has to arrive. */
export interface Pace {
  /** Seconds within which `bytes` have to arrive, again and again, until the body is whole. */
  seconds: number;
  /** Bytes; Infinity: the body has to be whole by then. */
  bytes: number;
}

/** A form or a JSON body. */
export const SMALL_BODY: Pace = { seconds: 30, bytes: Number.POSITIVE_INFINITY };
/** A recording from a phone: no longest time, because no connection is too slow that goes on at a kilobyte a second. */
export const UPLOAD: Pace = { seconds: 30, bytes: 30 * 1024 };

const LOOK_EVERY_MS = 1000;

interface Incoming extends Exchange {
  socket: Socket;
  address: string;
  pace: Pace;
  /** What the socket had received when the body began, and when the current stretch of time did. */
  bytesAtStart: number;
  stretch: { startedAt: number; bytes: number };
}

/**
 * The bodies that are on their way. One that does not arrive is ended: whoever sends half of a request may not keep
 * a connection for as long as he likes. Where one address sends too many at once, the one of which least has arrived
 * makes room for the next.
 */
@Injectable()
export class IncomingBodies implements OnModuleDestroy {
  private readonly all = new Set<Incoming>();
  private readonly byAddress = new Map<string, Set<Incoming>>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly config: GatewayConfig) {
    this.timer = setInterval(() => this.endSlow(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /**
   * Watches the body of a request until it has arrived or its connection is gone.
   * @throws AppError `too_many_requests` when the address sends too many at once, none of them slowly
   */
  watch(request: FastifyRequest, reply: FastifyReply, pace: Pace): void {
    const { raw } = request;
    if (!hasBody(request)) return;
    const address = addressKey(request.ip);
    this.makeRoom(this.byAddress.get(address), this.config.bodiesPerAddress);
    this.makeRoom(this.all, this.config.bodiesInAll);
    const { bytesRead } = raw.socket;
    const now = Date.now();
    const incoming: Incoming = {
      ...{ request: raw, response: reply.raw, socket: raw.socket, address, pace },
      ...{ startedAt: now, bytesAtStart: bytesRead },
      stretch: { startedAt: now, bytes: bytesRead },
    };
    this.all.add(incoming);
    const own = this.byAddress.get(address) ?? new Set();
    this.byAddress.set(address, own.add(incoming));
    const forget = () => this.forget(incoming);
    // Whatever reads the body hears its end; a body that nobody reads ends with its connection or is timed out.
    raw.once('end', forget);
    raw.once('close', forget);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private makeRoom(among: Set<Incoming> | undefined, most: number): void {
    if (!among || among.size < most) return;
    const whole = [...among].find(({ request }) => request.complete);
    if (whole) {
      this.forget(whole);
      return;
    }
    const slowest = slowestOf(among, arrived);
    if (!slowest) throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    this.end(slowest);
  }

  private endSlow(): void {
    const now = Date.now();
    for (const incoming of this.all) {
      if (incoming.request.complete || incoming.socket.destroyed) this.forget(incoming);
      else if (now - incoming.stretch.startedAt >= incoming.pace.seconds * 1000) {
        const { bytesRead } = incoming.socket;
        if (bytesRead - incoming.stretch.bytes < incoming.pace.bytes) this.end(incoming);
        else incoming.stretch = { startedAt: now, bytes: bytesRead };
      }
    }
  }

  private end(incoming: Incoming): void {
    this.forget(incoming);
    endExchange(incoming);
  }

  private forget(incoming: Incoming): void {
    this.all.delete(incoming);
    const own = this.byAddress.get(incoming.address);
    own?.delete(incoming);
    if (own?.size === 0) this.byAddress.delete(incoming.address);
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Bytes per second since the body began. */
function arrived(incoming: Incoming): number {
  const seconds = (Date.now() - incoming.startedAt) / 1000;
  return (incoming.socket.bytesRead - incoming.bytesAtStart) / seconds;
}
