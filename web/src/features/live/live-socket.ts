import type { LiveAgreement } from '../../lib/api/api-types';
import { countConnection } from './connection';

/** A session, or the mailed link of an invitation. */
export type LiveAuth = { token: string } | { agreementId: string; key: string };

interface LiveHandlers {
  onAgreement: (live: LiveAgreement) => void;
  /** There is a connection, the first one or again: what happened before it was not told. */
  onConnect?: (isFirst: boolean) => void;
  onDisconnect?: () => void;
}

const REFUSED_RETRY_MS = 2000;
/** How long it takes until code that did not arrive is asked for again; after that, when the network is back. */
const CODE_RETRY_MS = [2000, 15_000];

/** Listens to live events until the answered function is called. Events are hints: the server has the truth. */
export function listenLive(auth: LiveAuth, handlers: LiveHandlers): () => void {
  const { onAgreement, onConnect, onDisconnect } = handlers;
  let isGone = false;
  let isUp = false;
  const setUp = (next: boolean) => {
    if (next === isUp) return;
    isUp = next;
    countConnection(next ? 1 : -1);
  };
  let disconnect = () => {};
  const connect = (io: typeof import('socket.io-client').io) => {
    const socket = io({
      auth,
      withCredentials: true,
      transports: ['websocket', 'polling'],
      forceNew: true,
    });
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    socket.on('connect', () => {
      setUp(true);
      onConnect?.(isFirst);
      isFirst = false;
    });
    socket.on('disconnect', () => {
      setUp(false);
      onDisconnect?.();
    });
    // The library reconnects after a lost network, not after a refusal. Of the refusals only this one is final.
    socket.on('connect_error', ({ message }) => {
      if (socket.active || message === 'unauthenticated') return;
      retry = setTimeout(() => socket.connect(), REFUSED_RETRY_MS);
    });
    socket.on('agreement', onAgreement);
    disconnect = () => {
      clearTimeout(retry);
      socket.disconnect();
      setUp(false);
    };
  };

  let isLoaded = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopLoading = () => {
    clearTimeout(timer);
    window.removeEventListener('online', load);
  };
  const load = () => {
    clearTimeout(timer);
    import('socket.io-client').then(
      ({ io }) => {
        if (isGone || isLoaded) return;
        isLoaded = true;
        stopLoading();
        connect(io);
      },
      () => {
        if (isGone || isLoaded) return;
        clearTimeout(timer);
        const pause = CODE_RETRY_MS[tries++];
        if (pause !== undefined) timer = setTimeout(load, pause);
      },
    );
  };
  window.addEventListener('online', load);
  load();
  return () => {
    isGone = true;
    stopLoading();
    disconnect();
  };
}
