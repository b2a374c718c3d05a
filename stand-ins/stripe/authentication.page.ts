import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { errors } from './api.errors.js';
import type { ApiContext } from './api.route.js';
import { parseForm } from './form-body.js';
import { escapeHtml, money, PAGE_HEADERS, page } from './html.view.js';
import { finishAuthentication } from './resources/payment-intent.confirmation.js';

const PATH = '/authenticate/:id';

function intentOf(request: FastifyRequest, { store }: ApiContext): Stripe.PaymentIntent {
  const { id = '' } = request.params as { id?: string };
  const { client_secret: secret } = parseForm(request.url.split('?')[1] ?? '');
  const intent = store.in('payment_intents').get(id);
  if (intent === undefined || secret !== intent.client_secret)
    throw errors.notFound('payment_intent', id, 'intent');
  return intent;
}

function question(intent: Stripe.PaymentIntent): string {
  const amount = escapeHtml(money(intent.amount, intent.currency));
  return page(
    'Confirm your payment',
    intent.status === 'requires_action'
      ? `<h1>Confirm your payment</h1>
<p>The bank behind this test card asks whether you want to pay ${amount}.</p>
<form method="post">
<button class="go" name="outcome" value="authenticated">Confirm payment</button>
<button name="outcome" value="failed">Refuse</button>
</form>`
      : `<h1>Nothing to confirm</h1><p>This payment of ${amount} has the status ${escapeHtml(intent.status)}.</p>`,
  );
}

/** Where Stripe sends the payer back to, telling the page which intent came back and how. */
function backTo(returnUrl: string, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

/** The bank's page that `next_action` leads to: the payer confirms or refuses. */
export function addAuthenticationPage(app: FastifyInstance, context: ApiContext): void {
  app.get(PATH, async (request, reply) =>
    reply.headers(PAGE_HEADERS).send(question(intentOf(request, context))),
  );
  app.post(PATH, async (request, reply) => {
    const intent = intentOf(request, context);
    const returnUrl = intent.next_action?.redirect_to_url?.return_url;
    const { outcome } = parseForm(typeof request.body === 'string' ? request.body : '');
    const finished = finishAuthentication(intent, outcome === 'authenticated', context);
    if (typeof returnUrl === 'string') return reply.redirect(backTo(returnUrl, finished), 303);
    return reply.headers(PAGE_HEADERS).send(question(finished));
  });
}
