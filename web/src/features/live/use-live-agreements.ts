import { type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AgreementView, LiveAgreement, TranscriptView } from '../../lib/api/api-types';
import {
  type AgreementsPage,
  agreementQuery,
  agreementsKey,
  eventsKey,
  isAgreementKey,
  isTranscriptKey,
  statsKey,
  transcriptKey,
} from '../agreements/api';
import { changeInPages } from '../agreements/use-agreement-cache';
import { pendingPaymentsKey } from '../payments/api';
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
    let arePaymentsChanged = false;

    const refresh = () => {
      timer = undefined;
      const keys: (readonly string[])[] = [agreementsKey(userId), statsKey(userId)];
      if (arePaymentsChanged) keys.push(pendingPaymentsKey);
      arePaymentsChanged = false;
      for (const id of changed) keys.push(agreementQuery(id).queryKey, transcriptKey(id), eventsKey(id));
      changed.clear();
      for (const queryKey of keys) queries.invalidateQueries({ queryKey }).catch(() => undefined);
    };

    const onAgreement = (live: LiveAgreement) => {
      queries.setQueryData<InfiniteData<AgreementsPage>>(agreementsKey(userId), (data) =>
        changeInPages(data, live.agreementId, (item) => applyLive(item, live)),
      );
      // One that a link opened, or that was just paid, may be further back than the list reaches.
      queries.setQueryData(agreementQuery(live.agreementId).queryKey, (one) => one && applyLive(one, live));
      const key = transcriptKey(live.agreementId);
      const transcript = queries.getQueryData<TranscriptView>(key);
      if (transcript) {
        const moved = applyProgress(transcript, live);
        if (moved !== transcript) queries.setQueryData<TranscriptView>(key, moved);
      }
      if (!isFurther(transcript, live)) return;
      changed.add(live.agreementId);
      if (live.status !== null) arePaymentsChanged = true;
      // Not begun anew with each event: many in a row must not put the question off.
      timer ??= setTimeout(refresh, SETTLE_MS);
    };

    /** Events are not repeated after a lost connection: everything is read again. */
    const onConnect = (isFirst: boolean) => {
      if (isFirst) {
        const alone = queries
          .getQueryCache()
          .findAll({ predicate: ({ queryKey }) => isAgreementKey(queryKey) || isTranscriptKey(queryKey) });
        const keys = [agreementsKey(userId), statsKey(userId), ...alone.map(({ queryKey }) => queryKey)];
        for (const key of keys) {
          refetchAnswered(queries, key).catch(() => undefined);
        }
        return;
      }
      arePaymentsChanged = true;
      refresh();
      queries
        .invalidateQueries({
          predicate: ({ queryKey }) => isTranscriptKey(queryKey) || isAgreementKey(queryKey),
        })
        .catch(() => undefined);
    };

    const stop = listenLive({ token }, { onAgreement, onConnect });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queries, userId, token]);
}

const ENDED = new Set(['done', 'failed']);

/** Writes progress into a transcript that is being made; how it ended is only told together with its words. */
export function applyProgress(transcript: TranscriptView, live: LiveAgreement): TranscriptView {
  const { status, percent } = transcript;
  if (ENDED.has(status) || (live.stage && ENDED.has(live.stage))) return transcript;
  return {
    ...transcript,
    status: live.stage ?? status,
    percent: live.percent ?? (live.stage && live.stage !== status ? 0 : percent),
  };
}

/** Whether an event tells of more than progress: another state, or words that are not here yet. */
export function isFurther(transcript: TranscriptView | undefined, live: LiveAgreement): boolean {
  if (!transcript || live.status !== null) return true;
  if (live.stage !== null && live.stage !== transcript.status) return true;
  // Something happened that is in no transcript: who agreed was confirmed or objected to.
  if (live.stage === null && live.percent === null && live.segmentCount === null) return true;
  return (live.segmentCount ?? 0) > transcript.segments.length;
}

/**
 * Reads again what was answered before the connection was there. Running requests are waited for, as their answers may
 * be older; failed ones are not repeated, because the screen already offers that.
 */
export async function refetchAnswered(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await Promise.allSettled(
    queries
      .getQueryCache()
      .findAll({ queryKey })
      .map(({ promise }) => promise),
  );
  await queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.status === 'success' });
}
