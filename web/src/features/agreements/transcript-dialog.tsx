import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Download, Share2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { copyText } from '../../components/ui/copy-text';
import { Dialog } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import { Skeleton } from '../../components/ui/skeleton';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import type { AgreementView, TranscriptView } from '../../lib/api/api-types';
import { saveFile } from '../../lib/browser/files';
import { checkoutPath } from '../../lib/session/pending-checkout';
import { useConnected } from '../live/connection';
import { commonLanguage, whyNoWords, wordsToShare } from '../transcript/transcript-text';
import { fallbackFrom } from './act';
import { eventsKey, generateTranscript, transcriptKey, transcriptQuery } from './api';
import { FallbackPanel } from './fallback-panel';
import { needsFallback, shareBarrier } from './status';

interface Generation {
  start: () => void;
  isWorking: boolean;
  /** Whether the text existed before it was asked for. */
  isCached: boolean;
  /** The transcript as far as it is known; followed while it is being made. */
  transcript: TranscriptView | null;
  error: unknown;
}

/** Asks for the transcript of an agreement, waits for it and says when it is there. */
function useGenerateTranscript(agreementId: string, isAllowed: boolean): Generation {
  const queries = useQueryClient();
  const [isCached, setCached] = useState(false);
  const isAwaited = useRef(false);
  const transcript = useQuery({ ...transcriptQuery(agreementId, useConnected()), enabled: isAllowed });
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

const text = dashboardTexts.share;

interface TranscriptDialogProps {
  agreement: AgreementView;
  onClose: () => void;
}

interface ReadyProps {
  agreementId: string;
  words: string;
  /** What is spoken; null where nobody knows. */
  language: string | null;
  note: string | null;
}

function Ready({ agreementId, words, language, note }: ReadyProps) {
  const keep = () =>
    saveFile(new Blob([words], { type: 'text/plain;charset=utf-8' }), `transcript_${agreementId}.txt`);
  return (
    <>
      {note && <Notice tone="info">{note}</Notice>}
      <p lang={language ?? undefined} className="max-w-prose whitespace-pre-wrap">
        {words}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copyText(words)}>
          <Copy className="size-5" aria-hidden="true" />
          {text.copy}
        </Button>
        <Button variant="secondary" onClick={keep}>
          <Download className="size-5" aria-hidden="true" />
          {text.download}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button
            variant="secondary"
            // Whoever changes their mind has done nothing wrong.
            onClick={() => void navigator.share({ text: words }).catch(() => undefined)}
          >
            <Share2 className="size-5" aria-hidden="true" />
            {text.send}
          </Button>
        )}
      </div>
    </>
  );
}

function Working({ transcript }: { transcript: TranscriptView | null }) {
  const stage = transcript && transcript.status !== 'none' ? transcript.status : 'queued';
  const percent = Math.round(transcript?.percent ?? 0);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-x-2 text-muted">
        <span role="status">{t.status.stages[stage]}</span>
        <span aria-hidden="true" className="tabular-nums">
          {dashboardTexts.viewer.percent(percent)}
        </span>
      </p>
      <Progress label={t.status.stages[stage]} value={percent} />
      <p>{text.working}</p>
    </div>
  );
}

/** Asks for the transcript and shows it. */
function Generated({ agreement }: { agreement: AgreementView }) {
  const { agreementId } = agreement;
  const generation = useGenerateTranscript(agreementId, true);
  const { transcript, error } = generation;
  const { start } = generation;

  // One tick later, so that a screen which is taken away at once asks nothing.
  useEffect(() => {
    const timer = setTimeout(start, 0);
    return () => clearTimeout(timer);
  }, [start]);

  const words =
    transcript && (transcript.human || transcript.status === 'done')
      ? wordsToShare(transcript, agreement.title)
      : '';
  if (words) {
    const note = generation.isCached ? text.cached : null;
    return (
      <Ready agreementId={agreementId} words={words} language={commonLanguage(transcript)} note={note} />
    );
  }
  if (generation.isWorking) return <Skeleton className="h-40" />;
  if (error || transcript?.status === 'failed') {
    const options = fallbackFrom(error) ?? transcript?.fallbackOptions ?? null;
    if (options || needsFallback(agreement, transcript))
      return <FallbackPanel agreementId={agreementId} options={options} known={transcript?.humanOrder} />;
    return (
      <Notice tone="danger" role="alert" title={t.viewer.generateFailed}>
        <p>{error ? sentenceOf(error, t.viewer.transcriptFailed) : t.viewer.transcriptFailed}</p>
        <Button variant="secondary" className="mt-2 self-start" busy={generation.isWorking} onClick={start}>
          {t.common.tryAgain}
        </Button>
      </Notice>
    );
  }
  if (!transcript) return <Skeleton className="h-40" />;
  if (transcript.status === 'done') return <p>{whyNoWords(transcript)}</p>;
  return <Working transcript={transcript} />;
}

/** The transcript as text, to copy or to keep as a file; while there is none, why. */
export function TranscriptDialog({ agreement, onClose }: TranscriptDialogProps) {
  const barrier = shareBarrier(agreement);
  let body: ReactNode;
  if (barrier === null) body = <Generated agreement={agreement} />;
  else {
    body = (
      <>
        <p>{barrier === 'waiting' ? text.waiting(agreement.partyBName) : text[barrier]}</p>
        {barrier === 'locked' && (
          <a
            href={checkoutPath(agreement.agreementId, agreement.planType)}
            className={buttonClass('primary', 'md', 'self-start')}
          >
            {t.dashboard.pay}
          </a>
        )}
      </>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={barrier === null ? text.title : text.later}
      description={text.description}
      className="sm:max-w-2xl!"
    >
      <div className="flex flex-col gap-5">{body}</div>
    </Dialog>
  );
}
