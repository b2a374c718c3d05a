import { act } from '@testing-library/react';
import type { LiveAuth } from '../features/live/live-socket';
import type { LiveAgreement } from '../lib/api/api-types';

/** What the server tells a browser, and what the library tells about the connection. */
interface LiveEvents {
  connect: () => void;
  disconnect: (reason: string) => void;
  connect_error: (error: { message: string }) => void;
  agreement: (live: LiveAgreement) => void;
}

/** The module that screens load to hear live events. */
export const LIVE_MODULE = 'socket.io-client';

/** One connection that a screen has opened. */
export class LiveSocket {
  /** Whether the library goes on trying by itself. */
  active = true;
  isOpen = true;
  connects = 0;
  private readonly listeners: Partial<LiveEvents> = {};

  constructor(readonly auth: LiveAuth) {}

  on<E extends keyof LiveEvents>(event: E, listener: LiveEvents[E]): void {
    Object.assign(this.listeners, { [event]: listener });
  }

  connect(): void {
    this.connects += 1;
  }

  disconnect(): void {
    this.isOpen = false;
  }

  /** Lets the screen hear an event. */
  emit<E extends keyof LiveEvents>(event: E, ...told: Parameters<LiveEvents[E]>): void {
    const listener = this.listeners[event] as ((...args: Parameters<LiveEvents[E]>) => void) | undefined;
    act(() => listener?.(...told));
  }
}

let sockets: LiveSocket[] = [];

/** Stands in for the library; in a test nothing is connected until the test says so. */
export const liveModule = {
  io: ({ auth }: { auth: LiveAuth }) => {
    const socket = new LiveSocket(auth);
    sockets.push(socket);
    return socket;
  },
};

/** The connections that are open now. */
export function liveSockets(): readonly LiveSocket[] {
  return sockets.filter(({ isOpen }) => isOpen);
}

/** Tells every open connection about an agreement. */
export function tellLive(live: Pick<LiveAgreement, 'agreementId'> & Partial<LiveAgreement>): void {
  const event = {
    status: null,
    stage: null,
    percent: null,
    segmentCount: null,
    at: '2026-11-21T10:00:00.000Z',
    ...live,
  };
  for (const socket of liveSockets()) socket.emit('agreement', event);
}

export function resetLive(): void {
  sockets = [];
}
