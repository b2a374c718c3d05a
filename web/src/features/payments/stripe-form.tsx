import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { t } from '../../i18n/en';
import type { PaymentFormProps } from './payment-form';

const SLOW_MS = 15_000;

function CardForm({ priceText, onAccepted, onRefused, onTrouble }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isReady]);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!stripe || !elements || !isReady) {
      onTrouble(t.checkout.notReady);
      return;
    }
    setBusy(true);
    try {
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${window.location.origin}/dashboard` },
        redirect: 'if_required',
      });
      if (error) onRefused(error.message ?? t.checkout.unexpected);
      else onAccepted();
    } catch {
      onTrouble(t.checkout.unexpected);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => pay(event).catch(() => undefined)} className="flex flex-col gap-5">
      {!isReady && !hasFailed && <Skeleton className="h-56" />}
      {hasFailed && (
        <Notice tone="danger" role="alert">
          {t.checkout.loadFailed}
        </Notice>
      )}
      {isSlow && !isReady && !hasFailed && (
        <Notice tone="warn" role="status">
          {t.checkout.slowLoad}
        </Notice>
      )}
      <PaymentElement
        options={{ layout: 'tabs', paymentMethodOrder: ['card', 'apple_pay', 'google_pay'] }}
        onReady={() => setReady(true)}
        onLoadError={() => setFailed(true)}
      />
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? t.checkout.processing : t.checkout.pay(priceText)}
      </Button>
    </form>
  );
}

/** The provider's own card form; card numbers never reach this page or our server. */
export function StripeForm(props: PaymentFormProps) {
  const { publishableKey } = props.config;
  const { clientSecret } = props.intent;
  const [isBlocked, setBlocked] = useState(false);
  const stripe = useMemo(
    () => (publishableKey ? loadStripe(publishableKey).catch(() => null) : Promise.resolve(null)),
    [publishableKey],
  );

  useEffect(() => {
    stripe.then((loaded) => setBlocked(loaded === null)).catch(() => setBlocked(true));
  }, [stripe]);

  if (isBlocked) {
    return (
      <Notice tone="danger" role="alert">
        <p>{t.checkout.loadFailed}</p>
        <Button variant="secondary" className="mt-2 self-start" onClick={() => window.location.reload()}>
          {t.common.tryAgain}
        </Button>
      </Notice>
    );
  }
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: { theme: isDark ? 'night' : 'stripe' } }}>
      <CardForm {...props} />
    </Elements>
  );
}
