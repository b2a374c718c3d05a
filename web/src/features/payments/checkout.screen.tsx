import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Check, ChevronDown, Repeat } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { t } from '#texts/common';
import { dealTexts } from '#texts/deal';
import { paymentsTexts, paymentsTexts as text } from '#texts/payments';
import { subscriptionTexts } from '#texts/subscription';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card, CardTitle } from '../../components/ui/card';
import { showCarriedToast } from '../../components/ui/carried-toast';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import type { AppConfig } from '../../lib/api/api-types';
import { configQuery } from '../../lib/api/server-data';
import { cn } from '../../lib/cn';
import { formatAgreementId, formatCents } from '../../lib/format';
import { readPending } from '../../lib/session/pending-notes';
import { agreementQuery } from '../agreements/api';
import { type Deal, DealLine } from '../agreements/deal-line';
import { DealStepBar } from '../new-agreement/deal-step-bar';
import { createPaymentIntent } from './api';
import { CheckoutPayment, SetupError } from './checkout-payment';
import {
  agreementOf,
  bodyOf,
  type CheckoutTarget,
  choicesFrom,
  isJustOrdered,
  type Order,
  orderOf,
  typeOf,
  wantedFrom,
} from './order';
import { PaymentPage } from './payment-page';
import { pendingPaymentsQuery } from './pending-card';
import { isCoveredPlan } from './plans';
import { pricesOf } from './price';
import { isPaid } from './settlement';

const ORDER_TITLE = 'order-summary';
const CHOICE_TITLE = 'payment-choice';

/** What is included: on phones behind a button, so that the payment is not far below. */
function Included({ items }: { items: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-1 text-sm md:pt-4">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 items-center justify-between gap-2 text-left font-semibold md:hidden"
      >
        {text.included}
        <ChevronDown
          className={cn('size-4 shrink-0 text-muted', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      <h3 className="text-sm max-md:hidden">{text.included}</h3>
      <ul id={id} className={cn('flex flex-col gap-1.5', !isOpen && 'max-md:hidden')}>
        {items.map((item) => (
          <li key={item} className="flex items-start gap-2">
            <Check className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OrderSummaryProps {
  order: Order;
  agreementId: string;
  /** What the order is for, once that is known. */
  deal: Deal | null;
  /** The server's amount in cents, as soon as it is known. */
  amount: { cents: number; currency: string } | null;
  /** What has paid already. */
  coveredBy: 'subscription' | 'credit' | null;
  isTest: boolean;
}

/** What is bought, what it includes and what it costs. */
function OrderSummary({ order, agreementId, deal, amount, coveredBy, isTest }: OrderSummaryProps) {
  const isCovered = coveredBy !== null;
  const price = formatCents(amount?.cents ?? order.cents, amount?.currency ?? order.currency);
  const total = isCovered ? formatCents(0, order.currency) : price;
  return (
    <Card aria-labelledby={ORDER_TITLE} className="flex flex-col gap-4">
      <CardTitle id={ORDER_TITLE} tabIndex={-1} className="outline-none">
        {t.checkout.summary}
      </CardTitle>
      <div className="flex items-baseline justify-between gap-4 max-2xs:flex-wrap">
        <div className="min-w-0">
          <p className="font-medium">{order.name}</p>
          {deal && <DealLine deal={deal} title={dealTexts.recordingWith(deal.partyBName)} className="mt-1" />}
          <p className="text-sm text-muted tabular-nums">{formatAgreementId(agreementId)}</p>
        </div>
        <p className="tabular-nums">{isCovered ? text.covered : price}</p>
      </div>
      <Included items={coveredBy === 'subscription' ? subscriptionTexts.contractIncludes : order.includes} />
      <div className="flex items-baseline justify-between gap-x-4 border-t border-line pt-4 font-semibold max-2xs:flex-wrap">
        <p>
          {t.checkout.total}
          {isTest && <span className="ml-2 text-sm font-medium text-warn">{t.app.testMode}</span>}
        </p>
        <p className="text-2xl tabular-nums">{total}</p>
      </div>
      {!isCovered && <p className="text-sm text-muted">{order.note}</p>}
    </Card>
  );
}

interface PaymentChoiceProps {
  choices: readonly CheckoutTarget[];
  config: AppConfig | undefined;
  onChoose: (target: CheckoutTarget) => void;
}

/** Several payments are open: one is chosen. */
function PaymentChoice({ choices, config, onChoose }: PaymentChoiceProps) {
  return (
    <Card aria-labelledby={CHOICE_TITLE} className="flex flex-col gap-4">
      <div>
        <CardTitle id={CHOICE_TITLE} tabIndex={-1} className="outline-none">
          {text.choose}
        </CardTitle>
        <p className="text-muted">{text.chooseLead}</p>
      </div>
      <ul className="flex flex-col">
        {choices.map((target) => {
          const order = orderOf(target, config);
          const price = formatCents(order.cents, order.currency);
          const id = formatAgreementId(agreementOf(target));
          return (
            <li
              key={`${typeOf(target)}-${agreementOf(target)}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 last:pb-0"
            >
              <div className="min-w-0">
                <p className="font-medium">{order.name}</p>
                {target.kind === 'pending' && target.deal && (
                  <DealLine deal={target.deal} className="text-sm" />
                )}
                <p className="text-sm text-muted tabular-nums">{id}</p>
              </div>
              <Button
                aria-label={text.payNamed(price, `${order.name} ${id}`)}
                onClick={() => onChoose(target)}
              >
                {text.pendingCard.pay(price)}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** How long, in seconds, it is asked whether payments has heard of an order that was just made. */
const ORDER_PATIENCE = 10;

/**
 * The prepared payment of an order: one request, however often the screen is drawn. Where a transcript is ordered once more,
 * payments knows the paid one alone until it hears of the new order: it is then asked again.
 */
function intentQuery(target: CheckoutTarget, order: Order, config: AppConfig | undefined) {
  const body = bodyOf(target, pricesOf(config).manualTranscription, order.name);
  return queryOptions({
    queryKey: ['/api/create-payment-intent', body],
    queryFn: () => createPaymentIntent(body),
    enabled: config !== undefined,
    gcTime: 0,
    retry: (count, error) => count < ORDER_PATIENCE && isPaid(error) && isJustOrdered(target),
    retryDelay: 1000,
  });
}

/** The other way to pay, in one quiet line. */
function SubscriptionOffer({ config }: { config: AppConfig | undefined }) {
  const { subscription } = pricesOf(config);
  return (
    <div className="flex items-start gap-3 self-start px-4 text-sm sm:px-6 md:col-start-1 md:row-start-2">
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
function CheckoutOrder({ target }: { target: CheckoutTarget }) {
  const config = useQuery(configQuery);
  const order = orderOf(target, config.data);
  const intent = useQuery(intentQuery(target, order, config.data));
  // It is the payer's once the payment is prepared; until then the summary says what it can.
  const deal = useQuery({ ...agreementQuery(agreementOf(target)), enabled: intent.isFetched });
  const { data: prepared } = intent;
  const coveredBy = prepared?.clientSecret === null ? prepared.coveredBy : null;
  const isCovered = coveredBy !== null;
  const planType = target.kind === 'contract' ? target.planType : (deal.data?.planType ?? null);
  const isOffered =
    typeOf(target) === 'contract' &&
    (planType === null || isCoveredPlan(planType)) &&
    !isCovered &&
    !intent.isError;
  return (
    // On phones one below the other: the order, its payment, and last the other way to pay.
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2 md:grid-rows-[auto_1fr]">
      <OrderSummary
        order={order}
        agreementId={agreementOf(target)}
        deal={deal.data ?? null}
        amount={prepared && !isCovered ? { cents: prepared.amount, currency: prepared.currency } : null}
        coveredBy={coveredBy}
        isTest={config.data?.payments.mode === 'sandbox'}
      />
      <Card
        aria-labelledby="payment"
        className="flex flex-col gap-5 self-start md:col-start-2 md:row-span-2 md:row-start-1"
      >
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
      {isOffered && <SubscriptionOffer config={config.data} />}
    </div>
  );
}

/** Nothing is open: the specified setup error, and the way to where contracts are. */
function NothingOpen() {
  return (
    <Notice tone="danger" role="alert" title={t.checkout.setupError}>
      <p>{t.checkout.setupErrorText}</p>
      <p>
        {paymentsTexts.nonePending} {t.checkout.missingText}
      </p>
      <a href="/dashboard" className={buttonClass('secondary', 'md', 'mt-2 self-start')}>
        {t.checkout.toDashboard}
      </a>
    </Notice>
  );
}

function LoadingOrder() {
  return (
    <div role="status" className="grid gap-6 md:grid-cols-2">
      <span className="sr-only">{t.app.loading}</span>
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  );
}

/** The number of the agreement in the address. */
const numberIn = (search: string) => new URLSearchParams(search).get('agreementId');

/** What the address asks for; where it leaves that open, the user's open payments, of which one is chosen. */
function Orders({ search }: { search: string }) {
  const [stored] = useState(() => readPending(numberIn(search)));
  const [chosen, setChosen] = useState<CheckoutTarget | null>(null);
  const wasChosen = useRef(chosen);
  useEffect(() => {
    // The button that was pressed went away: the focus goes to the heading of what came in its place.
    if (wasChosen.current !== chosen) document.getElementById(chosen ? ORDER_TITLE : CHOICE_TITLE)?.focus();
    wasChosen.current = chosen;
  }, [chosen]);
  const wanted = useMemo(() => wantedFrom(search, stored), [search, stored]);
  const isLookUp = wanted.kind === 'look-up';
  const config = useQuery(configQuery);
  const open = useQuery({ ...pendingPaymentsQuery, enabled: isLookUp });
  // A named agreement can be paid even where the list is away.
  const list = open.data ?? (open.isError && isLookUp && wanted.agreementId ? [] : null);
  const choices = useMemo(
    () => (wanted.kind === 'look-up' ? list && choicesFrom(wanted, list, stored) : [wanted]),
    [wanted, list, stored],
  );

  if (choices === null) {
    if (!open.isError) return <LoadingOrder />;
    const retry = () => {
      open.refetch().catch(() => undefined);
    };
    return <SetupError error={open.error} isBusy={open.isFetching} onRetry={retry} />;
  }
  const target = chosen ?? (choices.length === 1 ? choices[0] : null);
  if (!target) {
    if (choices.length === 0) return <NothingOpen />;
    return <PaymentChoice choices={choices} config={config.data} onChoose={setChosen} />;
  }
  return (
    <>
      {choices.length > 1 && (
        <Button variant="quiet" className="-mx-3 self-start px-3!" onClick={() => setChosen(null)}>
          <ArrowLeft className="size-5" aria-hidden="true" />
          {paymentsTexts.otherPayments}
        </Button>
      )}
      <CheckoutOrder target={target} />
    </>
  );
}

/** Pays for a contract, for a transcript written by a person, or what is still open. */
export default function Checkout() {
  const search = useSearch();
  const number = numberIn(search);
  const [pending] = useState(() => readPending(number));
  useEffect(showCarriedToast, []);
  const isOfDeal = pending !== null && number === pending.agreementId;
  return (
    <PaymentPage
      title={t.checkout.title}
      above={isOfDeal && <DealStepBar step="payment" hasAccount={!pending.byVisitor} />}
    >
      <Orders key={search} search={search} />
    </PaymentPage>
  );
}
