import {
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AgreementView, LiveAgreement, TranscriptView } from '../../lib/api/api-types';
import {
  type AgreementsPage,
  agreementQuery,
  agreementsKey,
  eventsKey,
  isAgreementKey,
  statsKey,
  statsQuery,
  transcriptKey,
} from '../agreements/api';
import { changeInPages } from '../agreements/use-agreement-cache';
import { pendingPaymentsKey } from '../payments/api';
import { listenLive } from './live-socket';

const SETTLE_MS = 250;

const isOfAgreement = ({ queryKey }: Query) => isAgreementKey(queryKey);

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
    const listKey = agreementsKey(userId);
    const countsKey = statsKey(userId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();
    /** The list, the counts and the open payments, where an event concerns them. */
    const due = new Set<QueryKey>();
    let isListAsked = false;

    const invalidate = (queryKey: QueryKey) => {
      queries.invalidateQueries({ queryKey }).catch(() => undefined);
    };

    /** Reads the list again once it is at rest: a page that is being added arrives first. */
    const askForList = async () => {
      if (isListAsked) return;
      isListAsked = true;
      await settled(queries, listKey);
      isListAsked = false;
      invalidate(listKey);
    };

    const refresh = () => {
      timer = undefined;
      for (const queryKey of due) {
        if (queryKey === listKey) askForList().catch(() => undefined);
        else invalidate(queryKey);
      }
      for (const id of changed) {
        for (const key of [agreementQuery(id).queryKey, transcriptKey(id), eventsKey(id)]) invalidate(key);
      }
      due.clear();
      changed.clear();
    };

    const onAgreement = (live: LiveAgreement) => {
      const { agreementId } = live;
      const oneKey = agreementQuery(agreementId).queryKey;
      const known =
        queries
          .getQueryData<InfiniteData<AgreementsPage>>(listKey)
          ?.pages.flatMap(({ items }) => items)
          .find((item) => item.agreementId === agreementId) ?? queries.getQueryData(oneKey);
      queries.setQueryData<InfiniteData<AgreementsPage>>(listKey, (data) =>
        changeInPages(data, agreementId, (item) => applyLive(item, live)),
      );
      // One that a link opened, or that was just paid, may be further back than the list reaches.
      queries.setQueryData(oneKey, (one) => one && applyLive(one, live));
      const key = transcriptKey(agreementId);
      const transcript = queries.getQueryData<TranscriptView>(key);
      if (transcript) {
        const moved = applyProgress(transcript, live);
        if (moved !== transcript) queries.setQueryData<TranscriptView>(key, moved);
      }
      const isNew = isMoreThanProgress(known?.transcript.stage, live);
      if (isNew) due.add(listKey).add(countsKey);
      if (live.status !== null) due.add(pendingPaymentsKey);
      if (isNew || isFurther(transcript, live)) changed.add(agreementId);
      if (due.size === 0 && changed.size === 0) return;
      // Not begun anew with each event: many in a row must not put the question off.
      timer ??= setTimeout(refresh, SETTLE_MS);
    };

    /** Events are not repeated after a lost connection: everything is read again. */
    const onConnect = (isFirst: boolean) => {
      if (isFirst) {
        const alone = queries.getQueryCache().findAll({ predicate: isOfAgreement });
        const keys = [listKey, countsKey, ...alone.map(({ queryKey }) => queryKey)];
        for (const key of keys) {
          refetchAnswered(queries, key).catch(() => undefined);
        }
        return;
      }
      due.add(listKey).add(countsKey).add(pendingPaymentsKey);
      refresh();
      queries.invalidateQueries({ predicate: isOfAgreement }).catch(() => undefined);
    };

    /** An answer says whether the session is over: then it ends here as well, and the screen with it. */
    const onShutOut = () => queries.fetchQuery({ ...statsQuery(userId), staleTime: 0 });

    const stop = listenLive({ token }, { onAgreement, onConnect, onShutOut });
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

/**
 * Whether an event tells of more than how far a stage is: of another status, or of another stage than the known one.
 * @param stage undefined where nothing is known of the agreement: then nothing of it is shown either
 */
export function isMoreThanProgress(stage: string | undefined, live: LiveAgreement): boolean {
  if (live.status !== null) return true;
  // Something happened that is in no transcript: who agreed was confirmed or objected to.
  if (live.stage === null && live.percent === null && live.segmentCount === null) return true;
  return live.stage !== null && stage !== undefined && live.stage !== stage;
}

/** Whether a transcript must be asked for again: it is in another state, or has words that are not here yet. */
export function isFurther(transcript: TranscriptView | undefined, live: LiveAgreement): boolean {
  if (isMoreThanProgress(transcript?.status, live)) return true;
  return transcript !== undefined && (live.segmentCount ?? 0) > transcript.segments.length;
}

/** Waits until what is asked for now is answered, one way or another, also where one question follows another. */
async function settled(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const running = () => queries.getQueryCache().find({ queryKey })?.promise;
  for (let asked = running(); asked; asked = running()) await Promise.allSettled([asked]);
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
