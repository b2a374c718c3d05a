import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '#texts/common';
import { documentTexts } from '#texts/document';
import { paymentFormTexts as text } from '#texts/payment-form';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { LoadingForm, type PaymentFormProps, returnUrl } from './payment-form';

// The provider's script cannot be asked for twice in one document.
const reload = () => window.location.reload();

/** The errors after which nobody here knows whether the card was charged: the answer was lost, or the provider broke. */
const UNCERTAIN: ReadonlySet<string> = new Set(['api_connection_error', 'api_error']);

function NotLoaded() {
  return (
    <Notice tone="danger" role="alert" title={text.notLoadedTitle}>
      <p>{t.checkout.loadFailed}</p>
      <Button variant="secondary" className="mt-2 self-start" onClick={reload}>
        {t.common.tryAgain}
      </Button>
    </Notice>
  );
}

function CardForm({
  priceText,
  onAccepted,
  onRefused,
  onUnconfirmed,
  onWithdrawn,
  onTrouble,
}: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isSending = useRef(false);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    if (!stripe || !elements || !isReady) {
      onTrouble(t.checkout.notReady);
      return;
    }
    isSending.current = true;
    setBusy(true);
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl() },
        redirect: 'if_required',
      });
      // An earlier press may have paid although its answer was lost.
      const status = error ? error.payment_intent?.status : paymentIntent.status;
      if (status === 'succeeded' || status === 'processing')
        onAccepted(status === 'processing' ? 'processing' : undefined);
      else if (status === 'canceled') onWithdrawn();
      else if (!error && status === 'requires_action') onUnconfirmed();
      else if (!error || UNCERTAIN.has(error.type)) onTrouble(t.checkout.unexpected);
      else onRefused(error.message ?? t.checkout.unexpected);
    } catch {
      onTrouble(t.checkout.unexpected);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => pay(event).catch(() => undefined)} className="flex flex-col gap-5">
      {!isReady && !hasFailed && <LoadingForm onRetry={reload} />}
      {hasFailed && <NotLoaded />}
      <PaymentElement
        options={{ layout: 'tabs', paymentMethodOrder: ['card', 'apple_pay', 'google_pay'] }}
        onReady={() => setReady(true)}
        onLoadError={() => setFailed(true)}
      />
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? t.checkout.processing : t.checkout.pay(priceText)}
      </Button>
      {/* Always there: what appears together with its first words may not be read out. */}
      <p role="status" className="sr-only">
        {isBusy && t.checkout.processing}
      </p>
    </form>
  );
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The provider's own card form; card numbers never reach this page or our server. */
export function StripeForm(props: PaymentFormProps) {
  const { publishableKey } = props.config;
  const { clientSecret } = props.intent;
  const [isBlocked, setBlocked] = useState(false);
  const stripe = useMemo(
    () =>
      publishableKey
        ? loadStripe(publishableKey, { locale: documentTexts.language }).catch(() => null)
        : Promise.resolve(null),
    [publishableKey],
  );

  useEffect(() => {
    stripe.then((loaded) => setBlocked(loaded === null)).catch(() => setBlocked(true));
  }, [stripe]);

  if (isBlocked) return <NotLoaded />;
  const appearance = { theme: isDark() ? ('night' as const) : ('stripe' as const) };
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <CardForm {...props} />
    </Elements>
  );
}
