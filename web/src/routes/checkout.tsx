import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { Page, PageHeading } from '../components/layout/page';
import { TestModeBanner } from '../components/layout/test-mode-banner';
import { Button, ButtonLink } from '../components/ui/button';
import { buttonClass } from '../components/ui/button-class';
import { Card, CardTitle } from '../components/ui/card';
import { Notice } from '../components/ui/notice';
import { Skeleton } from '../components/ui/skeleton';
import { Spinner } from '../components/ui/spinner';
import { clearToasts, toast } from '../components/ui/toast-store';
import { PLAN_TYPE } from '../features/agreements/details';
import { paymentIntentQuery, waitUntilPaid } from '../features/payments/api';
import { contractPrice } from '../features/payments/price';
import { SandboxForm } from '../features/payments/sandbox-form';
import { t } from '../i18n/en';
import { ApiError } from '../lib/api-error';
import type { AppConfig } from '../lib/api-types';
import { configQuery } from '../lib/config';
import { formatAgreementId, formatCents } from '../lib/format';
import { forgetPending, readPending } from '../lib/pending-checkout';

const StripeForm = lazy(() =>
  import('../features/payments/stripe-form').then((m) => ({ default: m.StripeForm })),
);

// A full load leaves the checkout document, the only one that may talk to the payment provider.
const leave = () => window.location.assign('/dashboard');

function Summary({ agreementId, total }: { agreementId: string; total: string }) {
  return (
    <Card className="flex flex-col gap-4 self-start">
      <CardTitle>{t.checkout.summary}</CardTitle>
      <div className="flex items-baseline justify-between gap-4">
        <div>
          <p className="font-medium">{t.checkout.item}</p>
          <p className="text-sm text-muted tabular-nums">{formatAgreementId(agreementId)}</p>
        </div>
        <p className="tabular-nums">{total}</p>
      </div>
      <ul className="flex flex-col gap-1.5 border-t border-line pt-4 text-sm">
        {t.deal.paymentItems.map((item) => (
          <li key={item} className="flex items-start gap-2">
            <Check className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4 font-semibold">
        <p>{t.checkout.total}</p>
        <p className="text-2xl tabular-nums">{total}</p>
      </div>
      <p className="text-sm text-muted">{t.checkout.oneTime}</p>
    </Card>
  );
}

function Confirming({ agreementId }: { agreementId: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    waitUntilPaid(agreementId, controller.signal)
      .then((result) => {
        if (controller.signal.aborted) return;
        if (result === 'slow') {
          setSlow(true);
          return;
        }
        forgetPending();
        leave();
      })
      .catch(() => !controller.signal.aborted && setSlow(true));
    return () => controller.abort();
  }, [agreementId]);
  if (isSlow) {
    return (
      <Notice tone="warn" role="alert">
        <p>{t.checkout.slowConfirm}</p>
        <a href="/dashboard" className={buttonClass('secondary', 'md', 'mt-2 self-start')}>
          {t.checkout.toDashboard}
        </a>
      </Notice>
    );
  }
  return (
    <div role="status" className="flex items-center gap-4 py-8">
      <Spinner className="size-8 text-accent" />
      <div>
        <p className="font-semibold">{t.checkout.confirming}</p>
        <p className="text-muted">{t.checkout.confirmingText}</p>
      </div>
    </div>
  );
}

interface PaymentProps {
  agreementId: string;
  planType: string;
  config: AppConfig;
  onTotal: (total: string) => void;
}

function Payment({ agreementId, planType, config, onTotal }: PaymentProps) {
  const pending = readPending();
  const claimToken = pending?.agreementId === agreementId ? pending.claimToken : null;
  const intent = useQuery(paymentIntentQuery({ agreementId, planType, claimToken }));
  const [isAccepted, setAccepted] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isPaid = intent.error instanceof ApiError && intent.error.code === 'already_paid';

  const total = intent.data ? formatCents(intent.data.amount, intent.data.currency) : null;
  useEffect(() => {
    if (total) onTotal(total);
  }, [total, onTotal]);

  useEffect(() => {
    if (isPaid) forgetPending();
    else if (intent.isError) {
      toast({ title: t.checkout.setupError, text: t.checkout.setupErrorText, tone: 'destructive' });
    }
  }, [intent.isError, isPaid]);

  if (isAccepted) return <Confirming agreementId={agreementId} />;
  if (isPaid) {
    return (
      <Notice tone="ok" role="status" title={t.checkout.alreadyPaid}>
        <a href="/dashboard" className={buttonClass('primary', 'md', 'mt-2 self-start')}>
          {t.checkout.toDashboard}
        </a>
      </Notice>
    );
  }
  if (intent.isError) {
    return (
      <Notice tone="danger" role="alert" title={t.checkout.setupError}>
        <p>{t.checkout.setupErrorText}</p>
        <Button
          variant="secondary"
          className="mt-2 self-start"
          onClick={() => intent.refetch().catch(() => undefined)}
        >
          {t.common.tryAgain}
        </Button>
      </Notice>
    );
  }
  if (!intent.data) return <Skeleton className="h-64" />;

  const refuse = (title: string, message: string) => {
    setRefusal(message);
    toast({ title, text: message, tone: 'destructive' });
  };
  const form = {
    config: config.payments,
    intent: intent.data,
    priceText: total ?? '',
    onAccepted: () => {
      clearToasts();
      setAccepted(true);
    },
    onRefused: (message: string) => refuse(t.checkout.failedTitle, message),
    onTrouble: (message: string) => refuse(t.checkout.notReadyTitle, message),
  };
  const isStripe = config.payments.mode === 'stripe' && config.payments.publishableKey !== null;
  return (
    <>
      {refusal && (
        <Notice tone="danger" role="alert" title={t.checkout.failedTitle}>
          <p>{refusal}</p>
          <p>{t.checkout.failedSafe}</p>
        </Notice>
      )}
      {isStripe ? (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <StripeForm {...form} />
        </Suspense>
      ) : (
        <SandboxForm {...form} />
      )}
    </>
  );
}

/** Pays for one contract. */
export default function Checkout() {
  const query = new URLSearchParams(useSearch());
  const pending = readPending();
  const agreementId = query.get('agreementId') ?? pending?.agreementId ?? null;
  const planType = query.get('plan') ?? PLAN_TYPE;
  const config = useQuery(configQuery);
  const [total, setTotal] = useState<string | null>(null);
  const isTest = config.data?.payments.mode === 'sandbox';

  if (!agreementId) {
    return (
      <Page title={t.checkout.title} width="text" className="flex flex-col items-start gap-4">
        <PageHeading>{t.checkout.missing}</PageHeading>
        <p className="text-lg text-muted">{t.checkout.missingText}</p>
        <ButtonLink href="/dashboard">{t.checkout.toDashboard}</ButtonLink>
      </Page>
    );
  }
  return (
    <>
      {isTest && <TestModeBanner />}
      <Page
        title={isTest ? t.app.testTitle(t.checkout.title) : t.checkout.title}
        width="medium"
        className="flex flex-col gap-6"
      >
        <PageHeading>{t.checkout.title}</PageHeading>
        <div className="grid gap-6 md:grid-cols-2">
          <Summary agreementId={agreementId} total={total ?? contractPrice(config.data).full} />
          <Card className="flex flex-col gap-5">
            <CardTitle>{t.checkout.payment}</CardTitle>
            {config.isError && (
              <Notice tone="danger" role="alert" title={t.checkout.setupError}>
                {t.checkout.setupErrorText}
              </Notice>
            )}
            {config.isPending && <Skeleton className="h-64" />}
            {config.data && (
              <Payment
                agreementId={agreementId}
                planType={planType}
                config={config.data}
                onTotal={setTotal}
              />
            )}
          </Card>
        </div>
      </Page>
    </>
  );
}
