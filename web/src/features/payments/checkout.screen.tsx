import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { t } from '#texts/common';
import { paymentsTexts } from '#texts/payments';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { configQuery } from '../../lib/api/config';
import { readPending } from '../../lib/session/pending-checkout';
import { DealStepBar } from '../new-agreement/deal-step-bar';
import { CheckoutOrder, PaymentChoice } from './checkout-order';
import { SetupError } from './checkout-payment';
import { type CheckoutTarget, choicesFrom, wantedFrom } from './order';
import { PaymentPage } from './payment-page';
import { pendingPaymentsQuery } from './pending-card';

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

/** What the address asks for; where it leaves that open, the user's open payments, of which one is chosen. */
function Orders({ search }: { search: string }) {
  const [stored] = useState(readPending);
  const [chosen, setChosen] = useState<CheckoutTarget | null>(null);
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
  const [pending] = useState(readPending);
  const isOfDeal = pending !== null && new URLSearchParams(search).get('agreementId') === pending.agreementId;
  return (
    <PaymentPage
      title={t.checkout.title}
      above={isOfDeal && <DealStepBar step="payment" hasAccount={!pending.byVisitor} />}
    >
      <Orders key={search} search={search} />
    </PaymentPage>
  );
}
