import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#texts/common';
import { paymentsTexts } from '#texts/payments';
import { subscriptionTexts as text } from '#texts/subscription';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { FailureNotice, Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { ApiError } from '../../lib/api/api-error';
import type { AppConfig, SubscriptionView } from '../../lib/api/api-types';
import { configQuery } from '../../lib/api/server-data';
import { formatCents, speakDuration } from '../../lib/format';
import { useSession } from '../../lib/session/session';
import { PaymentPage } from '../payments/payment-page';
import { PaymentPanel } from '../payments/payment-panel';
import { recordingLimit } from '../payments/plans';
import { isBankTaking, type Underway } from '../payments/settlement';
import { firstPaymentQuery, subscriptionKey, subscriptionQuery, subscriptionSettlement } from './api';
import { Changes, Portal, PortalSkeleton } from './portal';
import { stageOf } from './subscription';

const UNDERWAY: Underway = { kind: 'subscription', payPath: '/subscribe' };

// A full load leaves the payment document, which alone may talk to the payment provider.
const leave = () => window.location.assign('/dashboard');

/** What a month costs and brings. */
function PlanCard({ config, amountCents }: { config: AppConfig; amountCents: number }) {
  const price = formatCents(amountCents, 'usd', true);
  const longest = speakDuration(recordingLimit('standard', config));
  return (
    <Card aria-labelledby="plan" className="flex flex-col gap-4 self-start">
      <CardTitle id="plan">{text.name}</CardTitle>
      <p className="font-serif text-4xl font-medium tabular-nums">{text.perMonth(price)}</p>
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        <h3 className="text-sm">{text.included}</h3>
        <ul className="flex flex-col gap-2">
          {text.includes(longest).map((item) => (
            <li key={item} className="flex items-start gap-2">
              <Check className="mt-1 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
              {item}
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted">{text.transcription}</p>
      </div>
      <div className="border-t border-line pt-4 text-sm text-muted">
        <p>{text.renewal(price)}</p>
        <p>{text.noRefund}</p>
      </div>
    </Card>
  );
}

interface PaymentProps {
  config: AppConfig['payments'];
  clientSecret: string;
  amountCents: number;
  safeText: string;
  onWithdrawn: () => void;
}

/** The payment form of a subscription: the first month, or an invoice that is due. */
function SubscriptionPayment({ config, clientSecret, amountCents, safeText, onWithdrawn }: PaymentProps) {
  return (
    <PaymentPanel
      config={config}
      clientSecret={clientSecret}
      priceText={formatCents(amountCents)}
      safeText={safeText}
      underway={UNDERWAY}
      readSettlement={subscriptionSettlement}
      onPaid={leave}
      onWithdrawn={onWithdrawn}
    />
  );
}

interface FirstPaymentProps {
  view: SubscriptionView;
  userId: number;
  config: AppConfig['payments'];
  amountCents: number;
}

/** Prepares the first payment and shows its form. */
function FirstPayment({ view, userId, config, amountCents }: FirstPaymentProps) {
  const queries = useQueryClient();
  const [isStuck, setStuck] = useState(false);
  const first = useQuery(firstPaymentQuery(userId));
  const isSubscribed = first.error instanceof ApiError && first.error.code === 'already_subscribed';

  useEffect(() => {
    if (!isSubscribed) return;
    // A subscription that runs is shown in place of this; one that has not started by then may never do so.
    queries
      .invalidateQueries({ queryKey: subscriptionKey })
      .then(() => setStuck(true))
      .catch(() => undefined);
  }, [isSubscribed, queries]);

  if (isBankTaking(first.error)) {
    return (
      <Notice tone="info" role="status" title={paymentsTexts.slowConfirmTitle}>
        <p>{paymentsTexts.bankProcessing.subscription}</p>
      </Notice>
    );
  }
  if (first.isError && !isSubscribed) {
    return (
      <FailureNotice title={t.checkout.setupError}>
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
      </FailureNotice>
    );
  }
  if (isSubscribed && isStuck) {
    return (
      <Notice tone="warn" role="status" title={text.stuck.title}>
        <p>{text.stuck.text}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          <ButtonLink href="/contact" variant="secondary">
            {t.nav.support}
          </ButtonLink>
          <Changes view={view} stage="offer" />
        </div>
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
      onWithdrawn={() => {
        queries.invalidateQueries({ queryKey: subscriptionKey }).catch(() => undefined);
        first.refetch().catch(() => undefined);
      }}
    />
  );
}

interface SubscriptionProps {
  view: SubscriptionView;
  config: AppConfig;
  userId: number;
}

function Offer({ view, config, userId }: SubscriptionProps) {
  return (
    <>
      <p className="text-lg text-muted">{text.lead}</p>
      <div className="grid gap-6 md:grid-cols-2">
        <PlanCard config={config} amountCents={view.amountCents} />
        <Card aria-labelledby="payment" className="flex flex-col gap-5 self-start">
          <CardTitle id="payment">{text.payment}</CardTitle>
          {/* Once another one can be begun, it is prepared anew. */}
          <FirstPayment
            key={view.status}
            view={view}
            userId={userId}
            config={config.payments}
            amountCents={view.amountCents}
          />
        </Card>
      </div>
    </>
  );
}

/** The offer to those who have none; everyone else sees what they have. */
function Subscription({ view, config, userId }: SubscriptionProps) {
  const [isAgain, setAgain] = useState(false);
  const queries = useQueryClient();
  const stage = stageOf(view);
  if (stage === 'offer' || (stage === 'ended' && isAgain))
    return <Offer view={view} config={config} userId={userId} />;
  const due = stage === 'past_due' ? view.paymentDue : null;
  return (
    <Portal view={view} stage={stage}>
      {due && (
        <div className="flex max-w-lg flex-col gap-5">
          <SubscriptionPayment
            config={config.payments}
            clientSecret={due.clientSecret}
            amountCents={due.amountCents}
            safeText={text.safeDue}
            onWithdrawn={() => {
              queries.invalidateQueries({ queryKey: subscriptionKey }).catch(() => undefined);
            }}
          />
        </div>
      )}
      {stage === 'ended' && (
        <Button className="self-start" onClick={() => setAgain(true)}>
          {text.ended.again}
        </Button>
      )}
    </Portal>
  );
}

/** The monthly subscription: bought, looked after and ended here. */
export default function Subscribe() {
  const { user } = useSession();
  const config = useQuery(configQuery);
  const subscription = useQuery(subscriptionQuery);
  const failed = [config, subscription].filter((query) => query.isError);
  const retry = () => {
    for (const query of failed) query.refetch().catch(() => undefined);
  };
  if (!user) return null;
  return (
    <PaymentPage title={text.title}>
      {failed.length > 0 && (
        <Notice tone="danger" role="alert" title={text.loadFailed}>
          <p>{text.loadFailedSafe}</p>
          <Button
            variant="secondary"
            className="mt-2 self-start"
            busy={failed.some((query) => query.isFetching)}
            onClick={retry}
          >
            {t.common.tryAgain}
          </Button>
        </Notice>
      )}
      {failed.length === 0 && !(config.data && subscription.data) && <PortalSkeleton />}
      {config.data && subscription.data && (
        <Subscription view={subscription.data} config={config.data} userId={user.id} />
      )}
    </PaymentPage>
  );
}
