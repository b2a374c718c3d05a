import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from '../../components/ui/toast-store';
import { t } from '../../i18n/en';
import { sentenceOf } from '../../lib/api-error';
import type { AgreementView, TranscriptView } from '../../lib/api-types';
import { eventsKey, generateTranscript, transcriptKey } from './api';

/** Starts the transcript of an agreement and says when it is there. */
export function useGenerateTranscript(agreement: AgreementView): { start: () => void; isWorking: boolean } {
  const { agreementId } = agreement;
  const queries = useQueryClient();
  const isAwaited = useRef(false);
  const generate = useMutation({
    mutationFn: () => generateTranscript(agreementId),
    onSuccess: async (answer) => {
      if (answer.transcript === undefined) {
        isAwaited.current = true;
      } else {
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
  useEffect(
    () =>
      queries.getQueryCache().subscribe(() => {
        if (!isAwaited.current) return;
        const status = queries.getQueryData<TranscriptView>(transcriptKey(agreementId))?.status;
        if (status !== 'done' && status !== 'failed') return;
        isAwaited.current = false;
        toast(
          status === 'done'
            ? { title: t.viewer.generated, text: t.viewer.generatedNew }
            : { title: t.viewer.generateFailed, text: t.viewer.transcriptFailed, tone: 'destructive' },
        );
        queries.invalidateQueries({ queryKey: eventsKey(agreementId) }).catch(() => undefined);
      }),
    [queries, agreementId],
  );

  return { start: () => generate.mutate(), isWorking: generate.isPending };
}
