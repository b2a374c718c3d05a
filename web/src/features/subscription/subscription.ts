import { subscriptionTexts as text } from '#texts/subscription';
import type { BadgeTone } from '../../components/ui/badge';
import type { SubscriptionView } from '../../lib/api/api-types';
import { formatCents, formatDate } from '../../lib/format';

/** What the screen shows: the offer, or one of the states of what was bought. */
export type Stage = 'offer' | 'active' | 'ending' | 'past_due' | 'ended';

export function stageOf({ status, endsAtPeriodEnd }: SubscriptionView): Stage {
  if (status === 'none' || status === 'incomplete') return 'offer';
  if (status === 'canceled') return 'ended';
  if (status === 'past_due') return 'past_due';
  return endsAtPeriodEnd ? 'ending' : 'active';
}

const BADGES: Record<Exclude<Stage, 'offer'>, { label: string; tone: BadgeTone }> = {
  active: { label: text.statuses.active, tone: 'ok' },
  ending: { label: text.statuses.ending, tone: 'warn' },
  past_due: { label: text.statuses.past_due, tone: 'danger' },
  ended: { label: text.statuses.canceled, tone: 'neutral' },
};

export function badgeOf(stage: Exclude<Stage, 'offer'>): { label: string; tone: BadgeTone } {
  return BADGES[stage];
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** "Visa ending in 4242". */
export function cardLabel(card: SubscriptionView['card']): string {
  return card ? text.facts.cardValue(BRANDS[card.brand] ?? card.brand, card.last4) : text.facts.noCard;
}

/** What is paid next and when, as words. */
export function nextPayment(view: SubscriptionView): string {
  const stage = stageOf(view);
  if (stage === 'past_due') {
    const due = view.paymentDue?.amountCents ?? view.amountCents;
    return `${formatCents(due, view.currency)}, ${text.statuses.past_due.toLowerCase()}`;
  }
  if (stage !== 'active' || !view.periodEnd) return text.facts.noneMore;
  return text.facts.nextValue(formatCents(view.amountCents, view.currency), formatDate(view.periodEnd));
}

/** When it ended; null while it goes on, and where it ended before what was paid was over. `now` in ms. */
export function endedAt(view: SubscriptionView, now: number): string | null {
  if (stageOf(view) !== 'ended' || !view.periodEnd) return null;
  return Date.parse(view.periodEnd) <= now ? view.periodEnd : null;
}

/** What cancelling at `now` (ms) does, said before it is done. What is paid may be over while its renewal takes its time. */
export function cancelWords(view: SubscriptionView, now: number): string {
  const { until, due, renewing, atOnce } = text.cancelDialog;
  if (!view.periodEnd) return atOnce;
  const when = formatDate(view.periodEnd);
  if (stageOf(view) === 'past_due') return due(when);
  return Date.parse(view.periodEnd) <= now ? renewing : until(when);
}
