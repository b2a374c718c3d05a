import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { t } from '#texts/common';
import { escrowTexts as text } from '#texts/escrow';
import { SignedIn } from '../../app/guards';
import { Page, PageHeading } from '../../components/layout/page';
import { ButtonLink } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { configQuery } from '../../lib/api/server-data';
import { formatAgreementId } from '../../lib/format';
import { useSession } from '../../lib/session/session';
import { keyFrom, plainAddress } from '../consent/invitation-key';
import { TestModeBanner } from '../payments/payment-page';
import { termsOf } from './api';
import { escrowPath } from './escrow-offer';
import { EscrowView } from './escrow-view';
import { SellerWayBack } from './send-link-again';
import { ChooseScreen } from './start-screen';

/** Under which a history entry keeps the seller's key: a name that open tabs have. */
const KEPT = 'heldPaymentKey';

interface KeptKey {
  [KEPT]: string;
  of: string;
}

function isKept(value: unknown): value is KeptKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    KEPT in value &&
    typeof value[KEPT] === 'string' &&
    'of' in value
  );
}

/** The key of the seller's mailed link: from the address, else from before a reload of this history entry. */
function readSellerKey(agreementId: string): string | null {
  const state: unknown = window.history.state;
  return keyFrom(window.location.search) ?? (isKept(state) && state.of === agreementId ? state[KEPT] : null);
}

/** Takes the key out of the address bar. A reload still has it; coming from elsewhere without it does not. */
function hideSellerKey(agreementId: string): void {
  const { pathname, search, hash } = window.location;
  const key = keyFrom(search);
  if (!key) return;
  const kept: KeptKey = { [KEPT]: key, of: agreementId };
  window.history.replaceState(kept, '', plainAddress(pathname, search, hash));
}

interface ProtectionProps {
  agreementId: string;
  sellerKey: string | null;
  startsReleasing: boolean;
}

function Protection({ agreementId, sellerKey, startsReleasing }: ProtectionProps) {
  const config = useQuery(configQuery);
  const isTest = config.data?.payments.mode === 'sandbox';
  return (
    <>
      {isTest && <TestModeBanner />}
      <Page title={isTest ? t.app.testTitle(text.title) : text.title} className="flex flex-col gap-6">
        <div className="flex flex-col items-start gap-1">
          {!sellerKey && (
            // A full load leaves this document, one of the few that may talk to the payment provider.
            <a href="/dashboard" className={buttonClass('quiet', 'md', '-ml-4')}>
              <ArrowLeft className="size-5" aria-hidden="true" />
              {text.toDashboard}
            </a>
          )}
          <PageHeading>{text.title}</PageHeading>
          <p className="max-w-prose text-muted">{text.lead}</p>
          <p className="text-sm text-muted tabular-nums">{formatAgreementId(agreementId)}</p>
        </div>
        <EscrowView
          agreementId={agreementId}
          sellerKey={sellerKey}
          config={config.data}
          startsReleasing={startsReleasing}
        />
      </Page>
    </>
  );
}

/** Nobody is known here: sellers have no account, and the key of their link is gone from the address. */
function WayBack({ agreementId }: { agreementId: string }) {
  return (
    <Page title={text.title} width="text" className="flex flex-col items-start gap-5">
      <PageHeading>{text.title}</PageHeading>
      <SellerWayBack agreementId={agreementId} />
      <section aria-labelledby="for-buyers" className="flex flex-col items-start gap-3">
        <h2 id="for-buyers" className="font-sans text-lg font-semibold">
          {text.wayBack.buyer}
        </h2>
        <ButtonLink href="/login" state={{ wanted: window.location.href }}>
          {t.auth.signIn}
        </ButtonLink>
      </section>
      <p className="text-muted">
        {text.wayBack.lost}{' '}
        <Link href="/contact" className="font-medium text-accent underline underline-offset-4">
          {t.nav.support}
        </Link>
      </p>
    </Page>
  );
}

/** No contract is named: the form begins with which one it is. */
function ChooseContract() {
  const [, navigate] = useLocation();
  const config = useQuery(configQuery);
  const { user } = useSession();
  return (
    <Page title={text.title} className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-1">
        <a href="/dashboard" className={buttonClass('quiet', 'md', '-ml-4')}>
          <ArrowLeft className="size-5" aria-hidden="true" />
          {text.toDashboard}
        </a>
        <PageHeading>{text.title}</PageHeading>
        <p className="max-w-prose text-muted">{text.lead}</p>
      </div>
      {user && (
        <ChooseScreen
          user={user}
          terms={termsOf(config.data)}
          onPrepared={(agreementId) => navigate(escrowPath(agreementId), { replace: true })}
        />
      )}
    </Page>
  );
}

function Access({ agreementId, startsReleasing }: Omit<ProtectionProps, 'sellerKey'>) {
  const [sellerKey] = useState(() => readSellerKey(agreementId));
  useEffect(() => hideSellerKey(agreementId), [agreementId]);
  const screen = <Protection {...{ agreementId, sellerKey, startsReleasing }} />;
  return sellerKey ? screen : <SignedIn instead={<WayBack agreementId={agreementId} />}>{screen}</SignedIn>;
}

/** A payment that is held until the seller has delivered: for the buyer, and by mailed link for the seller. */
export default function Escrow() {
  const [query] = useSearchParams();
  const agreementId = query.get('agreementId');
  if (!agreementId) {
    return (
      <SignedIn>
        <ChooseContract />
      </SignedIn>
    );
  }
  const startsReleasing = query.get('release') === '1';
  return <Access key={agreementId} agreementId={agreementId} startsReleasing={startsReleasing} />;
}
