import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '#texts/common';
import { subscriptionTexts as text } from '#texts/subscription';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { toast } from '../../components/ui/toast-store';
import { ApiError } from '../../lib/api/api-error';
import type { AppConfig } from '../../lib/api/api-types';
import { formatCents } from '../../lib/format';
import { PaymentPanel } from '../payments/payment-panel';
import type { Underway } from '../payments/settlement';
import { firstPaymentQuery, subscriptionKey, subscriptionSettlement } from './api';

const UNDERWAY: Underway = { kind: 'subscription', payPath: '/subscribe' };

// A full load leaves the payment document, which alone may talk to the payment provider.
const leave = () => window.location.assign('/dashboard');

/** What a month costs and brings. */
export function PlanCard({ priceCents }: { priceCents: number }) {
  const price = formatCents(priceCents, 'usd', true);
  return (
    <Card aria-labelledby="plan" className="flex flex-col gap-4 self-start">
      <CardTitle id="plan">{text.name}</CardTitle>
      <p className="font-serif text-4xl font-medium tabular-nums">{text.perMonth(price)}</p>
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        <h3 className="text-sm">{text.included}</h3>
        <ul className="flex flex-col gap-2">
          {text.includes.map((item) => (
            <li key={item} className="flex items-start gap-2">
              <Check className="mt-1 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
              {item}
            </li>
          ))}
        </ul>
      </div>
      <p className="border-t border-line pt-4 text-sm text-muted">{text.renewal(price)}</p>
    </Card>
  );
}

interface PaymentProps {
  config: AppConfig['payments'];
  clientSecret: string;
  amountCents: number;
  safeText: string;
}

/** The payment form of a subscription: the first month, or an invoice that is due. */
export function SubscriptionPayment({ config, clientSecret, amountCents, safeText }: PaymentProps) {
  return (
    <PaymentPanel
      config={config}
      clientSecret={clientSecret}
      priceText={formatCents(amountCents)}
      safeText={safeText}
      underway={UNDERWAY}
      readSettlement={subscriptionSettlement}
      onPaid={leave}
    />
  );
}

interface FirstPaymentProps {
  userId: number;
  config: AppConfig['payments'];
  amountCents: number;
}

/** Prepares the first payment and shows its form. */
export function FirstPayment({ userId, config, amountCents }: FirstPaymentProps) {
  const queries = useQueryClient();
  const first = useQuery(firstPaymentQuery(userId));
  const isSubscribed = first.error instanceof ApiError && first.error.code === 'already_subscribed';

  useEffect(() => {
    if (isSubscribed) queries.invalidateQueries({ queryKey: subscriptionKey }).catch(() => undefined);
    else if (first.isError)
      toast({ title: t.checkout.setupError, text: t.checkout.setupErrorText, tone: 'destructive' });
  }, [first.isError, isSubscribed, queries]);

  if (first.isError && !isSubscribed) {
    return (
      <Notice tone="danger" role="alert" title={t.checkout.setupError}>
        <p>{t.checkout.setupErrorText}</p>
        <p>{text.safe}</p>
        <Button
          variant="secondary"
          className="mt-2 self-start"
          busy={first.isFetching}
          onClick={() => first.refetch().catch(() => undefined)}
        >
          {t.common.tryAgain}
        </Button>
      </Notice>
    );
  }
  if (!first.data) {
    return (
      <div role="status">
        <span className="sr-only">{t.app.loading}</span>
        <Skeleton className="h-64" />
      </div>
    );
  }
  const { clientSecret } = first.data;
  return (
    <SubscriptionPayment
      config={config}
      clientSecret={clientSecret}
      amountCents={amountCents}
      safeText={text.safe}
    />
  );
}
