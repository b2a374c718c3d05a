import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '#texts/common';
import { escrowTexts as text } from '#texts/escrow';
import { SignedIn } from '../app/guards';
import { Page, PageHeading } from '../components/layout/page';
import { TestModeBanner } from '../components/layout/test-mode-banner';
import { buttonClass } from '../components/ui/button-class';
import { HeldScreen } from '../features/escrow/held-screen';
import { hideSellerKey, readSellerKey } from '../features/escrow/seller-key';
import { configQuery } from '../lib/api/config';
import { formatAgreementId } from '../lib/format';

interface ProtectionProps {
  agreementId: string;
  heldKey: string | null;
  startsReleasing: boolean;
}

function Protection({ agreementId, heldKey, startsReleasing }: ProtectionProps) {
  const config = useQuery(configQuery);
  const isTest = config.data?.payments.mode === 'sandbox';
  return (
    <>
      {isTest && <TestModeBanner />}
      <Page title={isTest ? t.app.testTitle(text.title) : text.title} className="flex flex-col gap-6">
        <div className="flex flex-col items-start gap-1">
          {!heldKey && (
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
        <HeldScreen
          agreementId={agreementId}
          heldKey={heldKey}
          config={config.data}
          startsReleasing={startsReleasing}
        />
      </Page>
    </>
  );
}

function NoContract() {
  return (
    <Page title={text.title} width="text" className="flex flex-col items-start gap-4">
      <PageHeading>{text.noContract}</PageHeading>
      <p className="text-lg text-muted">{text.noContractText}</p>
      <a href="/dashboard" className={buttonClass('primary')}>
        {text.toDashboard}
      </a>
    </Page>
  );
}

function Access({ agreementId, startsReleasing }: Omit<ProtectionProps, 'heldKey'>) {
  const [heldKey] = useState(() => readSellerKey(agreementId));
  useEffect(() => hideSellerKey(agreementId), [agreementId]);
  const screen = <Protection {...{ agreementId, heldKey, startsReleasing }} />;
  return heldKey ? screen : <SignedIn>{screen}</SignedIn>;
}

/** A payment that is held until the seller has delivered: for the buyer, and by mailed link for the seller. */
export default function Escrow() {
  const [query] = useSearchParams();
  const agreementId = query.get('agreementId');
  if (!agreementId) {
    return (
      <SignedIn>
        <NoContract />
      </SignedIn>
    );
  }
  const startsReleasing = query.get('release') === '1';
  return <Access key={agreementId} agreementId={agreementId} startsReleasing={startsReleasing} />;
}
