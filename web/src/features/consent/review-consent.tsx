import { useMutation } from '@tanstack/react-query';
import { RotateCcw, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { invitationTexts } from '#texts/invitation';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { hashOf } from '../../lib/browser/files';
import { Waker } from '../../lib/waker';
import { DraftPlayer, WaitingNotice } from '../new-agreement/draft-recording';
import { setAside } from '../recording/drafts/draft-recovery';
import type { DraftRecording } from '../recording/engine/recorder-state';
import { SaveSound } from '../recording/ui/save-sound';
import { untilAnswered, type WaitCause } from '../recording/upload/retry';
import type { Ticks } from './answer-card';
import { needsNewRecording, sendFailure } from './closed-view';
import { sendConsent } from './invitation-api';

const text = invitationTexts.review;

interface ReviewConsentProps {
  draft: DraftRecording;
  isSending: boolean;
  /** 0 to 1. */
  progress: number;
  /** Why sending pauses; null while it runs. */
  waitsFor: WaitCause | null;
  error: unknown;
  onAgain: () => void;
  onSend: () => void;
  onRetry: () => void;
}

function Failure({ error, draft }: { error: unknown; draft: DraftRecording }) {
  const kind = sendFailure(error);
  if (kind === 'outdated') {
    return (
      <Notice tone="warn" role="alert" title={text.outdatedTitle}>
        <p>{draft.isOnDevice ? text.outdated : text.outdatedMemory}</p>
        <Button variant="secondary" className="mt-2 self-start" onClick={() => window.location.reload()}>
          {text.reload}
        </Button>
      </Notice>
    );
  }
  if (kind === 'refused') {
    return (
      <Notice tone="danger" role="alert" title={text.failedTitle}>
        <p>{sentenceOf(error, text.failed)}</p>
        <SaveSound read={async () => draft} className="mt-2 self-start" />
      </Notice>
    );
  }
  return (
    <Notice tone="warn" role="alert" title={text.unreachableTitle}>
      {draft.isOnDevice ? text.unreachable : text.unreachableMemory}
    </Notice>
  );
}

/** Listen, then decide: again or send. */
export function ReviewConsent(props: ReviewConsentProps) {
  const { draft, isSending, progress, waitsFor, error, onAgain, onSend } = props;
  const onlyAgain = needsNewRecording(error);
  const again = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The button that sent it is gone; the only one left takes the focus, unless that is elsewhere by now.
    if (onlyAgain && document.activeElement === document.body) again.current?.focus();
  }, [onlyAgain]);
  return (
    <Card className="flex flex-col gap-6">
      <DraftPlayer draft={draft} />
      {Boolean(error) && <Failure error={error} draft={draft} />}
      {waitsFor && <WaitingNotice draft={draft} waitsFor={waitsFor} />}
      {isSending && !waitsFor && (
        <div className="flex flex-col gap-1.5">
          <Progress label={text.progress} value={progress * 100} />
          <p className="text-sm text-muted tabular-nums">{text.sent(Math.round(progress * 100))}</p>
        </div>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        {onlyAgain ? null : waitsFor ? (
          <Button size="lg" onClick={props.onRetry}>
            {t.common.tryAgain}
          </Button>
        ) : (
          <Button size="lg" busy={isSending} onClick={onSend}>
            {!isSending && <Send className="size-5" aria-hidden="true" />}
            {isSending ? text.sending : text.send}
          </Button>
        )}
        <Button
          ref={again}
          size="lg"
          variant={onlyAgain ? 'primary' : 'secondary'}
          aria-disabled={isSending}
          onClick={isSending ? undefined : onAgain}
        >
          <RotateCcw className="size-5" aria-hidden="true" />
          {text.again}
        </Button>
      </div>
    </Card>
  );
}

interface ConsentOptions {
  agreementId: string;
  key: string | null;
  statements: Ticks;
  draft: DraftRecording | null;
}

/** Sends a spoken consent and compares the server's fingerprint with this device's. */
export function useConsent({ agreementId, key, statements, draft }: ConsentOptions) {
  const [hash, setHash] = useState<string | null>(null);
  const [progress, setProgress] = useState(0);
  const [waitsFor, setWaitsFor] = useState<WaitCause | null>(null);
  const waker = useRef(new Waker());
  const control = useRef<AbortController | null>(null);
  const hashing = useRef<Promise<string | null>>(Promise.resolve(null));

  useEffect(() => {
    let isGone = false;
    setHash(null);
    if (!draft) return;
    hashing.current = hashOf(draft.blob).catch(() => null);
    hashing.current.then((value) => !isGone && setHash(value)).catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [draft]);

  useEffect(() => () => control.current?.abort(), []);

  const send = useMutation({
    mutationFn: async (recorded: DraftRecording) => {
      const mine = new AbortController();
      control.current = mine;
      const { signal } = mine;
      setProgress(0);
      // The same recording again is answered with the receipt of the first time.
      const answer = await untilAnswered(
        () => sendConsent({ agreementId, key, statements, draft: recorded, onProgress: setProgress, signal }),
        { onWait: setWaitsFor, waker: waker.current, signal },
      );
      const own = await hashing.current;
      if (own && own !== answer.sha256) {
        const { mismatch } = invitationTexts.review;
        throw new ApiError(422, 'hash_mismatch', mismatch, mismatch);
      }
      return answer;
    },
    onSuccess: (_answer, recorded) => {
      setAside(recorded.id, agreementId).catch(() => undefined);
    },
  });

  return {
    ...{ hash, progress, send },
    /** Why sending pauses; null while it runs. */
    waitsFor: send.isPending ? waitsFor : null,
    retry: () => waker.current.wake(),
  };
}
