import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { escrowTexts } from '#texts/escrow';
import { ButtonLink } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Select } from '../../components/ui/select';
import { Skeleton } from '../../components/ui/skeleton';
import { ApiError } from '../../lib/api/api-error';
import type { AgreementView, EscrowTerms, User } from '../../lib/api/api-types';
import { checkoutPath } from '../../lib/session/pending-checkout';
import { agreementQuery, agreementsQuery } from '../agreements/api';
import { DealLine, dealText } from '../agreements/deal-line';
import { useFurther } from '../agreements/use-further';
import type { Wish } from './check';
import { CreateForm, firstWish } from './create-form';
import { escrowOfferOf } from './escrow-offer';
import { waitWords } from './escrow-words';
import { SellerWayBack } from './send-link-again';

/** What happens to the money, step by step. */
function HowItWorks({ holdHours }: { holdHours: number | undefined }) {
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
  if (agreement.contentDeletedAt !== null)
    return (
      <Notice title={escrowTexts.deletedContent}>
        <p>{escrowTexts.deletedContentText}</p>
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
  terms: EscrowTerms;
  /** Whether it was asked for on this page, by a button that is gone now. */
  hasFocus: boolean;
  onPrepared: (sellerEmail: string) => void;
}

/** Nothing is held yet: what to pay, to whom, and how it goes. */
export function StartScreen({ agreementId, user, terms, hasFocus, onPrepared }: StartScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  const query = useQuery(agreementQuery(agreementId));
  // Party B may pay too, but only the owner may read the contract: then there is nothing to fill in beforehand.
  const agreement = query.data ?? null;
  const barrier = barrierOf(agreement);
  // Whoever may not read the contract is the other party, who may pay, or a seller who has lost the key.
  const isSellerPerhaps = query.error instanceof ApiError && query.error.status === 404;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {isSellerPerhaps && (
        <div className="md:col-span-2">
          <SellerWayBack agreementId={agreementId} />
        </div>
      )}
      <Card className="flex flex-col gap-5 self-start">
        <CardTitle ref={heading} tabIndex={-1} className="outline-none">
          {isSellerPerhaps ? escrowTexts.wayBack.buyer : escrowTexts.form.title}
        </CardTitle>
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

const text = escrowTexts.choose;

interface ChooseScreenProps {
  user: User;
  terms: EscrowTerms;
  onPrepared: (agreementId: string) => void;
}

/** Which contract a payment is for, and then the same form as where it is known. */
export function ChooseScreen({ user, terms, onPrepared }: ChooseScreenProps) {
  const list = useInfiniteQuery(agreementsQuery(user.id));
  const [chosen, setChosen] = useState('');
  const [isMissing, setMissing] = useState(false);
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const open = all.filter((agreement) => escrowOfferOf(agreement) === 'protect');
  const agreement = open.find(({ agreementId }) => agreementId === chosen) ?? null;
  // What was typed stays when another is chosen; an empty field is filled.
  const [typed, setTyped] = useState<Partial<Wish>>({});
  const says = firstWish(agreement, user);
  const first = { amount: typed.amount || says.amount, sellerEmail: typed.sellerEmail || says.sellerEmail };
  // Older ones may be behind many that are paid for otherwise.
  const looksFurther = useFurther(list, true);

  if (list.isPending || (looksFurther && open.length === 0)) return <Skeleton className="h-80" />;
  if (list.isSuccess && open.length === 0) {
    return (
      <Card className="flex flex-col items-start gap-3">
        <CardTitle>{text.none}</CardTitle>
        <p>{text.noneText}</p>
        <ButtonLink href="/record-voice-deal">{t.dashboard.create}</ButtonLink>
      </Card>
    );
  }
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Card className="flex flex-col gap-5 self-start">
        <CardTitle>{escrowTexts.form.title}</CardTitle>
        <Select
          label={text.label}
          name="agreementId"
          placeholder={text.placeholder}
          options={open.map((one) => ({ value: one.agreementId, label: dealText(one) }))}
          problem={isMissing && chosen === '' ? escrowTexts.form.missingText : undefined}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
        <CreateForm
          key={chosen}
          agreementId={chosen}
          agreement={agreement}
          user={user}
          terms={terms}
          first={first}
          onTyped={(change) => setTyped({ ...typed, ...change })}
          onUnchosen={() => setMissing(true)}
          onPrepared={() => onPrepared(chosen)}
        />
      </Card>
      <HowItWorks holdHours={agreement ? terms.holdHours[agreement.escrowHoldPeriod] : undefined} />
    </div>
  );
}
