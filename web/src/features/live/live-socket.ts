import type { LiveAgreement } from '../../lib/api/api-types';
import { countConnection } from './connection';

/** A session, or the mailed link of an invitation. */
export type LiveAuth = { token: string } | { agreementId: string; key: string };

interface LiveHandlers {
  onAgreement: (live: LiveAgreement) => void;
  /** There is a connection, the first one or again: what happened before it was not told. */
  onConnect?: (isFirst: boolean) => void;
  onDisconnect?: () => void;
  /**
   * The server has ended the connection or refuses it, as of a session that is over. It is tried again once this is
   * settled, should anybody still listen then; left out, never.
   */
  onShutOut?: () => Promise<unknown>;
}

const REFUSED_RETRY_MS = 2000;
/** How long it takes until code that did not arrive is asked for again; after that, when the network is back. */
const CODE_RETRY_MS = [2000, 15_000];

/** Listens to live events until the answered function is called. Events are hints: the server has the truth. */
export function listenLive(auth: LiveAuth, handlers: LiveHandlers): () => void {
  const { onAgreement, onConnect, onDisconnect, onShutOut } = handlers;
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
      // Without this the second is never tried: where no WebSocket gets through, nothing would be told.
      tryAllTransports: true,
      forceNew: true,
    });
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const tryAgain = () => {
      if (!isGone) retry = setTimeout(() => socket.connect(), REFUSED_RETRY_MS);
    };
    const shutOut = () => {
      onShutOut?.().then(tryAgain, tryAgain);
    };
    socket.on('connect', () => {
      setUp(true);
      onConnect?.(isFirst);
      isFirst = false;
    });
    // The library reconnects after a lost network, not after the server's own end or a refusal.
    socket.on('disconnect', (reason) => {
      setUp(false);
      onDisconnect?.();
      if (reason === 'io server disconnect') shutOut();
    });
    socket.on('connect_error', ({ message }) => {
      if (socket.active) return;
      if (message === 'unauthenticated') shutOut();
      else tryAgain();
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
