import { useEffect, useState } from 'react';
import { t } from '#texts/common';
import { paymentFormTexts as text } from '#texts/payment-form';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import type { AppConfig } from '../../lib/api/api-types';

/** What both payment forms take: they confirm, whoever shows them waits for the server. */
export interface PaymentFormProps {
  config: AppConfig['payments'];
  intent: { clientSecret: string };
  priceText: string;
  /** The provider accepted, or its bank is still at it; the server has not said so yet. */
  onAccepted: (bank?: 'processing') => void;
  /** The provider refused, in its own words. */
  onRefused: (message: string) => void;
  /** Nothing is under way before the payer has confirmed their account by what the provider sends them. */
  onUnconfirmed: () => void;
  /** The payment was cancelled meanwhile, as from another page: it cannot be paid any more. */
  onWithdrawn: () => void;
  /** The form itself is in trouble. */
  onTrouble: (message: string) => void;
}

/** Where the payer comes back to after a visit at the bank. */
export function returnUrl(): string {
  return `${window.location.origin}/dashboard`;
}

/** "pi_1" of "pi_1_secret_2": a client secret starts with the id of what it opens. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_', 1)[0] ?? clientSecret;
}

const SLOW_MS = 15_000;

/** The payment form's shape while it loads; after 15 seconds it says why that may be, and how to go on. */
export function LoadingForm({ onRetry }: { onRetry: () => void }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p role="status" className="sr-only">
        {text.loadingForm}
      </p>
      {isSlow && (
        <Notice tone="warn" role="alert" title={text.slowTitle}>
          <p>{t.checkout.slowLoad}</p>
          <p>{text.blockerHint}</p>
          <Button variant="secondary" className="mt-2 self-start" onClick={onRetry}>
            {t.common.tryAgain}
          </Button>
        </Notice>
      )}
      <div className="flex flex-col gap-3">
        <Skeleton className="h-14" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    </>
  );
}
