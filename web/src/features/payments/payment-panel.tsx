import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { paymentsTexts as text } from '#texts/payments';
import { lazyPart } from '../../components/ui/lazy-part';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { clearToasts, toast } from '../../components/ui/toast-store';
import type { AppConfig } from '../../lib/api/api-types';
import { Confirming } from './confirming';
import { SandboxForm } from './sandbox-form';
import type { ReadSettlement } from './settlement';
import { forgetUnderway, rememberUnderway, type Underway } from './underway';

const StripeForm = lazyPart(() => import('./stripe-form').then((m) => m.StripeForm), {
  waiting: <Skeleton className="h-64" />,
});

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
}

/** Whether payments go to the provider's card form; without a key they are test payments. */
export function isCardForm(config: AppConfig['payments']): boolean {
  return config.mode === 'stripe' && config.publishableKey !== null;
}

/** The payment form of any payment, from its first sight to the server's word. */
export function PaymentPanel(props: PaymentPanelProps) {
  const { config, clientSecret, priceText, safeText, underway, readSettlement, onPaid } = props;
  const [accepted, setAccepted] = useState<'yes' | 'processing' | null>(null);
  const [failure, setFailure] = useState<{ title: string; message: string; safe: string } | null>(null);

  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => rememberUnderway(underway), [underway]);
  // The button that was pressed may be a screen below what is said about it.
  useEffect(() => {
    if (failure) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  const finish = useCallback(() => {
    forgetUnderway();
    onPaid();
  }, [onPaid]);

  if (accepted) {
    const isProcessing = accepted === 'processing';
    return <Confirming isProcessing={isProcessing} readSettlement={readSettlement} onPaid={finish} />;
  }

  const fail = (title: string, message: string, safe: string) => {
    setFailure({ title, message, safe });
    toast({ title, text: message, tone: 'destructive' });
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
    // The device knows better than anybody why nothing was reached.
    onTrouble: (message: string) =>
      fail(t.checkout.notReadyTitle, navigator.onLine ? message : text.offline, text.notTwice),
  };
  return (
    <>
      {failure && (
        <div ref={notice} className="scroll-mt-36">
          <Notice tone="danger" role="alert" title={failure.title}>
            <p>{failure.message}</p>
            <p>{failure.safe}</p>
          </Notice>
        </div>
      )}
      {isCardForm(config) ? <StripeForm {...form} /> : <SandboxForm {...form} />}
    </>
  );
}
