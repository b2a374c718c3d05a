import { useMutation, useQueryClient } from '@tanstack/react-query';
import { transcriptTexts } from '#texts/transcript';
import { toast } from '../../../components/ui/toast-store';
import { sentenceOf } from '../../../lib/api/api-error';
import type { TranscriptView } from '../../../lib/api/api-types';
import { transcriptKey } from '../../agreements/api';
import { nameSpeaker, type SpeakerNaming } from '../api';
import { withName } from './with-name';

/** Gives a voice a name: shown at once, taken back when the server does not keep it. */
export function useNameSpeaker(agreementId: string): (label: string, naming: SpeakerNaming) => void {
  const queries = useQueryClient();
  const queryKey = transcriptKey(agreementId);
  const { mutate } = useMutation({
    mutationFn: ({ label, naming }: { label: string; naming: SpeakerNaming }) =>
      nameSpeaker(agreementId, label, naming),
    onMutate: async ({ label, naming }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<TranscriptView>(queryKey);
      if (before) queries.setQueryData<TranscriptView>(queryKey, withName(before, label, naming));
      return { before };
    },
    onSuccess: (transcript) => queries.setQueryData(queryKey, transcript),
    onError: (error, _, context) => {
      if (context?.before) queries.setQueryData(queryKey, context.before);
      toast({
        title: transcriptTexts.speakers.failed,
        text: sentenceOf(error, transcriptTexts.speakers.failedText),
        tone: 'destructive',
      });
    },
  });
  return (label, naming) => mutate({ label, naming });
}
