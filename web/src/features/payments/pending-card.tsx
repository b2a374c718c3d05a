import { queryOptions } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { descriptionTexts } from '#texts/descriptions';
import { paymentsTexts } from '#texts/payments';
import { buttonClass } from '../../components/ui/button-class';
import { Card, CardTitle } from '../../components/ui/card';
import { formatAgreementId, formatCents } from '../../lib/format';
import { DealLine } from '../agreements/deal-line';
import { type OpenPayment, pendingPaymentsKey, readPendingPayments } from './api';
import { payPathOf } from './order';

const SHOWN = 3;
const text = paymentsTexts.pendingCard;

export const pendingPaymentsQuery = queryOptions({
  queryKey: pendingPaymentsKey,
  queryFn: ({ signal }) => readPendingPayments(signal),
  // What was open when the screen was last shown may be paid or cancelled by now.
  refetchOnMount: 'always',
});

interface PendingCardProps {
  payments: readonly OpenPayment[];
  /** Contracts in the list, which is where they are paid: it knows first that one is paid or cancelled. */
  listed: ReadonlySet<string>;
}

/** What is still to be paid, each with its button; nothing where nothing is open. */
export function PendingCard({ payments, listed }: PendingCardProps) {
  const open = payments.filter(
    ({ payment: { type, agreementId } }) => type !== 'contract' || !listed.has(agreementId),
  );
  if (open.length === 0) return null;
  return (
    <Card aria-labelledby="open-payments" className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <WalletCards className="mt-1 size-5 shrink-0 text-warn" aria-hidden="true" />
        <div>
          <CardTitle id="open-payments">{text.title}</CardTitle>
          <p className="text-muted">{text.lead(open.length)}</p>
        </div>
      </div>
      <ul>
        {open.slice(0, SHOWN).map(({ payment, deal }) => {
          const { agreementId, type } = payment;
          const description = descriptionTexts.of(payment.description);
          const price = formatCents(Math.round(payment.amount * 100));
          const id = formatAgreementId(agreementId);
          return (
            <li
              key={`${type}-${agreementId}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 last:pb-0"
            >
              <p className="min-w-0">
                <span className="block font-medium">{description}</span>
                {deal && <DealLine deal={deal} className="text-sm" />}
                <span className="block text-sm text-muted tabular-nums">{id}</span>
              </p>
              <a
                href={payPathOf(agreementId, type)}
                aria-label={paymentsTexts.payNamed(price, `${description} ${id}`)}
                className={buttonClass('secondary')}
              >
                {text.pay(price)}
              </a>
            </li>
          );
        })}
      </ul>
      {open.length > SHOWN && (
        <a href="/checkout" className={buttonClass('quiet', 'md', 'self-start underline underline-offset-4')}>
          {text.all}
        </a>
      )}
    </Card>
  );
}
