import type Stripe from 'stripe';
import { errors } from '../api.errors.js';
import type { ApiContext } from '../api.route.js';
import { newId, randomText } from '../object-ids.js';
import { mergeMetadata, type Params } from '../request.params.js';

const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

function checkAmount(amount: number): void {
  if (amount < 1) {
    throw errors.invalid(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    );
  }
  if (amount < MIN_AMOUNT)
    throw errors.invalid('amount', 'Amount must be at least $0.50 usd', 'amount_too_small');
  if (amount > MAX_AMOUNT) {
    throw errors.invalid('amount', 'Amount must be no more than $999,999.99', 'amount_too_large');
  }
}

function readCurrency(params: Params): string | undefined {
  const currency = params.filledText('currency')?.toLowerCase();
  if (currency !== undefined && !CURRENCIES.has(currency)) {
    throw errors.invalid('currency', `Invalid currency: ${currency}.`);
  }
  return currency;
}

function readMethodTypes(params: Params): readonly string[] | undefined {
  const types = params.texts('payment_method_types');
  const other = types?.find((type) => type !== 'card');
  if (other !== undefined) {
    throw errors.invalid('payment_method_types', `The payment method type "${other}" is invalid.`);
  }
  return types;
}

function readAutomatic(params: Params): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  const sent = params.hash('automatic_payment_methods');
  const isEnabled = sent?.flag('enabled') ?? true;
  const redirects = sent?.choice('allow_redirects', ['always', 'never']) ?? 'always';
  return isEnabled ? { allow_redirects: redirects, enabled: true } : null;
}

/** Parameters that create and update share; absent ones are undefined, emptied ones null. */
export function readIntentFields(params: Params) {
  const amount = params.integer('amount');
  if (amount !== undefined) checkAmount(amount);
  return {
    amount,
    currency: readCurrency(params),
    customer: params.text('customer'),
    description: params.text('description', 1000),
    metadata: params.metadata(),
    paymentMethod: params.text('payment_method'),
    receiptEmail: params.text('receipt_email', 800),
    setupFutureUsage: params.choice('setup_future_usage', ['off_session', 'on_session']),
    statementDescriptor: params.text('statement_descriptor', 22),
    statementDescriptorSuffix: params.text('statement_descriptor_suffix', 22),
    transferGroup: params.text('transfer_group'),
  };
}

type IntentFields = ReturnType<typeof readIntentFields>;

/** What may still be changed on a paid or cancelled intent: notes, not terms. */
const NOTES: readonly (keyof IntentFields)[] = ['description', 'metadata', 'receiptEmail'];

export function changesTerms(fields: IntentFields): boolean {
  return Object.entries(fields).some(
    ([name, value]) => value !== undefined && !NOTES.some((note) => note === name),
  );
}

/** The parameters that only a creation takes. */
export function readCreationFields(params: Params) {
  const fields = readIntentFields(params);
  if (fields.amount === undefined) throw errors.missingParam('amount');
  if (fields.currency === undefined) throw errors.missingParam('currency');
  const methodTypes = readMethodTypes(params);
  const automatic = methodTypes === undefined ? readAutomatic(params) : null;
  return {
    ...fields,
    amount: fields.amount,
    currency: fields.currency,
    automatic,
    captureMethod: params.choice('capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
  };
}

export function newIntent(
  fields: ReturnType<typeof readCreationFields>,
  { now }: ApiContext,
): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: fields.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: fields.captureMethod,
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now(),
    currency: fields.currency,
    customer: fields.customer ?? null,
    customer_account: null,
    description: fields.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, fields.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: fields.receiptEmail ?? null,
    review: null,
    setup_future_usage: fields.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: fields.statementDescriptor ?? null,
    statement_descriptor_suffix: fields.statementDescriptorSuffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: fields.transferGroup ?? null,
  };
}

const keep = <T>(sent: T | undefined, before: T): T => (sent === undefined ? before : sent);

export function changedIntent(before: Stripe.PaymentIntent, fields: IntentFields): Stripe.PaymentIntent {
  return {
    ...before,
    amount: fields.amount ?? before.amount,
    currency: fields.currency ?? before.currency,
    customer: keep(fields.customer, before.customer),
    description: keep(fields.description, before.description),
    metadata: mergeMetadata(before.metadata, fields.metadata),
    receipt_email: keep(fields.receiptEmail, before.receipt_email),
    setup_future_usage: fields.setupFutureUsage ?? before.setup_future_usage,
    statement_descriptor: keep(fields.statementDescriptor, before.statement_descriptor),
    statement_descriptor_suffix: keep(fields.statementDescriptorSuffix, before.statement_descriptor_suffix),
    transfer_group: keep(fields.transferGroup, before.transfer_group),
  };
}

const CLIENT_FIELDS: readonly (keyof Stripe.PaymentIntent)[] = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
];

/** What a browser with a publishable key gets to see: no customer, no metadata, no charge. */
export function clientView(intent: Stripe.PaymentIntent): object {
  return Object.fromEntries(CLIENT_FIELDS.map((name) => [name, intent[name]]));
}
