import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { t } from '#texts/common';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { ApiError } from '../../lib/api/api-error';
import type { AppConfig } from '../../lib/api/api-types';
import { formatCents } from '../../lib/format';
import { useSession } from '../../lib/session/session';
import { agreementQuery } from '../agreements/api';
import { AmountLines } from './amount-lines';
import { heldQuery, termsOf } from './api';
import { FollowView } from './follow/follow-view';
import { HeldDealCard } from './held-deal-card';
import { fitsMask, type HeldPayment } from './held-payment';
import { otherEmail } from './start/check';
import { OnboardingPanel } from './start/onboarding-panel';
import { PayPanel } from './start/pay-panel';
import { StartScreen } from './start/start-screen';
import { hoursWords } from './words';

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">{t.app.loading}</span>
      <Skeleton className="h-48 rounded-card" />
      <div className="grid gap-6 md:grid-cols-2">
        <Skeleton className="h-56 rounded-card" />
        <Skeleton className="h-56 rounded-card" />
      </div>
    </div>
  );
}

/** What is paid, and what becomes of it. */
function Summary({ held, feePercent, seller }: { held: HeldPayment; feePercent: number; seller: string }) {
  const show = (cents: number) => formatCents(cents, held.currency);
  return (
    <Card className="flex flex-col gap-4 self-start">
      <CardTitle>{escrowTexts.pay.summary}</CardTitle>
      <AmountLines
        lines={[
          { label: escrowTexts.pay.seller, value: seller },
          { label: escrowTexts.pay.hold, value: hoursWords(held.holdHours) },
          { label: escrowTexts.fee(feePercent), value: show(held.platformFee) },
          { label: escrowTexts.sellerGets, value: show(held.sellerAmount) },
          { label: escrowTexts.youPay, value: show(held.amount), isStrong: true },
        ]}
      />
      <p className="text-sm text-muted">{escrowTexts.amounts.feeNote}</p>
    </Card>
  );
}

interface HeldScreenProps {
  agreementId: string;
  /** Of the seller's mailed link. */
  heldKey: string | null;
  config: AppConfig | undefined;
  startsReleasing: boolean;
}

/** From the wish to protect a payment to its end, with the deal above it where the server knows one. */
export function HeldScreen(props: HeldScreenProps) {
  const { data: held } = useQuery(heldQuery(props.agreementId, props.heldKey));
  return (
    <>
      {held?.deal && <HeldDealCard held={held} deal={held.deal} />}
      <HeldSteps {...props} />
    </>
  );
}

/** What is shown follows from what the server says. */
function HeldSteps({ agreementId, heldKey, config, startsReleasing }: HeldScreenProps) {
  const { user } = useSession();
  const query = useQuery(heldQuery(agreementId, heldKey));
  const [typedSeller, setTypedSeller] = useState<string | null>(null);
  const [isStartingAgain, setStartingAgain] = useState(false);
  const terms = termsOf(config);
  const { refetch } = query;
  const look = useCallback(() => refetch(), [refetch]);
  const held = query.data;
  const isWaiting = held?.state === 'requires_onboarding' && held.role === 'buyer';
  const agreement = useQuery({ ...agreementQuery(agreementId), enabled: isWaiting && heldKey === null });

  if (query.isPending) return <Loading />;
  const isNone = query.error instanceof ApiError && query.error.status === 404;
  if (isNone && heldKey !== null) {
    return (
      <Notice tone="warn" role="alert" title={escrowTexts.linkClosed}>
        <p>{escrowTexts.linkClosedText}</p>
      </Notice>
    );
  }
  if ((isNone || (isStartingAgain && held?.state === 'failed')) && user) {
    return (
      <StartScreen
        agreementId={agreementId}
        user={user}
        terms={terms}
        onPrepared={(email) => {
          setTypedSeller(email);
          setStartingAgain(false);
        }}
      />
    );
  }
  if (!held) {
    return (
      <Notice tone="danger" role="alert" title={escrowTexts.loadFailed}>
        <p>{escrowTexts.loadSafe}</p>
        <Button variant="secondary" className="mt-2 self-start" onClick={() => look().catch(() => undefined)}>
          {t.common.tryAgain}
        </Button>
      </Notice>
    );
  }
  const known = agreement.data && user ? otherEmail(agreement.data, user.email) : null;
  // The buyer wrote the address; only where this page does not know it does the masked one have to do.
  const address = typedSeller ?? (known && fitsMask(known, held.seller) ? known : held.seller);
  const seller = [held.deal?.seller, address].filter(Boolean).join(' · ');
  if (isWaiting && user) {
    return (
      <div className="grid gap-6 md:grid-cols-2">
        <OnboardingPanel
          held={held}
          userId={user.id}
          sellerEmail={typedSeller ?? known}
          isLooking={query.isFetching}
          onLook={look}
        />
        <Summary held={held} feePercent={terms.feePercent} seller={seller} />
      </div>
    );
  }
  if (held.state === 'requires_payment' && held.actions.includes('pay')) {
    return (
      <div className="grid gap-6 md:grid-cols-2">
        <Summary held={held} feePercent={terms.feePercent} seller={seller} />
        {config ? <PayPanel held={held} config={config} onLook={look} /> : <Skeleton className="h-64" />}
      </div>
    );
  }
  return (
    <FollowView
      held={held}
      heldKey={heldKey}
      feePercent={terms.feePercent}
      startsReleasing={startsReleasing}
      onLook={look}
      onStartAgain={() => setStartingAgain(true)}
    />
  );
}
