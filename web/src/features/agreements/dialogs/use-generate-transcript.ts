import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { toast } from '../../../components/ui/toast-store';
import { sentenceOf } from '../../../lib/api/api-error';
import type { TranscriptView } from '../../../lib/api/api-types';
import { eventsKey, generateTranscript, transcriptKey, transcriptQuery } from '../api';

export interface Generation {
  start: () => void;
  isWorking: boolean;
  /** Whether the text existed before it was asked for. */
  isCached: boolean;
  /** The transcript as far as it is known; followed while it is being made. */
  transcript: TranscriptView | null;
  error: unknown;
}

/** Asks for the transcript of an agreement, waits for it and says when it is there. */
export function useGenerateTranscript(agreementId: string, isAllowed: boolean): Generation {
  const queries = useQueryClient();
  const [isCached, setCached] = useState(false);
  const isAwaited = useRef(false);
  const transcript = useQuery({ ...transcriptQuery(agreementId), enabled: isAllowed });
  const status = transcript.data?.status;

  const generate = useMutation({
    mutationFn: () => generateTranscript(agreementId),
    onSuccess: async (answer) => {
      if (answer.transcript === undefined) {
        isAwaited.current = true;
      } else {
        setCached(answer.cached === true);
        toast({
          title: t.viewer.generated,
          text: answer.cached ? t.viewer.generatedCached : t.viewer.generatedNew,
        });
      }
      await queries.invalidateQueries({ queryKey: transcriptKey(agreementId) });
    },
    onError: (error) =>
      toast({
        title: t.viewer.generateFailed,
        text: sentenceOf(error, t.viewer.transcriptFailed),
        tone: 'destructive',
      }),
  });

  // The transcript arrives by itself: through a live event or the repeated question while it is made.
  useEffect(() => {
    if (!isAwaited.current || (status !== 'done' && status !== 'failed')) return;
    isAwaited.current = false;
    toast(
      status === 'done'
        ? { title: t.viewer.generated, text: t.viewer.generatedNew }
        : { title: t.viewer.generateFailed, text: t.viewer.transcriptFailed, tone: 'destructive' },
    );
    queries.invalidateQueries({ queryKey: eventsKey(agreementId) }).catch(() => undefined);
  }, [status, queries, agreementId]);

  const { mutate } = generate;
  const start = useCallback(() => mutate(), [mutate]);

  return {
    start,
    isWorking: generate.isPending,
    isCached,
    transcript: transcript.data ?? null,
    error: generate.error,
  };
}
