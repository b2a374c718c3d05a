import { RotateCcw, Send } from 'lucide-react';
import { t } from '#texts/common';
import { invitationTexts } from '#texts/invitation';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import { sentenceOf } from '../../lib/api/api-error';
import { TakePlayer } from '../agreements/deal/take-player';
import { WaitingNotice } from '../agreements/deal/waiting-notice';
import type { Take } from '../recorder/engine/recorder';
import type { WaitCause } from '../recorder/upload/transfer/retry';
import { needsAnotherTake, sendFailure } from './link-state';

const text = invitationTexts.review;

interface ReviewConsentProps {
  take: Take;
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

function Failure({ error, take }: { error: unknown; take: Take }) {
  const kind = sendFailure(error);
  if (kind === 'outdated') {
    return (
      <Notice tone="warn" role="alert" title={text.outdatedTitle}>
        <p>{text.outdated}</p>
        <Button variant="secondary" className="mt-2 self-start" onClick={() => window.location.reload()}>
          {text.reload}
        </Button>
      </Notice>
    );
  }
  if (kind === 'refused') {
    return (
      <Notice tone="danger" role="alert" title={text.failedTitle}>
        {sentenceOf(error, text.failed)}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" role="alert" title={text.unreachableTitle}>
      {take.isOnDevice ? text.unreachable : text.unreachableMemory}
    </Notice>
  );
}

/** Listen, then decide: again or send. */
export function ReviewConsent(props: ReviewConsentProps) {
  const { take, isSending, progress, waitsFor, error, onAgain, onSend } = props;
  const onlyAgain = needsAnotherTake(error);
  return (
    <Card className="flex flex-col gap-6">
      <TakePlayer take={take} />
      {Boolean(error) && <Failure error={error} take={take} />}
      {waitsFor && <WaitingNotice take={take} waitsFor={waitsFor} />}
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
