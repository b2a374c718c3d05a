import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import { changedValues } from '../../event.log.js';
import { pageReader } from '../../list.view.js';
import { newId } from '../../object-ids.js';
import { mergeMetadata } from '../../request.params.js';
import { availableTo, book } from '../balance/balance.ledger.js';
import { priced, requiredAmount, requiredCurrency } from '../balance/money.fields.js';
import { idOf } from '../charges.resource.js';

export function transferAt(id: string, { store }: ApiContext): Stripe.Transfer {
  const transfer = store.in('transfers').get(id);
  if (transfer === undefined) throw errors.notFound('transfer', id);
  return transfer;
}

function assertDestination(id: string, { store }: ApiContext): void {
  const account = store.in('accounts').get(id);
  if (account === undefined) throw errors.noSuchReference('destination', id, 'destination');
  if (account.capabilities.transfers === 'active') return;
  throw errors.refused(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    'insufficient_capabilities_for_transfer',
    'destination',
  );
}

/**
 * The charge that a transfer draws on. All transfers from it together stay within its amount; what was reversed does
 * not become free again.
 */
function sourceOf(id: string, amount: number, currency: string, { store }: ApiContext): Stripe.Charge {
  const charge = store.in('charges').get(id);
  if (charge === undefined) throw errors.noSuchReference('charge', id, 'source_transaction');
  if (!charge.paid) {
    throw errors.refused(`Charge ${id} was not successful.`, undefined, 'source_transaction');
  }
  if (charge.currency !== currency) {
    throw errors.refused(
      `The currency of source_transaction's balance transaction (${charge.currency}) does not match the transfer's (${currency}).`,
      undefined,
      'currency',
    );
  }
  const drawn = [...store.in('transfers').values()]
    .filter((transfer) => transfer.source_transaction === id)
    .reduce((sum, transfer) => sum + transfer.amount, 0);
  if (drawn + amount <= charge.amount) return charge;
  const already =
    drawn === 0
      ? ''
      : ` (There is already a transfer using this source, amounting to ${priced(drawn, currency)}.)`;
  throw errors.refused(
    `Transfers using this transaction as a source must not exceed the source amount of ${priced(charge.amount, currency)}.${already}`,
    undefined,
    'amount',
  );
}

function assertCovered(amount: number, currency: string, context: ApiContext): void {
  if (amount <= availableTo(null, currency, context)) return;
  throw errors.refused(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
    'balance_insufficient',
  );
}

/** Stripe ties a charge and the transfers that draw on it into one group, making its name when nobody gave one. */
function groupOf(charge: Stripe.Charge, sent: string | null, { store }: ApiContext): string {
  const group = sent ?? charge.transfer_group ?? `group_${idOf(charge.payment_intent) ?? charge.id}`;
  if (charge.transfer_group === null) store.in('charges').put({ ...charge, transfer_group: group });
  return group;
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/transfers',
  prepare({ params, origin }, context) {
    const amount = requiredAmount(params);
    const currency = requiredCurrency(params);
    const destination = params.requiredText('destination');
    const source = params.filledText('source_transaction');
    const sentGroup = params.text('transfer_group') ?? null;
    const description = params.text('description') ?? null;
    const metadata = mergeMetadata({}, params.metadata());
    params.choice('source_type', ['card']);
    return () => {
      const { store, events, now } = context;
      assertDestination(destination, context);
      const charge = source === undefined ? undefined : sourceOf(source, amount, currency, context);
      if (charge === undefined) assertCovered(amount, currency, context);
      const id = newId('tr');
      const payment = newId('py');
      const money = { currency, description };
      const debit = book(
        { type: 'transfer', category: 'transfer', source: id, amount: -amount, ...money },
        context,
      );
      book(
        { type: 'payment', category: 'charge', source: payment, amount, account: destination, ...money },
        context,
      );
      const transfer: Stripe.Transfer = {
        id,
        object: 'transfer',
        amount,
        amount_reversed: 0,
        balance_transaction: debit.id,
        created: now(),
        currency,
        description,
        destination,
        destination_payment: payment,
        livemode: false,
        metadata,
        reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
        reversed: false,
        source_transaction: charge?.id ?? null,
        source_type: 'card',
        transfer_group: charge === undefined ? sentGroup : groupOf(charge, sentGroup, context),
      };
      events.emit('transfer.created', store.in('transfers').put(transfer), origin);
      return transfer;
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/transfers/:id',
  prepare: (call, context) => () => transferAt(call.id, context),
};

const update: ApiRoute = {
  method: 'POST',
  path: '/v1/transfers/:id',
  prepare({ id, params, origin }, context) {
    const description = params.text('description');
    const metadata = params.metadata();
    return () => {
      const before = transferAt(id, context);
      const after = {
        ...before,
        description: description === undefined ? before.description : description,
        metadata: mergeMetadata(before.metadata, metadata),
      };
      context.store.in('transfers').put(after);
      const changed = changedValues(before, after);
      if (Object.keys(changed).length > 0) context.events.emit('transfer.updated', after, origin, changed);
      return after;
    };
  },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/transfers',
  prepare(call, { store }) {
    const page = pageReader(call);
    const destination = call.params.filledText('destination');
    const group = call.params.filledText('transfer_group');
    return () =>
      page(
        store.in('transfers').newestFirst(),
        (transfer) =>
          (destination === undefined || transfer.destination === destination) &&
          (group === undefined || transfer.transfer_group === group),
      );
  },
};

export const transferRoutes: readonly ApiRoute[] = [create, retrieve, update, list];
