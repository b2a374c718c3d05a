import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../api.errors.js';
import type { ApiContext } from '../../api.route.js';
import { parseForm } from '../../form-body.js';
import { escapeHtml, money, PAGE_HEADERS, page } from '../../html.view.js';
import type { OnboardingLink, StoredAccount } from '../../state.records.js';
import { balancesOf } from '../balance/balance.ledger.js';
import { finishOnboarding } from './accounts.resource.js';

const TEST_MODE =
  '<p class="notice"><strong>Test mode.</strong> No real account is opened and no money moves.</p>';

const idOfPath = (request: FastifyRequest): string => (request.params as { id?: string }).id ?? '';

function linkOf(
  request: FastifyRequest,
  { store }: ApiContext,
): { link: OnboardingLink; account: StoredAccount } {
  const id = idOfPath(request);
  const link = store.in('onboarding_links').get(id);
  const account = link && store.in('accounts').get(link.account);
  if (link === undefined || account === undefined) throw errors.notFound('account link', id);
  return { link, account };
}

const named = ({ email, id }: StoredAccount): string => `<strong>${escapeHtml(email ?? id)}</strong>`;

function onboarding(account: StoredAccount): string {
  return page(
    'Get paid – test mode',
    `<h1>Get paid</h1>
${TEST_MODE}
<p>Account: ${named(account)}</p>
<p>Here Stripe would ask for your name, your date of birth and your bank account. In test mode one button answers all of it.</p>
<form method="post">
<button class="go" name="outcome" value="finished">Finish onboarding</button>
<button name="outcome" value="left">Leave, not finished</button>
</form>`,
  );
}

function dashboard(account: StoredAccount, context: ApiContext): string {
  const amounts = [...balancesOf(account.id, context)].map(([currency, amount]) => money(amount, currency));
  return page(
    'Your account – test mode',
    `<h1>Your account</h1>
${TEST_MODE}
<p>Account: ${named(account)}</p>
<p>Balance: ${escapeHtml(amounts.join(', ') || money(0, account.default_currency ?? 'usd'))}</p>`,
  );
}

/**
 * The page behind an account link, and the one behind a login link. A link opens once and within its time, else it
 * leads to the platform's `refresh_url`; the form behind it may be loaded again until it is answered.
 */
export function addOnboardingPages(app: FastifyInstance, context: ApiContext): void {
  const { store, now } = context;
  app.get('/onboarding/:id', async (request, reply) => {
    const { link } = linkOf(request, context);
    if (link.state !== 'unused' || link.expiresAt <= now()) return reply.redirect(link.refreshUrl, 303);
    store.in('onboarding_links').put({ ...link, state: 'open' });
    return reply.redirect(`/onboarding/${link.id}/form`, 303);
  });
  app.get('/onboarding/:id/form', async (request, reply) => {
    const { link, account } = linkOf(request, context);
    if (link.state !== 'open') return reply.redirect(link.refreshUrl, 303);
    return reply.headers(PAGE_HEADERS).send(onboarding(account));
  });
  app.post('/onboarding/:id/form', async (request, reply) => {
    const { link, account } = linkOf(request, context);
    const { outcome } = parseForm(typeof request.body === 'string' ? request.body : '');
    // A second press of a button finds the first one's work done.
    if (link.state === 'answered') return reply.redirect(link.returnUrl, 303);
    if (link.state === 'unused') return reply.redirect(link.refreshUrl, 303);
    store.in('onboarding_links').put({ ...link, state: 'answered' });
    if (outcome === 'finished') finishOnboarding(account, context);
    return reply.redirect(link.returnUrl, 303);
  });
  app.get('/express/:id', async (request, reply) => {
    const id = idOfPath(request);
    const link = store.in('login_links').get(id);
    const account = link && store.in('accounts').get(link.account);
    if (account === undefined) throw errors.notFound('login link', id);
    return reply.headers(PAGE_HEADERS).send(dashboard(account, context));
  });
}
