import type Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';

const DAY_S = 86_400;

/** A number of months later at the same time of day; a day that the month lacks becomes its last. */
function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

function add(seconds: number, interval: string, count: number): number {
  switch (interval) {
    case 'day':
      return seconds + count * DAY_S;
    case 'week':
      return seconds + count * 7 * DAY_S;
    case 'year':
      return addMonths(seconds, 12 * count);
    default:
      return addMonths(seconds, count);
  }
}

/**
 * Where the period that starts at `start` ends, in epoch seconds. Counted from the anchor, so that a subscription of
 * the 31st returns to the 31st after a short month.
 */
export function periodEnd(
  anchor: number,
  { interval, interval_count: count }: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>,
  start: number,
): number {
  let periods = 1;
  while (add(anchor, interval, periods * count) <= start) periods += 1;
  return add(anchor, interval, periods * count);
}

/** The time of a test clock instead of the stand-in's own. */
export function onClock(clockId: string, context: ApiContext): ApiContext {
  const clocks = context.store.in('test_clocks');
  return { ...context, now: () => clocks.get(clockId)?.frozen_time ?? context.now() };
}

/** The time that a customer lives in: that of its test clock, or the context's. */
export function timelineOf(customerId: string | null, context: ApiContext): ApiContext {
  const customer = customerId === null ? undefined : context.store.in('customers').get(customerId);
  const clockId = customer?.test_clock;
  return typeof clockId === 'string' ? onClock(clockId, context) : context;
}
