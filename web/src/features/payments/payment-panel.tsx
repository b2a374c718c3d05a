import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { paymentFormTexts } from '#texts/payment-form';
import { paymentsTexts as text } from '#texts/payments';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { lazyPart } from '../../components/ui/lazy-part';
import { FailureNotice, Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { Spinner } from '../../components/ui/spinner';
import { clearToasts } from '../../components/ui/toast-store';
import type { AppConfig } from '../../lib/api/api-types';
import { SandboxForm } from './sandbox-form';
import {
  forgetUnderway,
  type ReadSettlement,
  rememberUnderway,
  type Underway,
  waitUntilSettled,
} from './settlement';

const LEAVE_MS = 1200;

interface ConfirmingProps {
  /** The bank takes its time; the provider has not accepted yet. */
  isProcessing: boolean;
  kind: Underway['kind'];
  readSettlement: ReadSettlement;
  onPaid: () => void;
}

/** From the provider's yes to the server's: until then nothing is called paid. */
function Confirming({ isProcessing, kind, readSettlement, onPaid }: ConfirmingProps) {
  // Every round waits anew.
  const [round, setRound] = useState(1);
  const [state, setState] = useState<'asking' | 'slow' | 'paid'>('asking');
  const box = useRef<HTMLDivElement>(null);

  // The form that had the focus is gone.
  useEffect(() => box.current?.focus(), []);

  useEffect(() => {
    if (round === 0) return;
    const controller = new AbortController();
    waitUntilSettled(readSettlement, controller.signal)
      .then((settlement) => setState(settlement === 'paid' ? 'paid' : 'slow'))
      .catch(() => !controller.signal.aborted && setState('slow'));
    return () => controller.abort();
  }, [readSettlement, round]);

  useEffect(() => {
    if (state !== 'paid') return;
    const timer = setTimeout(onPaid, LEAVE_MS);
    return () => clearTimeout(timer);
  }, [state, onPaid]);

  const askAgain = () => {
    setState('asking');
    setRound(round + 1);
  };

  return (
    <div ref={box} tabIndex={-1} aria-live="polite" className="outline-none">
      {state === 'asking' && (
        <div className="flex items-start gap-4 py-6">
          <Spinner className="size-8 text-accent" />
          <div>
            <p className="font-semibold">{t.checkout.confirming}</p>
            <p className="text-muted">
              {isProcessing ? text.bankProcessing[kind] : t.checkout.confirmingText}
            </p>
          </div>
        </div>
      )}
      {state === 'paid' && (
        <div className="flex items-start gap-4 py-6">
          <CircleCheck className="size-8 shrink-0 text-ok" aria-hidden="true" />
          <div>
            <p className="font-semibold">{text.paidTitle}</p>
            <p className="text-muted">{text.paidText}</p>
          </div>
        </div>
      )}
      {state === 'slow' && (
        <Notice tone="warn" title={text.slowConfirmTitle}>
          <p>{isProcessing ? text.bankProcessing[kind] : t.checkout.slowConfirm}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <a href="/dashboard" className={buttonClass('primary')}>
              {t.checkout.toDashboard}
            </a>
            <Button variant="secondary" onClick={askAgain}>
              {text.askAgain}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}

const StripeForm = lazyPart(() => import('./stripe-form').then((m) => m.StripeForm), {
  waiting: <Skeleton className="h-64" />,
});

interface Failure {
  title: string;
  message: string;
  safe: string;
  /** Each is told anew, also in the same words. */
  attempt: number;
}

interface PaymentPanelProps {
  config: AppConfig['payments'];
  clientSecret: string;
  /** What the button says after "Pay". */
  priceText: string;
  /** What is safe when the bank says no. */
  safeText: string;
  /** What is being paid, kept for the way back from the bank. It must not change between two renders. */
  underway: Underway;
  /** Asks the server; it must not change between two renders. */
  readSettlement: ReadSettlement;
  /** The server has said paid. It must not change between two renders. */
  onPaid: () => void;
  /** What was prepared cannot be paid any more: asks for what there is to pay now, if anything. */
  onWithdrawn: () => void;
}

/** Whether payments go to the provider's card form; without a key they are test payments. */
function isCardForm(config: AppConfig['payments']): boolean {
  return config.mode === 'stripe' && config.publishableKey !== null;
}

/** The payment form of any payment, from its first sight to the server's word. */
export function PaymentPanel(props: PaymentPanelProps) {
  const { config, clientSecret, priceText, safeText, underway, readSettlement, onPaid, onWithdrawn } = props;
  const [accepted, setAccepted] = useState<'yes' | 'processing' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => rememberUnderway(underway), [underway]);

  const finish = useCallback(() => {
    forgetUnderway();
    onPaid();
  }, [onPaid]);

  if (accepted) {
    const isProcessing = accepted === 'processing';
    return (
      <Confirming
        isProcessing={isProcessing}
        kind={underway.kind}
        readSettlement={readSettlement}
        onPaid={finish}
      />
    );
  }

  const fail = (title: string, message: string, safe: string) => {
    setFailure((earlier) => ({ title, message, safe, attempt: (earlier?.attempt ?? 0) + 1 }));
  };
  const form = {
    config,
    intent: { clientSecret },
    priceText,
    onAccepted: (bank?: 'processing') => {
      clearToasts();
      setAccepted(bank ?? 'yes');
    },
    onRefused: (message: string) => fail(t.checkout.failedTitle, message, safeText),
    onUnconfirmed: () =>
      fail(paymentFormTexts.unconfirmedTitle, paymentFormTexts.unconfirmedText, paymentFormTexts.payByCard),
    onWithdrawn: () => {
      fail(paymentFormTexts.changedTitle, paymentFormTexts.changedText, safeText);
      onWithdrawn();
    },
    // The device knows better than anybody why nothing was reached.
    onTrouble: (message: string) =>
      fail(
        t.checkout.notReadyTitle,
        navigator.onLine ? message : paymentFormTexts.offline,
        paymentFormTexts.notTwice,
      ),
  };
  return (
    <>
      {failure && (
        <FailureNotice key={failure.attempt} title={failure.title}>
          <p>{failure.message}</p>
          <p>{failure.safe}</p>
        </FailureNotice>
      )}
      {isCardForm(config) ? <StripeForm {...form} /> : <SandboxForm {...form} />}
    </>
  );
}
