import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiRoute } from '../../api.route.js';
import { pageReader } from '../../list.view.js';
import { newId } from '../../object-ids.js';
import { mergeMetadata } from '../../request.params.js';
import { availableTo, book, isOwnedBy } from './balance.ledger.js';
import { requiredAmount, requiredCurrency } from './money.fields.js';

/** Sends money to the owner's bank: how a connected account empties its balance. It arrives at once. */
const create: ApiRoute = {
  method: 'POST',
  path: '/v1/payouts',
  servesAccounts: true,
  prepare({ params, account, origin }, context) {
    const amount = requiredAmount(params);
    const currency = requiredCurrency(params);
    const description = params.text('description') ?? null;
    const statementDescriptor = params.text('statement_descriptor', 22) ?? null;
    const metadata = mergeMetadata({}, params.metadata());
    return () => {
      const { store, events, now } = context;
      if (account !== null && store.in('accounts').get(account)?.payouts_enabled !== true) {
        throw errors.refused(
          'Cannot create payouts: this account has requirements that need to be completed before payouts are enabled.',
          'payouts_not_allowed',
        );
      }
      if (amount > availableTo(account, currency, context)) {
        throw errors.refused('You have insufficient funds in your Stripe account.', 'balance_insufficient');
      }
      const id = newId('po');
      const transaction = book(
        {
          type: 'payout',
          category: 'payout',
          source: id,
          amount: -amount,
          currency,
          description: 'STRIPE PAYOUT',
          ...(account !== null && { account }),
        },
        context,
      );
      if (account !== null) store.in('connected_owners').put({ id, account });
      const payout: Stripe.Payout = {
        id,
        object: 'payout',
        amount,
        application_fee: null,
        application_fee_amount: null,
        arrival_date: now(),
        automatic: false,
        balance_transaction: transaction.id,
        created: now(),
        currency,
        description,
        destination: null,
        failure_balance_transaction: null,
        failure_code: null,
        failure_message: null,
        livemode: false,
        metadata,
        method: 'standard',
        original_payout: null,
        payout_method: null,
        reconciliation_status: 'not_applicable',
        reversed_by: null,
        source_type: 'card',
        statement_descriptor: statementDescriptor,
        status: 'paid',
        trace_id: null,
        type: 'bank_account',
      };
      store.in('payouts').put(payout);
      const begun: Stripe.Payout = { ...payout, status: 'pending' };
      events.emit('payout.created', begun, origin, undefined, account);
      events.emit('payout.paid', payout, origin, undefined, account);
      return payout;
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/payouts/:id',
  servesAccounts: true,
  prepare:
    ({ id, account }, context) =>
    () => {
      const payout = context.store.in('payouts').get(id);
      if (payout === undefined || !isOwnedBy(account, payout, context)) throw errors.notFound('payout', id);
      return payout;
    },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/payouts',
  servesAccounts: true,
  prepare(call, context) {
    const page = pageReader(call);
    const status = call.params.filledText('status');
    return () =>
      page(
        context.store.in('payouts').newestFirst(),
        (payout) =>
          isOwnedBy(call.account, payout, context) && (status === undefined || payout.status === status),
      );
  },
};

export const payoutRoutes: readonly ApiRoute[] = [create, retrieve, list];
