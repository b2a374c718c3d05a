import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './api.route.js';
import { money, PAGE_HEADERS, page, table, time } from './html.view.js';
import { billingTables } from './overview.billing.js';
import { addDisputeForms, moneyTables } from './overview.money.js';
import { idOf } from './resources/charges.resource.js';
import type { StripeEventRecord } from './state.records.js';

const SHOWN = 50;

function deliveryText(event: StripeEventRecord, { webhooks }: ApiContext): string {
  const texts = webhooks.deliveriesOf(event.id).map(({ state, attempts, lastResult }) => {
    const result = lastResult === null ? '' : `, last answer ${lastResult}`;
    return `${state} (${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${result})`;
  });
  return texts.join('; ') || 'no endpoint';
}

function overview(context: ApiContext): string {
  const { store } = context;
  const customers = store.in('customers').newestFirst();
  const intents = store.in('payment_intents').newestFirst();
  const events = store.in('events').newestFirst();
  const endpoints = store.in('webhook_endpoints').newestFirst();
  return page(
    'Stripe stand-in',
    [
      '<h1>Stripe stand-in</h1>',
      '<p>Test payments on this machine. No money moves, and nothing leaves for Stripe.</p>',
      table(
        'PaymentIntents',
        ['Id', 'Status', 'Amount', 'Customer', 'Description', 'Last error', 'Created'],
        intents
          .slice(0, SHOWN)
          .map((intent) => [
            intent.id,
            intent.status,
            money(intent.amount, intent.currency),
            idOf(intent.customer) ?? '–',
            intent.description ?? '–',
            intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? '–',
            time(intent.created),
          ]),
        intents.length,
      ),
      ...moneyTables(context, SHOWN),
      ...billingTables(context, SHOWN),
      table(
        'Events',
        ['Id', 'Type', 'Object', 'Webhooks', 'Created'],
        events
          .slice(0, SHOWN)
          .map((event) => [
            event.id,
            event.type,
            event.data.object.id,
            deliveryText(event, context),
            time(event.created),
          ]),
        events.length,
      ),
      table(
        'Customers',
        ['Id', 'Name', 'Email', 'Created'],
        customers
          .slice(0, SHOWN)
          .map((customer) => [
            customer.id,
            customer.name ?? '–',
            customer.email ?? '–',
            time(customer.created),
          ]),
        customers.length,
      ),
      table(
        'Webhook endpoints',
        ['Id', 'Address', 'Events', 'Created'],
        endpoints
          .slice(0, SHOWN)
          .map((endpoint) => [
            endpoint.id,
            endpoint.url,
            endpoint.enabled_events.join(', '),
            time(endpoint.created),
          ]),
        endpoints.length,
      ),
    ].join('\n'),
  );
}

/** `GET /` for people, `GET /healthz` for start scripts. */
export function addOverviewPage(app: FastifyInstance, context: ApiContext): void {
  app.get('/', async (_request, reply) => reply.headers(PAGE_HEADERS).send(overview(context)));
  addDisputeForms(app, context);
  app.get('/healthz', async () => ({ status: 'ok' }));
}
