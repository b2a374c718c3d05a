import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { escrowTexts } from '#texts/escrow';
import { buttonClass } from '../../../components/ui/button-class';
import { Card, CardTitle } from '../../../components/ui/card';
import { Notice } from '../../../components/ui/notice';
import { Skeleton } from '../../../components/ui/skeleton';
import type { AgreementView, HeldTerms, User } from '../../../lib/api/api-types';
import { checkoutPath } from '../../../lib/session/pending-checkout';
import { agreementQuery } from '../../agreements/api';
import { DealLine } from '../../agreements/deal-line';
import { waitWords } from '../words';
import { CreateForm } from './create-form';

/** What happens to the money, step by step. */
export function HowItWorks({ holdHours }: { holdHours: number | undefined }) {
  const { how } = escrowTexts;
  const points = [how.hold, how.deliver, waitWords(holdHours), how.release, how.back];
  return (
    <Card className="flex flex-col gap-4 self-start">
      <CardTitle>{how.title}</CardTitle>
      <ol className="flex flex-col gap-3">
        {points.map((point, i) => (
          <li key={point} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent tabular-nums"
            >
              {i + 1}
            </span>
            <span>{point}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Why nothing can be protected for this contract; null when it can. */
function barrierOf(agreement: AgreementView | null): ReactNode {
  if (!agreement) return null;
  if (agreement.status === 'cancelled')
    return (
      <Notice title={escrowTexts.cancelledContract}>
        <p>{escrowTexts.cancelledContractText}</p>
      </Notice>
    );
  if (agreement.status !== 'pending') return null;
  return (
    <Notice tone="warn" title={escrowTexts.unpaidContract}>
      <p>{escrowTexts.unpaidContractText}</p>
      <a
        href={checkoutPath(agreement.agreementId, agreement.planType)}
        className={buttonClass('primary', 'md', 'mt-2 self-start')}
      >
        {escrowTexts.payContract}
      </a>
    </Notice>
  );
}

interface StartScreenProps {
  agreementId: string;
  user: User;
  terms: HeldTerms;
  onPrepared: (sellerEmail: string) => void;
}

/** Nothing is held yet: what to pay, to whom, and how it goes. */
export function StartScreen({ agreementId, user, terms, onPrepared }: StartScreenProps) {
  const query = useQuery(agreementQuery(agreementId));
  // Party B may pay too, but only the owner may read the contract: then there is nothing to fill in beforehand.
  const agreement = query.data ?? null;
  const barrier = barrierOf(agreement);
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Card className="flex flex-col gap-5 self-start">
        <CardTitle>{escrowTexts.form.title}</CardTitle>
        {agreement && <DealLine deal={agreement} />}
        {query.isPending ? (
          <div className="flex flex-col gap-5">
            <Skeleton className="h-18" />
            <Skeleton className="h-18" />
            <Skeleton className="h-32" />
          </div>
        ) : (
          (barrier ?? (
            <CreateForm
              agreementId={agreementId}
              agreement={agreement}
              user={user}
              terms={terms}
              onPrepared={onPrepared}
            />
          ))
        )}
      </Card>
      <HowItWorks holdHours={agreement ? terms.holdHours[agreement.escrowHoldPeriod] : undefined} />
    </div>
  );
}
