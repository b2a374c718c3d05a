import type { SubscriptionChange } from '#contracts';
import type { SubscriptionEntity } from './subscriptions.entities.js';

/** What Stripe's events may change of a row. */
type SubscriptionState = Pick<
  SubscriptionEntity,
  | 'status'
  | 'endsAtPeriodEnd'
  | 'periodEnd'
  | 'paidInvoiceId'
  | 'failedInvoiceId'
  | 'isBankTaking'
  | 'startedAt'
  | 'endedAt'
>;

export interface PaidInvoice {
  id: string;
  /** What it asks for before discounts. */
  priceCents: number;
  /** What was paid: less after a discount, and nothing for a month that was given. */
  amountCents: number;
  currency: string;
  paidAt: Date;
  /** End of the period that it pays for. */
  periodEnd: Date;
}

/** What Stripe says of a subscription now. */
export interface ToldSubscription {
  /** Stripe's word for it. */
  status: string;
  endsAtPeriodEnd: boolean;
  endedAt: Date | null;
  /** The newest invoice while it is still asking for money. */
  openInvoiceId: string | null;
  /** Whether that is being paid by a way that takes days, and the bank has not decided. */
  isBankTaking: boolean;
  /** All that were ever paid. */
  paid: readonly PaidInvoice[];
}

export interface Outcome {
  state: SubscriptionState;
  /** Invoices without a receipt so far. */
  sales: PaidInvoice[];
  /** Of the sales, those that give nothing, because the subscription has ended: they go back. */
  owed: PaidInvoice[];
  /** What is told; `invoiceId` of the payment that started or renewed it. */
  changes: { change: SubscriptionChange; periodEnd: Date; invoiceId?: string }[];
  /** Paid invoices of another price or currency, and those of no money that came first: people must look. */
  foreign: PaidInvoice[];
}

/** Nothing more comes of these. Stripe can be set to keep on what is `unpaid`; we do not. */
export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired', 'unpaid'];

/**
 * Whether the price of the subscription was paid, or what a discount has left of it. An invoice of another price or
 * currency, as of a subscription that we did not begin, is booked nowhere.
 */
export const isOurs = (
  row: Pick<SubscriptionEntity, 'amountCents' | 'currency'>,
  invoice: Pick<PaidInvoice, 'priceCents' | 'currency'>,
): boolean => invoice.priceCents === row.amountCents && invoice.currency === row.currency;

const isMoney = ({ amountCents }: PaidInvoice): boolean => amountCents > 0;

/** Of paid invoices, that of the last period. */
export const newestOf = <Invoice extends Pick<PaidInvoice, 'periodEnd'>>(
  paid: readonly Invoice[],
): Invoice | undefined => paid.toSorted((a, b) => a.periodEnd.getTime() - b.periodEnd.getTime()).at(-1);

/**
 * Where a row goes and what is to be told, by what Stripe says now. Only an invoice of its price starts or
 * renews it. The same answer of Stripe's a second time changes nothing.
 * @param receipted ids of the invoices that have a receipt
 */
export function decide(
  row: SubscriptionEntity,
  told: ToldSubscription,
  receipted: ReadonlySet<string>,
  now: Date,
): Outcome {
  const paid = [...told.paid].sort((a, b) => a.periodEnd.getTime() - b.periodEnd.getTime());
  const priced = paid.filter((invoice) => isOurs(row, invoice));
  const first = row.startedAt === null ? priced.findIndex(isMoney) : 0;
  // A month that costs nothing goes on with what was paid for, and starts nothing.
  const ours = first < 0 ? [] : priced.slice(first);
  const sales = ours.filter((invoice) => isMoney(invoice) && !receipted.has(invoice.id));
  const foreign = paid.filter((invoice) => !ours.includes(invoice));
  // Whoever paid by a way that takes days has gone, and believes that it is paid.
  const refused = { change: 'bank-refused', periodEnd: now } as const;
  const wasBankTaking = row.isBankTaking && !told.isBankTaking;
  const isFirstRefused = wasBankTaking && row.startedAt === null && ours.length === 0;
  // What was paid after the end is booked, but starts nothing again.
  if (row.status === 'canceled') {
    const state = { ...stateOf(row), isBankTaking: row.isBankTaking && told.isBankTaking };
    return { state, sales, owed: sales, foreign, changes: isFirstRefused ? [refused] : [] };
  }

  const hasEnded = endedStatuses.includes(told.status);
  const endedAt = hasEnded ? (told.endedAt ?? now) : null;
  // The payment and the end may be told together: nothing was covered by a month that the end cuts off.
  const owed = sales.filter(({ periodEnd }) => endedAt !== null && periodEnd > endedAt);
  const given = ours.filter((invoice) => !owed.includes(invoice));
  const newest = given.at(-1);
  const bought = given.filter(isMoney);
  const startedAt = row.startedAt ?? bought[0]?.paidAt ?? null;
  const isInDoubt = paid.at(-1) !== newest;
  const state: SubscriptionState = {
    status: hasEnded ? 'canceled' : startedAt === null || isInDoubt ? row.status : running(told.status),
    endsAtPeriodEnd: told.endsAtPeriodEnd && !hasEnded,
    periodEnd: newest?.periodEnd ?? null,
    paidInvoiceId: bought.at(-1)?.id ?? null,
    failedInvoiceId: row.failedInvoiceId,
    // A renewal is of no interest after the end, of which is told.
    isBankTaking: told.isBankTaking && (!hasEnded || startedAt === null),
    startedAt,
    endedAt,
  };
  const changes: Outcome['changes'] = given
    .filter((invoice) => sales.includes(invoice))
    .map(({ id: invoiceId, periodEnd }, index) => ({
      change: row.startedAt === null && index === 0 ? 'started' : 'renewed',
      periodEnd,
      invoiceId,
    }));
  if (newest !== undefined) {
    const { periodEnd } = newest;
    const failed = state.status === 'past_due' ? told.openInvoiceId : null;
    if (failed !== null && failed !== row.failedInvoiceId) {
      state.failedInvoiceId = failed;
      changes.push({ change: 'payment-failed', periodEnd });
    }
    const wasEnding = row.startedAt !== null && row.endsAtPeriodEnd;
    // Of one that is not paid, or has ended, something else is told.
    if (state.status === 'active' && state.endsAtPeriodEnd !== wasEnding)
      changes.push({ change: state.endsAtPeriodEnd ? 'cancelled' : 'resumed', periodEnd });
    if (hasEnded) changes.push({ change: 'ended', periodEnd });
  }
  // A renewal that Stripe charges by itself becomes past due.
  const isStillAsked = told.openInvoiceId !== null && row.status !== 'active';
  if (hasEnded ? isFirstRefused : wasBankTaking && isStillAsked) changes.push(refused);
  return { state, sales, owed, foreign, changes };
}

/** Of one that was paid for: either all is paid or something is owed. Only its first payment ends `incomplete`. */
const running = (status: string): 'active' | 'past_due' =>
  status === 'active' || status === 'incomplete' ? 'active' : 'past_due';

export const stateOf = (row: SubscriptionEntity): SubscriptionState => ({
  status: row.status,
  endsAtPeriodEnd: row.endsAtPeriodEnd,
  periodEnd: row.periodEnd,
  paidInvoiceId: row.paidInvoiceId,
  failedInvoiceId: row.failedInvoiceId,
  isBankTaking: row.isBankTaking,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
});
