import { dealTexts as text } from '#texts/deal';
import type { AgreementView } from '../../lib/api/api-types';
import { cn } from '../../lib/cn';
import { formatAmount, formatDate, formatDuration } from '../../lib/format';

/** What is known of a deal; what is null or left out is not told. */
export interface Deal {
  partyAName: string;
  partyBName: string;
  kind?: AgreementView['kind'];
  /** What it is about, in party A's words; stands in the place of the kind. */
  title?: string | null;
  /** As decimal text. */
  amount?: string | null;
  currency?: string;
  durationSeconds?: number | null;
  /** When the recording that counts was made, as ISO time. */
  recordedAt?: string | null;
}

/** "Honda Civic · Car sale": what it is about in party A's words, and what kind that is; null where neither is known. */
export function aboutWords({ title, kind }: Pick<Deal, 'title' | 'kind'>): string | null {
  return [title, kindName(kind)].filter(Boolean).join(' · ') || null;
}

function kindName(kind: Deal['kind']): string | null {
  // That it is none of the listed kinds says nothing.
  return kind && kind !== 'other' ? text.kinds[kind] : null;
}

/** "Car sale · $2,000.00 · 0:11 · Nov 23, 2026": what it is about, how much, how long and when. */
export function dealTerms({
  kind,
  title,
  amount,
  currency,
  durationSeconds,
  recordedAt,
}: Omit<Deal, `party${string}`>): string {
  return [
    title || kindName(kind),
    amount && formatAmount(amount, currency),
    durationSeconds && formatDuration(durationSeconds),
    recordedAt && formatDate(recordedAt),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The same after the names of both. */
export function dealText(deal: Deal): string {
  const names = text.parties(deal.partyAName, deal.partyBName);
  return [names, dealTerms(deal)].filter(Boolean).join(' · ');
}

interface DealLineProps {
  deal: Deal;
  /** In the place of the names of both. */
  title?: string;
  className?: string;
}

/** Between whom a deal is, and below it what it is about: the same wherever one deal is told from another. */
export function DealLine({ deal, title, className }: DealLineProps) {
  const terms = dealTerms(deal);
  return (
    <span className={cn('block min-w-0', className)}>
      <span className="block font-medium wrap-anywhere">
        {title ?? text.parties(deal.partyAName, deal.partyBName)}
      </span>
      {terms && (
        <span className="block text-sm font-normal wrap-anywhere text-muted tabular-nums">{terms}</span>
      )}
    </span>
  );
}
