import { Check, RotateCcw } from 'lucide-react';
import { t } from '#texts/common';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import { formatAgreementId } from '../../lib/format';
import type { DraftRecording as Take } from '../recording/engine/recorder-state';
import type { WaitCause } from '../recording/upload/retry';
import { TakePlayer, WaitingNotice } from './draft-recording';

interface PreviewStepProps {
  take: Take;
  backupTranscript: string;
  isSaving: boolean;
  /** 0 to 1. */
  progress: number;
  /** Why sending pauses; null while it runs. */
  waitsFor: WaitCause | null;
  error: string | null;
  onAgain: () => void;
  onContinue: () => void;
  onRetry: () => void;
}

/** Listen, then decide: again or on. */
export function PreviewStep(props: PreviewStepProps) {
  const isBusy = props.isSaving && !props.waitsFor;
  return (
    <Card className="flex flex-col gap-6">
      <TakePlayer take={props.take} />
      <div className="flex flex-col gap-2 border-t border-line pt-5">
        <h2 className="font-sans text-base font-semibold">{t.deal.backupTitle}</h2>
        <p className="max-w-prose">{props.backupTranscript}</p>
        <p className="text-sm text-muted">{t.deal.backupNote}</p>
      </div>
      {props.error && (
        <Notice tone="danger" role="alert">
          {props.error}
        </Notice>
      )}
      {props.waitsFor && <WaitingNotice take={props.take} waitsFor={props.waitsFor} survivesClosing />}
      {props.isSaving && !props.waitsFor && (
        <div className="flex flex-col gap-1.5">
          <Progress label={t.deal.uploading} value={props.progress * 100} />
          <p className="text-sm text-muted tabular-nums">
            {t.deal.uploaded(Math.round(props.progress * 100))}
          </p>
        </div>
      )}
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-end">
        {props.waitsFor ? (
          <Button size="lg" onClick={props.onRetry}>
            {t.common.tryAgain}
          </Button>
        ) : (
          <Button size="lg" busy={props.isSaving} onClick={props.onContinue}>
            {props.isSaving ? t.deal.processing : t.deal.continue}
          </Button>
        )}
        <Button
          size="lg"
          variant="secondary"
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : props.onAgain}
        >
          <RotateCcw className="size-5" aria-hidden="true" />
          {t.deal.recordAgain}
        </Button>
      </div>
    </Card>
  );
}

/** A visitor's recording is saved; the account comes next. */
export function SignupStep() {
  return (
    <Card className="flex flex-col items-start gap-4">
      <p className="text-lg">{t.deal.accountLead}</p>
      <ButtonLink href="/signup" size="lg" className="w-full sm:w-auto">
        {t.deal.accountButton}
      </ButtonLink>
      <p>
        {t.deal.haveAccount}{' '}
        <ButtonLink href="/login" variant="quiet" className="underline underline-offset-4">
          {t.deal.signIn}
        </ButtonLink>
      </p>
    </Card>
  );
}

interface PaymentStepProps {
  agreementId: string;
  priceText: string;
  /** A subscription pays for it. */
  isCovered: boolean;
  onPay: () => void;
}

/** What one payment, or the subscription, unlocks, and the way to it. */
export function PaymentStep({ agreementId, priceText, isCovered, onPay }: PaymentStepProps) {
  const [access = '', ...others] = t.deal.paymentItems;
  const items = [isCovered ? t.deal.coveredStorage : access, ...others];
  return (
    <Card className="flex flex-col items-start gap-5">
      <p className="text-lg">{isCovered ? t.deal.coveredLead : t.deal.paymentLead}</p>
      <ul className="flex flex-col gap-2">
        {items.map((item) => (
          <li key={item} className="flex items-start gap-2">
            <Check className="mt-1 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {t.deal.agreementLabel} <span className="tabular-nums">{formatAgreementId(agreementId)}</span>
      </p>
      <Button size="lg" className="w-full sm:w-auto" onClick={onPay}>
        {isCovered ? t.deal.coveredButton : t.deal.payButton(priceText)}
      </Button>
      {!isCovered && <p className="text-sm text-muted">{t.deal.expiryNote}</p>}
    </Card>
  );
}
