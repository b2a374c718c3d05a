import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiRoute } from '../../api.route.js';
import { randomText } from '../../object-ids.js';
import type { Params } from '../../request.params.js';

const VALID_SECONDS = 5 * 60;

function readUrl(params: Params, name: string): string {
  const url = params.requiredText(name);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw errors.invalid(name, 'Not a valid URL', 'url_invalid');
  }
  return url;
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/account_links',
  prepare({ params }, { store, now, baseUrl }) {
    const id = params.requiredText('account');
    if (params.choice('type', ['account_onboarding']) === undefined) throw errors.missingParam('type');
    const refreshUrl = readUrl(params, 'refresh_url');
    const returnUrl = readUrl(params, 'return_url');
    const options = params.hash('collection_options');
    options?.choice('fields', ['currently_due', 'eventually_due']);
    options?.choice('future_requirements', ['include', 'omit']);
    return (): Stripe.AccountLink => {
      const account = store.in('accounts').get(id);
      if (account === undefined) throw errors.noSuchReference('account', id, 'account');
      const created = now();
      const expiresAt = created + VALID_SECONDS;
      const link = store
        .in('onboarding_links')
        .put({ id: randomText(24), account: id, expiresAt, state: 'unused', refreshUrl, returnUrl });
      const url = new URL(`/onboarding/${link.id}`, baseUrl());
      return { object: 'account_link', created, expires_at: expiresAt, url: url.href };
    };
  },
};

export const accountLinkRoutes: readonly ApiRoute[] = [create];
