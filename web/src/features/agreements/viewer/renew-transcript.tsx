import { useMutation, useQueryClient } from '@tanstack/react-query';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../../components/ui/button';
import { Notice } from '../../../components/ui/notice';
import { toast } from '../../../components/ui/toast-store';
import { sentenceOf } from '../../../lib/api/api-error';
import type { TranscriptView } from '../../../lib/api/api-types';
import { renewTranscript } from '../../transcript/api';
import { transcriptKey } from '../api';

const text = transcriptTexts.quality;

/** Where a better engine is here than the one that made this draft: the way to have it made again. */
export function RenewTranscript({ transcript }: { transcript: TranscriptView }) {
  const { agreementId, isRenewable, isRenewing } = transcript;
  const queries = useQueryClient();
  const renewal = useMutation({
    mutationFn: () => renewTranscript(agreementId),
    onSuccess: (renewed) => queries.setQueryData(transcriptKey(agreementId), renewed),
    onError: (error) =>
      toast({
        title: text.renewFailed,
        text: sentenceOf(error, text.renewFailedText),
        tone: 'destructive',
      }),
  });
  if (isRenewing) return <Notice tone="info">{text.renewing}</Notice>;
  if (!isRenewable) return null;
  return (
    <Notice tone="info">
      <p>{text.renewText}</p>
      <Button
        variant="secondary"
        className="self-start"
        busy={renewal.isPending}
        onClick={() => renewal.mutate()}
      >
        {text.renew}
      </Button>
    </Notice>
  );
}
