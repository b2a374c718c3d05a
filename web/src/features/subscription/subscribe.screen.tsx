import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts/common';
import { subscriptionTexts as text } from '#texts/subscription';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import type { AppConfig, SubscriptionView } from '../../lib/api/api-types';
import { configQuery } from '../../lib/api/config';
import { useSession } from '../../lib/session/session';
import { PaymentPage } from '../payments/payment-page';
import { pricesOf } from '../payments/price';
import { subscriptionQuery } from './api';
import { FirstPayment, PlanCard, SubscriptionPayment } from './offer';
import { Portal, PortalSkeleton } from './portal';
import { stageOf } from './subscription';

interface SubscriptionProps {
  view: SubscriptionView;
  config: AppConfig;
  userId: number;
}

function Offer({ config, userId }: Omit<SubscriptionProps, 'view'>) {
  const amountCents = pricesOf(config).subscription;
  return (
    <>
      <p className="text-lg text-muted">{text.lead}</p>
      <div className="grid gap-6 md:grid-cols-2">
        <PlanCard priceCents={amountCents} />
        <Card aria-labelledby="payment" className="flex flex-col gap-5 self-start">
          <CardTitle id="payment">{text.payment}</CardTitle>
          <FirstPayment userId={userId} config={config.payments} amountCents={amountCents} />
        </Card>
      </div>
    </>
  );
}

/** The offer to those who have none; everyone else sees what they have. */
function Subscription({ view, config, userId }: SubscriptionProps) {
  const [isAgain, setAgain] = useState(false);
  const stage = stageOf(view);
  if (stage === 'offer' || (stage === 'ended' && isAgain)) return <Offer config={config} userId={userId} />;
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
