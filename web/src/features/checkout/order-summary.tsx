import { Check } from 'lucide-react';
import { t } from '#texts/common';
import { dealTexts } from '#texts/deal';
import { paymentsTexts as text } from '#texts/payments';
import { subscriptionTexts } from '#texts/subscription';
import { Card, CardTitle } from '../../components/ui/card';
import { formatAgreementId, formatCents } from '../../lib/format';
import { type Deal, DealLine } from '../agreements/deal-line';
import type { Order } from './order';

interface OrderSummaryProps {
  order: Order;
  agreementId: string;
  /** What the order is for, once that is known. */
  deal: Deal | null;
  /** The server's amount in cents, as soon as it is known. */
  amount: { cents: number; currency: string } | null;
  /** What has paid already. */
  coveredBy: 'subscription' | 'credit' | null;
  isTest: boolean;
}

/** What is bought, what it includes and what it costs. */
export function OrderSummary({ order, agreementId, deal, amount, coveredBy, isTest }: OrderSummaryProps) {
  const isCovered = coveredBy !== null;
  const price = formatCents(amount?.cents ?? order.cents, amount?.currency ?? order.currency);
  const total = isCovered ? formatCents(0, order.currency) : price;
  return (
    <Card aria-labelledby="order-summary" className="flex flex-col gap-4">
      <CardTitle id="order-summary">{t.checkout.summary}</CardTitle>
      <div className="flex items-baseline justify-between gap-4 max-2xs:flex-wrap">
        <div className="min-w-0">
          <p className="font-medium">{order.name}</p>
          {deal && <DealLine deal={deal} title={dealTexts.recordingWith(deal.partyBName)} className="mt-1" />}
          <p className="text-sm text-muted tabular-nums">{formatAgreementId(agreementId)}</p>
        </div>
        <p className="tabular-nums">{isCovered ? text.covered : price}</p>
      </div>
      <div className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
        <h3 className="text-sm">{text.included}</h3>
        <ul className="flex flex-col gap-1.5">
          {(coveredBy === 'subscription' ? subscriptionTexts.contractIncludes : order.includes).map(
            (item) => (
              <li key={item} className="flex items-start gap-2">
                <Check className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
                {item}
              </li>
            ),
          )}
        </ul>
      </div>
      <div className="flex items-baseline justify-between gap-x-4 border-t border-line pt-4 font-semibold max-2xs:flex-wrap">
        <p>
          {t.checkout.total}
          {isTest && <span className="ml-2 text-sm font-medium text-warn">{t.app.testMode}</span>}
        </p>
        <p className="text-2xl tabular-nums">{total}</p>
      </div>
      {!isCovered && <p className="text-sm text-muted">{order.note}</p>}
    </Card>
  );
}
