import { queryOptions, useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { t } from '#texts/common';
import { paymentsTexts as text } from '#texts/payments';
import { Card, CardTitle } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import type { AppConfig } from '../../lib/api/api-types';
import { configQuery } from '../../lib/api/config';
import { formatCents } from '../../lib/format';
import { agreementQuery } from '../agreements/api';
import { createPaymentIntent } from '../payments/api';
import { pricesOf } from '../payments/price';
import { CheckoutPayment, SetupError } from './checkout-payment';
import { type Order, orderOf } from './order';
import { OrderSummary } from './order-summary';
import { agreementOf, bodyOf, type CheckoutTarget, typeOf } from './target';

/** The prepared payment of an order: one request, however often the screen is drawn. */
function intentQuery(target: CheckoutTarget, order: Order, config: AppConfig | undefined) {
  const body = bodyOf(target, pricesOf(config).manualTranscription, order.name);
  return queryOptions({
    queryKey: ['/api/create-payment-intent', body],
    queryFn: () => createPaymentIntent(body),
    enabled: config !== undefined,
    gcTime: 0,
  });
}

/** The other way to pay, in one quiet line. */
function SubscriptionOffer({ config }: { config: AppConfig | undefined }) {
  const { subscription } = pricesOf(config);
  return (
    <div className="flex items-start gap-3 px-4 text-sm sm:px-6">
      <Repeat className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <p className="text-muted">
        <span className="font-medium text-ink">{text.offer.title}</span>{' '}
        {text.offer.text(formatCents(subscription, 'usd', true))}{' '}
        {/* A full load: only the document of a payment page may talk to the payment provider. */}
        <a href="/subscribe" className="font-medium text-accent underline underline-offset-4">
          {text.offer.link}
        </a>
      </p>
    </div>
  );
}

/** One order: what is bought beside how it is paid. */
export function CheckoutOrder({ target }: { target: CheckoutTarget }) {
  const config = useQuery(configQuery);
  const order = orderOf(target, config.data);
  const intent = useQuery(intentQuery(target, order, config.data));
  // It is the payer's once the payment is prepared; until then the summary says what it can.
  const deal = useQuery({ ...agreementQuery(agreementOf(target)), enabled: intent.isFetched });
  const { data: prepared } = intent;
  const coveredBy = prepared?.clientSecret === null ? prepared.coveredBy : null;
  const isCovered = coveredBy !== null;
  const planType = target.kind === 'contract' ? target.planType : null;
  const isOffered = typeOf(target) === 'contract' && planType !== 'pro' && !isCovered && !intent.isError;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <div className="flex flex-col gap-5 self-start">
        <OrderSummary
          order={order}
          agreementId={agreementOf(target)}
          deal={deal.data ?? null}
          amount={prepared && !isCovered ? { cents: prepared.amount, currency: prepared.currency } : null}
          coveredBy={coveredBy}
          isTest={config.data?.payments.mode === 'sandbox'}
        />
        {isOffered && <SubscriptionOffer config={config.data} />}
      </div>
      <Card aria-labelledby="payment" className="flex flex-col gap-5 self-start">
        <CardTitle id="payment">{t.checkout.payment}</CardTitle>
        {config.isError && (
          <SetupError
            error={config.error}
            isBusy={config.isFetching}
            onRetry={() => config.refetch().catch(() => undefined)}
          />
        )}
        {config.isPending && <Skeleton className="h-64" />}
        {config.data && (
          <CheckoutPayment target={target} order={order} config={config.data} intent={intent} />
        )}
      </Card>
    </div>
  );
}
