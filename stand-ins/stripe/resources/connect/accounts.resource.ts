import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import type { RequestOrigin } from '../../event.log.js';
import { changedValues } from '../../event.log.js';
import { pageReader } from '../../list.view.js';
import { newId, randomText } from '../../object-ids.js';
import { mergeMetadata, type Params } from '../../request.params.js';
import type { StoredAccount } from '../../state.records.js';
import {
  type AccountFields,
  newAccount,
  readAccountFields,
  withCapabilities,
  withConsequences,
} from './account.fields.js';

const USUAL_CAPABILITIES = new Map([
  ['card_payments', true],
  ['transfers', true],
] as const);
const CURRENCY_OF: Readonly<Record<string, string>> = {
  US: 'usd',
  GB: 'gbp',
  CA: 'cad',
  AU: 'aud',
  CH: 'chf',
};

function accountAt(id: string, { store }: ApiContext): StoredAccount {
  const account = store.in('accounts').get(id);
  // Stripe does not say whether an account of somebody else exists.
  if (account === undefined) throw errors.noAccess(id);
  return account;
}

/** Express is asked for by `type`, or by the controller properties that stand for it; nothing else is served. */
function assertExpress(params: Params): void {
  const type = params.choice('type', ['custom', 'express', 'none', 'standard']);
  const controller = params.hash('controller');
  const dashboard = controller?.hash('stripe_dashboard')?.choice('type', ['express', 'full', 'none']);
  controller?.hash('fees')?.choice('payer', ['account', 'application']);
  controller?.hash('losses')?.choice('payments', ['application', 'stripe']);
  controller?.choice('requirement_collection', ['application', 'stripe']);
  if ((type ?? dashboard) !== 'express') {
    throw errors.invalid('type', 'The stand-in serves connected accounts of the type express only.');
  }
}

function readCountry(params: Params): string {
  const country = params.filledText('country')?.toUpperCase() ?? 'US';
  if (!/^[A-Z]{2}$/.test(country)) {
    throw errors.invalid('country', `Country '${country}' is unknown.`, 'country_unsupported');
  }
  return country;
}

function changed(before: StoredAccount, fields: AccountFields): StoredAccount {
  const { payouts } = before.settings ?? {};
  return withConsequences({
    ...before,
    email: fields.email ?? before.email,
    business_type: fields.businessType ?? before.business_type ?? null,
    business_profile: before.business_profile && { ...before.business_profile, ...fields.profile },
    capabilities: withCapabilities(
      before.capabilities,
      fields.capabilities ?? new Map(),
      before.details_submitted,
    ),
    metadata: mergeMetadata(before.metadata, fields.metadata),
    settings:
      before.settings && payouts && fields.interval !== undefined
        ? {
            ...before.settings,
            payouts: { ...payouts, schedule: { ...payouts.schedule, interval: fields.interval } },
          }
        : before.settings,
  });
}

/** Keeps an account's new version and tells of it as Stripe does: as an event of the account, not of the platform. */
function replace(
  before: StoredAccount,
  after: StoredAccount,
  origin: RequestOrigin,
  { store, events }: ApiContext,
): StoredAccount {
  const previous = changedValues(before, after);
  if (Object.keys(previous).length === 0) return before;
  store.in('accounts').put(after);
  events.emit('account.updated', after, origin, previous, after.id);
  return after;
}

/** What a person does by finishing the onboarding: everything asked for is there, capabilities become active. */
export function finishOnboarding(account: StoredAccount, context: ApiContext): StoredAccount {
  const date = context.now();
  const after = withConsequences({
    ...account,
    capabilities: Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, 'active'])),
    details_submitted: true,
    tos_acceptance: { date, ip: '127.0.0.1', user_agent: null },
  });
  return replace(account, after, { requestId: null, idempotencyKey: null }, context);
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/accounts',
  prepare({ params }, { store, now }) {
    assertExpress(params);
    const country = readCountry(params);
    const currency = params.filledText('default_currency')?.toLowerCase() ?? CURRENCY_OF[country] ?? 'eur';
    const fields = readAccountFields(params);
    return () => {
      const account = newAccount(newId('acct'), { country, currency, email: fields.email ?? null }, now());
      const capabilities = fields.capabilities ?? USUAL_CAPABILITIES;
      return store.in('accounts').put(changed(account, { ...fields, capabilities }));
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/accounts/:id',
  prepare: (call, context) => () => accountAt(call.id, context),
};

const update: ApiRoute = {
  method: 'POST',
  path: '/v1/accounts/:id',
  prepare({ id, params, origin }, context) {
    const fields = readAccountFields(params);
    return () => {
      const before = accountAt(id, context);
      return replace(before, changed(before, fields), origin, context);
    };
  },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/accounts',
  prepare(call, { store }) {
    const page = pageReader(call);
    return () => page(store.in('accounts').newestFirst());
  },
};

const del: ApiRoute = {
  method: 'DELETE',
  path: '/v1/accounts/:id',
  prepare: (call, context) => (): Stripe.DeletedAccount => {
    const { id } = accountAt(call.id, context);
    context.store.in('accounts').delete(id);
    return { id, object: 'account', deleted: true };
  },
};

/** A way into the Express dashboard, once the person has onboarded. */
const createLoginLink: ApiRoute = {
  method: 'POST',
  path: '/v1/accounts/:id/login_links',
  prepare:
    ({ id }, context) =>
    (): Stripe.LoginLink => {
      const account = accountAt(id, context);
      if (!account.details_submitted) {
        throw errors.refused(
          'Cannot create a login link for an account that has not completed onboarding.',
          undefined,
          'account',
        );
      }
      const link = context.store.in('login_links').put({ id: randomText(24), account: id });
      const url = new URL(`/express/${link.id}`, context.baseUrl());
      return { object: 'login_link', created: context.now(), url: url.href };
    },
};

export const accountRoutes: readonly ApiRoute[] = [create, retrieve, update, list, del, createLoginLink];
