import { useQuery } from '@tanstack/react-query';
import { type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#texts/common';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card, CardTitle } from '../../components/ui/card';
import { FailureNotice, Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { ApiError } from '../../lib/api/api-error';
import type { AppConfig } from '../../lib/api/api-types';
import { useUntilLeft } from '../../lib/browser/leaving';
import { formatCents } from '../../lib/format';
import { contractPath } from '../../lib/session/pending-checkout';
import { useSession } from '../../lib/session/session';
import { agreementQuery } from '../agreements/api';
import { dealTerms } from '../agreements/deal-line';
import { PaymentPanel } from '../payments/payment-panel';
import { PAID_PATH, rememberUnderway, type Underway } from '../payments/settlement';
import { escrowIntentQuery, escrowQuery, readEscrowSettlement, termsOf } from './api';
import { ChangeForm } from './change-form';
import { otherEmail } from './check';
import { canStart, type Escrow, fitsMask, sellerOf } from './escrow';
import { AmountLines } from './escrow-facts';
import { escrowPath } from './escrow-offer';
import { hoursWords } from './escrow-words';
import { FollowView } from './follow-view';
import { OnboardingPanel } from './onboarding-panel';
import { SendLinkAgain } from './send-link-again';
import { StartScreen } from './start-screen';

interface PayPanelProps {
  escrow: Escrow;
  config: AppConfig;
  /** Whether it follows something that was pressed on this page and is gone now. */
  hasFocus: boolean;
  /** Asks the server how the payment stands. Keep it stable. */
  onLook: () => Promise<unknown>;
}

/** The payment form; only the server says when it is paid. */
function PayPanel({ escrow, config, hasFocus, onLook }: PayPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus && document.activeElement === document.body) heading.current?.focus();
  }, [hasFocus]);
  const { agreementId } = escrow;
  const intent = useQuery(escrowIntentQuery(escrow));
  const { data, error } = intent;
  // Paid in another tab, or closed meanwhile: how it stands is what counts.
  const hasMoved = (error instanceof ApiError && error.status === 409) || data?.clientSecret === null;
  useEffect(() => {
    if (hasMoved) onLook().catch(() => undefined);
  }, [hasMoved, onLook]);
  const underway = useMemo<Underway>(
    () => ({ kind: 'order', agreementId, type: 'held_payment', payPath: escrowPath(agreementId) }),
    [agreementId],
  );
  const readSettlement = useCallback(
    (signal: AbortSignal) => readEscrowSettlement(agreementId, signal),
    [agreementId],
  );
  const onWithdrawn = () => {
    onLook().catch(() => undefined);
    intent.refetch().catch(() => undefined);
  };
  const onPaid = useCallback(() => {
    // The dashboard says of this payment that it has arrived.
    rememberUnderway(underway);
    // A full load leaves this document, one of the few that may talk to the payment provider.
    window.location.assign(PAID_PATH);
  }, [underway]);

  return (
    <Card className="flex flex-col gap-5 self-start">
      <CardTitle ref={heading} tabIndex={-1} className="outline-none">
        {escrowTexts.pay.title}
      </CardTitle>
      {intent.isError && (
        <FailureNotice title={t.checkout.setupError}>
          <p>{t.checkout.setupErrorText}</p>
          <Button
            variant="secondary"
            className="mt-2 self-start"
            busy={intent.isFetching}
            onClick={() => intent.refetch().catch(() => undefined)}
          >
            {t.common.tryAgain}
          </Button>
        </FailureNotice>
      )}
      {(intent.isPending || data?.clientSecret === null) && <Skeleton className="h-64" />}
      {!intent.isError && data?.clientSecret && (
        <PaymentPanel
          config={config.payments}
          clientSecret={data.clientSecret}
          priceText={formatCents(data.amount, data.currency)}
          safeText={escrowTexts.pay.safe}
          underway={underway}
          readSettlement={readSettlement}
          onPaid={onPaid}
          onWithdrawn={onWithdrawn}
        />
      )}
    </Card>
  );
}

const text = escrowTexts.deal;

/** To the agreement itself: its owner reads it here, party B by the link of their own mail, which has their key. */
function WayToHear({ escrow: { agreementId, role, buyerParty } }: { escrow: Escrow }) {
  if (role === 'seller') return null;
  if (role === 'buyer' && buyerParty === 'b') return <p className="text-sm text-muted">{text.hearByMail}</p>;
  return (
    <a href={contractPath(agreementId)} className={buttonClass('secondary')}>
      {text.hear}
    </a>
  );
}

interface EscrowDealCardProps {
  escrow: Escrow;
  deal: NonNullable<Escrow['deal']>;
}

/** Who pays whom, how much and for what: whoever comes from a mail sees that this is their own deal. */
function EscrowDealCard({ escrow, deal }: EscrowDealCardProps) {
  const terms = dealTerms({
    kind: deal.kind,
    title: deal.title,
    durationSeconds: deal.durationSeconds,
    recordedAt: deal.recordedAt,
  });
  return (
    <Card
      aria-labelledby="escrow-deal"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <div className="min-w-0">
        <h2 id="escrow-deal" className="text-xl wrap-anywhere sm:text-2xl">
          {text.pays(deal.buyer, sellerOf(escrow), formatCents(escrow.amount, escrow.currency))}
        </h2>
        <p className="wrap-anywhere text-muted tabular-nums">
          {terms} · {text.roles[escrow.role]}
        </p>
        {escrow.role === 'owner' && <p>{deal.seller === null ? text.ownerUnpaid : text.ownerPaid}</p>}
      </div>
      <WayToHear escrow={escrow} />
    </Card>
  );
}

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

interface SummaryProps {
  escrow: Escrow;
  seller: string;
  changeButton: Ref<HTMLButtonElement>;
  onChange: () => void;
}

/** What is paid, and what becomes of it. */
function Summary({ escrow, seller, changeButton, onChange }: SummaryProps) {
  const show = (cents: number) => formatCents(cents, escrow.currency);
  return (
    <Card className="flex flex-col gap-4 self-start">
      <CardTitle>{escrowTexts.pay.summary}</CardTitle>
      <AmountLines
        lines={[
          { label: escrowTexts.pay.seller, value: seller, isWords: true },
          { label: escrowTexts.pay.hold, value: hoursWords(escrow.holdHours) },
          { label: escrowTexts.fee(escrow.feePercent), value: show(escrow.platformFee) },
          { label: escrowTexts.sellerGets, value: show(escrow.sellerAmount) },
          { label: escrowTexts.youPay, value: show(escrow.amount), isStrong: true },
        ]}
      />
      <p className="text-sm text-muted">{escrowTexts.amounts.feeNote}</p>
      <Button ref={changeButton} variant="secondary" className="self-start" onClick={onChange}>
        {escrowTexts.change.title}
      </Button>
    </Card>
  );
}

interface EscrowViewProps {
  agreementId: string;
  /** Of the seller's mailed link. */
  sellerKey: string | null;
  config: AppConfig | undefined;
  startsReleasing: boolean;
}

/**
 * The escrow as it is asked for. With the session goes what was read in it; a problem that is being written needs it
 * until it is sent or given up.
 */
function useShownEscrow(agreementId: string, sellerKey: string | null) {
  const query = useQuery(escrowQuery(agreementId, sellerKey));
  const kept = useUntilLeft(query.data);
  return { query, escrow: query.data ?? kept };
}

/** From the wish to protect a payment to its end, with the deal above it where the server knows one. */
export function EscrowView(props: EscrowViewProps) {
  const { escrow } = useShownEscrow(props.agreementId, props.sellerKey);
  return (
    <>
      {escrow?.deal && <EscrowDealCard escrow={escrow} deal={escrow.deal} />}
      <EscrowStage {...props} />
    </>
  );
}

/** What is shown follows from what the server says. */
function EscrowStage({ agreementId, sellerKey, config, startsReleasing }: EscrowViewProps) {
  const { user } = useSession();
  const { query, escrow } = useShownEscrow(agreementId, sellerKey);
  const [typedSeller, setTypedSeller] = useState<string | null>(null);
  const [isStartingAgain, setStartingAgain] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  const terms = termsOf(config);
  const { refetch } = query;
  const look = useCallback(() => refetch(), [refetch]);
  const isWaiting = escrow?.state === 'requires_onboarding' && escrow.role === 'buyer';
  const isToPay = escrow?.state === 'requires_payment' && escrow.actions.includes('pay');
  const hasWaited = useRef(false);
  if (isWaiting) hasWaited.current = true;
  const agreement = useQuery({
    ...agreementQuery(agreementId),
    enabled: (isWaiting || (isToPay && isChanging)) && sellerKey === null,
  });

  if (!escrow && query.isPending) return <Loading />;
  const isKept = escrow !== query.data;
  const isNone = !isKept && query.error instanceof ApiError && query.error.status === 404;
  if (isNone && sellerKey !== null) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Notice tone="warn" role="alert" title={escrowTexts.linkClosed}>
          <p>{escrowTexts.linkClosedText}</p>
        </Notice>
        <SendLinkAgain agreementId={agreementId} />
      </div>
    );
  }
  if ((isNone || (isStartingAgain && escrow && canStart(escrow))) && user) {
    return (
      <StartScreen
        agreementId={agreementId}
        user={user}
        terms={terms}
        hasFocus={isStartingAgain}
        onPrepared={(email) => {
          setTypedSeller(email);
          setStartingAgain(false);
        }}
      />
    );
  }
  if (!escrow) {
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
  const address = typedSeller ?? (known && fitsMask(known, escrow.seller) ? known : escrow.seller);
  const seller = [escrow.deal?.seller, address].filter(Boolean).join(' · ');
  if (isChanging && (isWaiting || isToPay) && user) {
    // The form is filled once, from all that can be known.
    if (agreement.isLoading) return <Loading />;
    return (
      <ChangeForm
        escrow={escrow}
        agreement={agreement.data ?? null}
        sellerEmail={fitsMask(address, escrow.seller) && address !== escrow.seller ? address : null}
        user={user}
        terms={terms}
        onPrepared={(email) => {
          setTypedSeller(email);
          setChanging(false);
        }}
        onCancel={() => {
          flushSync(() => setChanging(false));
          changeButton.current?.focus();
        }}
      />
    );
  }
  const summary = (
    <Summary escrow={escrow} seller={seller} changeButton={changeButton} onChange={() => setChanging(true)} />
  );
  if (isWaiting && user) {
    return (
      <div className="grid gap-6 md:grid-cols-2">
        <OnboardingPanel
          escrow={escrow}
          userId={user.id}
          sellerEmail={typedSeller ?? known}
          isUnreached={agreement.data?.mailProblem?.includes('seller:') ?? false}
          hasFocus={typedSeller !== null}
          isLooking={query.isFetching}
          onLook={() => refetch({ throwOnError: true })}
        />
        {summary}
      </div>
    );
  }
  if (isToPay) {
    return (
      <div className="grid gap-6 md:grid-cols-2">
        {summary}
        {config ? (
          <PayPanel
            escrow={escrow}
            config={config}
            hasFocus={typedSeller !== null || hasWaited.current}
            onLook={look}
          />
        ) : (
          <Skeleton className="h-64" />
        )}
      </div>
    );
  }
  return (
    <FollowView
      escrow={escrow}
      sellerKey={sellerKey}
      startsReleasing={startsReleasing}
      onLook={look}
      onStartAgain={() => setStartingAgain(true)}
    />
  );
}
