import type { ApiContext } from './api.route.js';
import { money, table, time } from './html.view.js';
import { idOf } from './resources/charges.resource.js';
import { currentPeriodEnd } from './resources/subscriptions/subscription.fields.js';

/** What is sold, subscribed to and billed, `shown` rows of each. */
export function billingTables({ store }: ApiContext, shown: number): string[] {
  const subscriptions = store.in('subscriptions').newestFirst();
  const invoices = store.in('invoices').newestFirst();
  const prices = store.in('prices').newestFirst();
  const clocks = store.in('test_clocks').newestFirst();
  const nameOf = (id: string | null): string => store.in('products').get(id ?? '')?.name ?? '–';
  return [
    table(
      'Subscriptions',
      ['Id', 'Status', 'Customer', 'Period ends', 'Default method', 'Created'],
      subscriptions
        .slice(0, shown)
        .map((subscription) => [
          subscription.id,
          subscription.cancel_at_period_end ? `${subscription.status}, ends` : subscription.status,
          idOf(subscription.customer) ?? '–',
          time(currentPeriodEnd(subscription)),
          idOf(subscription.default_payment_method) ?? '–',
          time(subscription.created),
        ]),
      subscriptions.length,
    ),
    table(
      'Invoices',
      ['Id', 'Number', 'Status', 'Amount', 'Reason', 'Attempts', 'Next attempt', 'Created'],
      invoices
        .slice(0, shown)
        .map((invoice) => [
          invoice.id,
          invoice.number ?? '–',
          invoice.status ?? '–',
          money(invoice.amount_due, invoice.currency),
          invoice.billing_reason ?? '–',
          String(invoice.attempt_count),
          invoice.next_payment_attempt === null ? '–' : time(invoice.next_payment_attempt),
          time(invoice.created),
        ]),
      invoices.length,
    ),
    table(
      'Prices',
      ['Id', 'Product', 'Amount', 'Interval', 'Lookup key', 'Active', 'Created'],
      prices
        .slice(0, shown)
        .map((price) => [
          price.id,
          nameOf(idOf(price.product)),
          money(price.unit_amount ?? 0, price.currency),
          price.recurring?.interval ?? 'once',
          price.lookup_key ?? '–',
          price.active ? 'yes' : 'no',
          time(price.created),
        ]),
      prices.length,
    ),
    table(
      'Test clocks',
      ['Id', 'Name', 'Stands at', 'Created'],
      clocks
        .slice(0, shown)
        .map((clock) => [clock.id, clock.name ?? '–', time(clock.frozen_time), time(clock.created)]),
      clocks.length,
    ),
  ];
}
