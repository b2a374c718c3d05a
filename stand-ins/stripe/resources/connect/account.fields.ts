import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import { type Params } from '../../request.params.js';
import type { StoredAccount } from '../../state.records.js';

type Capability = 'card_payments' | 'transfers';

const CAPABILITIES: readonly Capability[] = ['card_payments', 'transfers'];
const PROFILE_TEXTS = [
  'mcc',
  'name',
  'product_description',
  'support_email',
  'support_phone',
  'support_url',
  'url',
] as const;
const EMPTY_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** What the onboarding page asks for; the stand-in takes it as given when the page is finished. */
const ASKED_FOR = [
  'business_profile.url',
  'business_type',
  'external_account',
  'individual.dob.day',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
];

const NOTHING_DUE = {
  alternatives: [],
  current_deadline: null,
  disabled_reason: null,
  errors: [],
  past_due: [],
  pending_verification: [],
};

function readEmail(params: Params): string | undefined {
  const email = params.filledText('email');
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw errors.invalid('email', `Invalid email address: ${email}`, 'email_invalid');
  }
  return email;
}

function readProfile(params: Params): Partial<Stripe.Account.BusinessProfile> {
  const sent = params.hash('business_profile');
  const entries = PROFILE_TEXTS.map((name) => [name, sent?.text(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Undefined when nothing was sent about capabilities. */
function readCapabilities(params: Params): ReadonlyMap<Capability, boolean> | undefined {
  const sent = params.hash('capabilities');
  if (sent === undefined) return undefined;
  const read = new Map<Capability, boolean>();
  for (const name of CAPABILITIES) {
    const requested = sent.hash(name)?.flag('requested');
    if (requested !== undefined) read.set(name, requested);
  }
  return read;
}

function readInterval(params: Params) {
  const schedule = params.hash('settings')?.hash('payouts')?.hash('schedule');
  return schedule?.choice('interval', ['daily', 'manual', 'monthly', 'weekly']);
}

/** Parameters that create and update share; absent ones are undefined. */
export function readAccountFields(params: Params) {
  return {
    email: readEmail(params),
    businessType: params.choice('business_type', [
      'company',
      'government_entity',
      'individual',
      'non_profit',
    ]),
    profile: readProfile(params),
    capabilities: readCapabilities(params),
    interval: readInterval(params),
    metadata: params.metadata(),
  };
}

export type AccountFields = ReturnType<typeof readAccountFields>;

/**
 * The `transfers` and `card_payments` of an account after a request for some of them. Under the full service agreement,
 * the only one that is served here, Stripe wants to approve a platform first whose accounts have the former alone.
 */
export function withCapabilities(
  before: Stripe.Account.Capabilities,
  asked: ReadonlyMap<Capability, boolean>,
  isOnboarded: boolean,
): Stripe.Account.Capabilities {
  const kept = Object.entries(before).filter(([name]) => asked.get(name as Capability) !== false);
  const added = [...asked].filter(([, requested]) => requested);
  const after: Stripe.Account.Capabilities = Object.fromEntries([
    ...kept,
    ...added.map(([name]) => [name, isOnboarded ? 'active' : 'inactive'] as const),
  ]);
  if (asked.size > 0 && 'transfers' in after && !('card_payments' in after)) {
    throw errors.refused(
      'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request transfers without card_payments, please contact us via https://support.stripe.com/contact.',
    );
  }
  return after;
}

/**
 * Everything that follows from capabilities and onboarding: what is due, and whether the account may charge and be
 * paid out. `charges_enabled` follows `card_payments`; to be sent transfers takes the active `transfers` capability.
 */
export function withConsequences(account: StoredAccount): StoredAccount {
  const due = account.details_submitted ? [] : ASKED_FOR;
  const { capabilities } = account;
  return {
    ...account,
    charges_enabled: capabilities.card_payments === 'active',
    payouts_enabled: account.details_submitted,
    requirements: {
      ...NOTHING_DUE,
      currently_due: due,
      disabled_reason: due.length === 0 ? null : 'requirements.past_due',
      eventually_due: due,
      past_due: due,
    },
  };
}

export function newAccount(
  id: string,
  terms: { country: string; currency: string; email: string | null },
  created: number,
): StoredAccount {
  return {
    id,
    object: 'account',
    business_profile: {
      annual_revenue: { amount: null, currency: null, fiscal_year_end: null },
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: EMPTY_ADDRESS,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    controller: {
      fees: { payer: 'application_express' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
      type: 'application',
    },
    country: terms.country,
    created,
    default_currency: terms.currency,
    details_submitted: false,
    email: terms.email,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: { ...NOTHING_DUE, currently_due: [], eventually_due: [] },
    metadata: {},
    payouts_enabled: false,
    requirements: { ...NOTHING_DUE, currently_due: [], eventually_due: [] },
    settings: {
      bacs_debit_payments: { display_name: null, service_user_number: null },
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_issuing: { tos_acceptance: { date: null, ip: null } },
      card_payments: {
        decline_on: { avs_failure: false, cvc_failure: false },
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: null, timezone: 'Etc/UTC' },
      invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: 'daily' },
        statement_descriptor: null,
      },
      sepa_debit_payments: {},
    },
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'express',
  };
}
