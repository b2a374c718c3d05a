import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform';
import { GatewayConfig } from '../config.js';
import { type Exchange, endExchange, slowestOf } from './slowest.js';

const LOOK_EVERY_MS = 10_000;

/** How many bytes had come or gone, and when. */
interface Mark {
  at: number;
  bytes: number;
}

interface Transfer extends Exchange {
  /** Where it began, or stood at the look before the last one: its rate is since then. */
  since: Mark;
  lastLook: Mark;
}

/**
 * Uploads, and answers with files, each of which holds a connection to a service for as long as its client takes. Before
 * all connections are held, the one of which least came or went lately makes room for the next. A player goes on with a
 * byte range.
 */
@Injectable()
export class FileTransfers implements OnModuleDestroy {
  private readonly open = new Map<string, Set<Transfer>>();
  private readonly most: number;
  private readonly timer: NodeJS.Timeout;

  constructor({ fileConnections }: GatewayConfig) {
    // The others are for those that are ending.
    this.most = fileConnections - Math.ceil(fileConnections / 8);
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /**
   * Counts a transfer until its answer is over.
   * @param connections name of those that it takes one of
   * @throws AppError `too_many_requests` when most are held, none of them by a slow client
   */
  begin(connections: string, request: FastifyRequest, reply: FastifyReply): void {
    const transfers = this.open.get(connections) ?? new Set();
    this.makeRoom(transfers);
    const startedAt = Date.now();
    const start = { at: startedAt, bytes: bytesOf(request.raw) };
    const transfer: Transfer = {
      ...{ request: request.raw, response: reply.raw, startedAt },
      ...{ since: start, lastLook: start },
    };
    this.open.set(connections, transfers.add(transfer));
    reply.raw.once('close', () => transfers.delete(transfer));
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private makeRoom(transfers: Set<Transfer>): void {
    if (transfers.size < this.most) return;
    const slowest = slowestOf([...transfers].filter(waitsForClient), rateOf);
    if (!slowest) throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    transfers.delete(slowest);
    endExchange(slowest);
  }

  private look(): void {
    const at = Date.now();
    for (const transfers of this.open.values())
      for (const transfer of transfers) {
        transfer.since = transfer.lastLook;
        transfer.lastLook = { at, bytes: bytesOf(transfer.request) };
      }
  }
}

/** Whether it is the client's turn, and not the service's. */
function waitsForClient({ request, response }: Transfer): boolean {
  return !request.complete || response.headersSent;
}

function bytesOf({ socket }: Pick<FastifyRequest['raw'], 'socket'>): number {
  return socket.bytesRead + socket.bytesWritten;
}

/** Bytes per second, lately. */
function rateOf({ request, since }: Transfer): number {
  return (bytesOf(request) - since.bytes) / ((Date.now() - since.at) / 1000);
}
