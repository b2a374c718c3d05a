import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AgreementView, LiveAgreement } from '../../lib/api-types';
import { agreementsKey, eventsKey, statsKey, transcriptKey } from '../agreements/api';

const SETTLE_MS = 250;

interface AgreementsPage {
  items: AgreementView[];
  nextCursor: string | null;
}

/** Writes what a live event tells into one agreement; the server's answer replaces it soon after. */
export function applyLive(agreement: AgreementView, live: LiveAgreement): AgreementView {
  if (agreement.agreementId !== live.agreementId) return agreement;
  const { stage, percent } = agreement.transcript;
  return {
    ...agreement,
    status: live.status ?? agreement.status,
    transcript: { stage: live.stage ?? stage, percent: live.percent ?? (live.stage ? 0 : percent) },
  };
}

/**
 * Follows the user's agreements while the screen is open. Events are hints: the screen shows them at once
 * and asks the server again, also after every (re)connect.
 */
export function useLiveAgreements(userId: number, token: string): boolean {
  const queries = useQueryClient();
  const [isConnected, setConnected] = useState(false);

  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();

    const refresh = () => {
      const keys: (readonly string[])[] = [agreementsKey(userId), statsKey(userId)];
      for (const id of changed) keys.push(transcriptKey(id), eventsKey(id));
      changed.clear();
      for (const queryKey of keys) queries.invalidateQueries({ queryKey }).catch(() => undefined);
    };

    const onAgreement = (live: LiveAgreement) => {
      queries.setQueryData<InfiniteData<AgreementsPage>>(
        agreementsKey(userId),
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => applyLive(item, live)),
            })),
          },
      );
      changed.add(live.agreementId);
      clearTimeout(timer);
      timer = setTimeout(refresh, SETTLE_MS);
    };

    import('socket.io-client')
      .then(({ io }) => {
        if (isGone) return;
        const socket = io({ auth: { token }, withCredentials: true, transports: ['websocket', 'polling'] });
        let hasConnected = false;
        socket.on('connect', () => {
          setConnected(true);
          if (hasConnected) refresh();
          hasConnected = true;
        });
        socket.on('disconnect', () => setConnected(false));
        socket.on('agreement', onAgreement);
        stop = () => socket.disconnect();
      })
      .catch(() => undefined);

    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [queries, userId, token]);

  return isConnected;
}
