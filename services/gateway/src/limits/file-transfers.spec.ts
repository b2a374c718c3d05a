import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { FileTransfers } from './file-transfers.js';

/** Of eight connections seven are used before somebody makes room. */
const USED = 7;
const KIB = 1024;

let transfers: FileTransfers;

beforeEach(() => {
  jest.useFakeTimers();
  transfers = new FileTransfers(Object.assign(new GatewayConfig(), { fileConnections: 8 }));
});

afterEach(() => {
  transfers.onModuleDestroy();
  jest.useRealTimers();
});

/** A request that has arrived, and an answer of which a reader takes what a test says. */
class Download {
  readonly socket = { bytesRead: 0, bytesWritten: 0, destroy: jest.fn() };
  private readonly response = Object.assign(new EventEmitter(), {
    headersSent: true,
    writableFinished: false,
  });

  begin(): this {
    const request = { raw: { complete: true, socket: this.socket } } as unknown as FastifyRequest;
    transfers.begin('files', request, { raw: this.response } as unknown as FastifyReply);
    return this;
  }

  take(bytes: number): this {
    this.socket.bytesWritten += bytes;
    return this;
  }

  waitForService(): this {
    this.response.headersSent = false;
    return this;
  }

  end(): void {
    this.response.emit('close');
  }

  get isEnded(): boolean {
    return this.socket.destroy.mock.calls.length > 0;
  }
}

const begin = () => new Download().begin();
const several = (count: number) => Array.from({ length: count }, begin);
const tooMany = expect.objectContaining({ code: 'too_many_requests' });

describe('when most connections for files are held', () => {
  it('the reader who takes least makes room, by what was taken lately and not at first', () => {
    const stalled = begin().take(5000 * KIB);
    const listeners = several(USED - 1);
    for (let second = 0; second < 60; second += 1) {
      for (const listener of listeners) listener.take(16 * KIB);
      jest.advanceTimersByTime(1000);
    }
    const next = begin();
    expect([stalled, ...listeners, next].map(({ isEnded }) => isEnded)).toEqual([
      true,
      ...listeners.map(() => false),
      false,
    ]);
  });

  it('nobody makes room who still waits for the service, or has only just come', () => {
    const waiting = several(USED - 1).map((download) => download.waitForService());
    jest.advanceTimersByTime(5000);
    const young = begin();
    expect(begin).toThrow(tooMany);
    jest.advanceTimersByTime(1000);
    begin();
    expect(young.isEnded).toBe(true);
    expect(waiting.some(({ isEnded }) => isEnded)).toBe(false);
  });

  it('nobody is ended for those that are over', () => {
    const downloads = several(USED);
    jest.advanceTimersByTime(5000);
    downloads[0]?.end();
    begin();
    expect(downloads.some(({ isEnded }) => isEnded)).toBe(false);
  });
});
