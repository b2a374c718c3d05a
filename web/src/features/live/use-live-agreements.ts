import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AgreementView, LiveAgreement, TranscriptView } from '../../lib/api/api-types';
import {
  type AgreementsPage,
  agreementsKey,
  eventsKey,
  isTranscriptKey,
  statsKey,
  transcriptKey,
} from '../agreements/api';
import { changeInPages } from '../agreements/use-agreement-cache';
import { applyProgress, isNews } from './apply-transcript';
import { catchUp } from './catch-up';
import { listenLive } from './live-socket';

const SETTLE_MS = 250;

/**
 * Writes what a live event tells into its agreement; the server's answer replaces it soon after.
 * Leaving `awaiting_party` ends the invitation, so its actions go at once.
 */
export function applyLive(agreement: AgreementView, live: LiveAgreement): AgreementView {
  const { stage, percent } = agreement.transcript;
  return {
    ...agreement,
    status: live.status ?? agreement.status,
    invitation: live.status && live.status !== 'awaiting_party' ? null : agreement.invitation,
    transcript: { stage: live.stage ?? stage, percent: live.percent ?? (live.stage ? 0 : percent) },
  };
}

/**
 * Follows the user's agreements while the screen is open. Events are hints: the screen shows them at once
 * and asks the server again, also after every (re)connect.
 */
export function useLiveAgreements(userId: number, token: string): void {
  const queries = useQueryClient();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();

    const refresh = () => {
      timer = undefined;
      const keys: (readonly string[])[] = [agreementsKey(userId), statsKey(userId)];
      for (const id of changed) keys.push(transcriptKey(id), eventsKey(id));
      changed.clear();
      for (const queryKey of keys) queries.invalidateQueries({ queryKey }).catch(() => undefined);
    };

    const onAgreement = (live: LiveAgreement) => {
      queries.setQueryData<InfiniteData<AgreementsPage>>(agreementsKey(userId), (data) =>
        changeInPages(data, live.agreementId, (item) => applyLive(item, live)),
      );
      const key = transcriptKey(live.agreementId);
      const transcript = queries.getQueryData<TranscriptView>(key);
      if (transcript) {
        const moved = applyProgress(transcript, live);
        if (moved !== transcript) queries.setQueryData<TranscriptView>(key, moved);
      }
      if (!isNews(transcript, live)) return;
      changed.add(live.agreementId);
      // Not begun anew with each event: many in a row must not put the question off.
      timer ??= setTimeout(refresh, SETTLE_MS);
    };

    /** What came while there was no connection is not told again. */
    const onConnect = (isFirst: boolean) => {
      if (isFirst) {
        for (const key of [agreementsKey(userId), statsKey(userId)]) {
          catchUp(queries, key).catch(() => undefined);
        }
        return;
      }
      refresh();
      queries
        .invalidateQueries({ predicate: ({ queryKey }) => isTranscriptKey(queryKey) })
        .catch(() => undefined);
    };

    const stop = listenLive({ token }, { onAgreement, onConnect });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queries, userId, token]);
}
