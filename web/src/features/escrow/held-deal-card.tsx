import { escrowTexts } from '#texts/escrow';
import { buttonClass } from '../../components/ui/button-class';
import { Card } from '../../components/ui/card';
import { formatCents } from '../../lib/format';
import { contractPath } from '../../lib/session/pending-checkout';
import { dealTerms } from '../agreements/deal-line';
import { type HeldPayment, sellerOf } from './held-payment';

const text = escrowTexts.deal;

interface HeldDealCardProps {
  held: HeldPayment;
  deal: NonNullable<HeldPayment['deal']>;
}

/** Who pays whom, how much and for what: whoever comes from a mail sees that this is their own deal. */
export function HeldDealCard({ held, deal }: HeldDealCardProps) {
  const terms = dealTerms({
    kind: deal.kind,
    durationSeconds: deal.durationSeconds,
    createdAt: deal.recordedAt,
  });
  return (
    <Card aria-labelledby="held-deal" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 id="held-deal" className="text-xl wrap-anywhere sm:text-2xl">
          {text.pays(deal.buyer, sellerOf(held), formatCents(held.amount, held.currency))}
        </h2>
        <p className="text-muted tabular-nums">
          {terms} · {text.roles[held.role]}
        </p>
      </div>
      {held.role !== 'seller' && (
        <a href={contractPath(held.agreementId)} className={buttonClass('secondary')}>
          {text.hear}
        </a>
      )}
    </Card>
  );
}
