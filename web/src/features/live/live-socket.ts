import type { LiveAgreement } from '../../lib/api-types';

/** A session, or the mailed link of an invitation. */
export type LiveAuth = { token: string } | { agreementId: string; key: string };

interface LiveHandlers {
  onAgreement: (live: LiveAgreement) => void;
  /** The connection is there again: what happened meanwhile was missed. */
  onReturn?: () => void;
  onChange?: (isConnected: boolean) => void;
}

/** Listens to live events until the answered function is called. Events are hints: the server has the truth. */
export function listenLive(auth: LiveAuth, handlers: LiveHandlers): () => void {
  let isGone = false;
  let stop = () => {};
  import('socket.io-client')
    .then(({ io }) => {
      if (isGone) return;
      const socket = io({
        auth,
        withCredentials: true,
        transports: ['websocket', 'polling'],
        forceNew: true,
      });
      let hasConnected = false;
      socket.on('connect', () => {
        handlers.onChange?.(true);
        if (hasConnected) handlers.onReturn?.();
        hasConnected = true;
      });
      socket.on('disconnect', () => handlers.onChange?.(false));
      socket.on('agreement', handlers.onAgreement);
      stop = () => socket.disconnect();
    })
    .catch(() => undefined);
  return () => {
    isGone = true;
    stop();
  };
}
