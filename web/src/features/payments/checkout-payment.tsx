import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { t } from '#texts/common';
import { paymentsTexts as text } from '#texts/payments';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { FailureNotice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { ApiError } from '../../lib/api/api-error';
import type { AppConfig, PaymentIntentAnswer } from '../../lib/api/api-types';
import { formatCents } from '../../lib/format';
import { forgetOrdered, rememberPaid } from '../../lib/session/pending-checkout';
import { claimPending, forgetPending, readPending } from '../../lib/session/pending-notes';
import { agreementOf, type CheckoutTarget, isJustOrdered, type Order, typeOf, underwayOf } from './order';
import { PaymentPanel } from './payment-panel';
import { isBankTaking, isPaid, orderSettlement } from './settlement';

// A full load leaves the checkout document, the only one that may talk to the payment provider.
const leave = () => window.location.assign('/dashboard');

/** A calm end: there is nothing to pay, or not now, and one way on. */
function Settled({ title, children }: { title: string; children?: string }) {
  return (
    <div role="status" className="flex flex-col items-start gap-4 py-2">
      <div className="flex items-start gap-4">
        <CircleCheck className="mt-0.5 size-8 shrink-0 text-ok" aria-hidden="true" />
        <div>
          <p className="text-lg font-semibold">{title}</p>
          {children && <p className="text-muted">{children}</p>}
        </div>
      </div>
      <a href="/dashboard" className={buttonClass('primary')}>
        {t.checkout.toDashboard}
      </a>
    </div>
  );
}

interface SetupErrorProps {
  error: unknown;
  isBusy: boolean;
  onRetry: () => void;
}

/** The payment could not be prepared; says why where the server said so, and leads on to what the account has. */
export function SetupError({ error, isBusy, onRetry }: SetupErrorProps) {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (
    <FailureNotice title={t.checkout.setupError}>
      <p>{t.checkout.setupErrorText}</p>
      <p>{(isRefused && error.serverMessage) || text.setupAdvice}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button variant="secondary" busy={isBusy} onClick={onRetry}>
          {t.common.tryAgain}
        </Button>
        <a href="/dashboard" className={buttonClass('quiet')}>
          {t.checkout.toDashboard}
        </a>
      </div>
    </FailureNotice>
  );
}

/** The refusals of a contract that nobody pays from here any more: it is over, or in another account. */
const UNPAYABLE: ReadonlySet<string> = new Set([
  'agreement_not_found',
  'already_refunded',
  'invalid_transition',
]);

interface CheckoutPaymentProps {
  target: CheckoutTarget;
  order: Order;
  config: AppConfig;
  /** The prepared payment. */
  intent: UseQueryResult<PaymentIntentAnswer>;
}

/** The payment of one order, in each of its states. */
export function CheckoutPayment({ target, order, config, intent }: CheckoutPaymentProps) {
  const agreementId = agreementOf(target);
  const type = typeOf(target);
  const underway = useMemo(() => underwayOf(target), [target]);
  const readSettlement = useMemo(() => orderSettlement(agreementId, type), [agreementId, type]);

  const isSettled = isPaid(intent.error);
  const coveredBy = intent.data?.clientSecret === null ? intent.data.coveredBy : null;
  const isDone = isSettled || Boolean(coveredBy);
  useEffect(() => {
    if (!isDone) return;
    forgetPending(agreementId);
    if (type === 'contract') rememberPaid(agreementId);
  }, [isDone, agreementId, type]);

  // Whoever prepares a payment has claimed what it is for, and payments knows what was ordered.
  useEffect(() => {
    if (!intent.isSuccess) return;
    claimPending(agreementId);
    if (type === 'manual_transcription') forgetOrdered();
  }, [intent.isSuccess, agreementId, type]);

  const isUnpayable =
    type === 'contract' && intent.error instanceof ApiError && UNPAYABLE.has(intent.error.code);
  // Signing in would else lead here each time. What another account waits for is not of this one to forget.
  useEffect(() => {
    if (isUnpayable && readPending(agreementId)) forgetPending(agreementId);
  }, [isUnpayable, agreementId]);

  const onPaid = useCallback(() => {
    forgetPending(agreementId);
    if (type === 'contract') rememberPaid(agreementId);
    leave();
  }, [agreementId, type]);

  if (isSettled && isJustOrdered(target)) return <Settled title={text.noted}>{text.notedText}</Settled>;
  if (isSettled) {
    return <Settled title={type === 'contract' ? t.checkout.alreadyPaid : text.alreadyPaid} />;
  }
  if (isBankTaking(intent.error)) {
    return <Settled title={text.slowConfirmTitle}>{text.bankProcessing.order}</Settled>;
  }
  if (coveredBy) return <Settled title={text.coveredTitle}>{text.coveredBy[coveredBy]}</Settled>;
  const retry = () => {
    intent.refetch().catch(() => undefined);
  };
  if (intent.isError || intent.data?.clientSecret === null) {
    return <SetupError error={intent.error} isBusy={intent.isFetching} onRetry={retry} />;
  }
  if (!intent.data) {
    return (
      <div role="status">
        <span className="sr-only">{t.app.loading}</span>
        <Skeleton className="h-64" />
      </div>
    );
  }
  return (
    <PaymentPanel
      config={config.payments}
      clientSecret={intent.data.clientSecret}
      priceText={formatCents(intent.data.amount, intent.data.currency)}
      safeText={order.safe}
      underway={underway}
      readSettlement={readSettlement}
      onPaid={onPaid}
      onWithdrawn={retry}
    />
  );
}
