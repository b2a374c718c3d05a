import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveAgreement } from '../../../lib/api/api-types';
import type { ListPage } from '../../../lib/api/pages';
import { useAdminSession } from '../../../lib/session/admin-session';
import { changeInPages } from '../../agreements/use-agreement-cache';
import { listenLive } from '../../live/live-socket';
import { applyLive, refetchAnswered } from '../../live/use-live-agreements';
import { type AdminAgreement, paths } from '../api';

/** The list is read again at most this often, however much happens. */
const SETTLE_MS = 2000;

/** Keeps the list of contracts as it is now: events are shown at once, and what they leave out is read again. */
export function useLiveList(): void {
  const queries = useQueryClient();
  const token = useAdminSession()?.token;

  useEffect(() => {
    if (!token) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer = undefined;
      queries.invalidateQueries({ queryKey: [paths.agreements] }).catch(() => undefined);
    };
    const onAgreement = (live: LiveAgreement) => {
      queries.setQueriesData<InfiniteData<ListPage<AdminAgreement>>>(
        { queryKey: [paths.agreements] },
        (data) => changeInPages(data, live.agreementId, (item) => ({ ...item, ...applyLive(item, live) })),
      );
      // How far a transcript is stands in the event itself.
      if (live.status !== null || live.stage === 'failed') timer ??= setTimeout(readAgain, SETTLE_MS);
    };
    const onConnect = (isFirst: boolean) => {
      if (isFirst) refetchAnswered(queries, [paths.agreements]).catch(() => undefined);
      else readAgain();
    };
    const stop = listenLive({ token }, { onAgreement, onConnect });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queries, token]);
}
