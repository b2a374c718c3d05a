import { errors } from '../../api.errors.js';
import type { ApiRoute } from '../../api.route.js';
import { pageReader } from '../../list.view.js';
import { balancesOf, isOwnedBy, transactionsOf } from './balance.ledger.js';

/** The sum of everything booked. All of it is available; `pending` is there for its shape and always zero. */
const retrieveBalance: ApiRoute = {
  method: 'GET',
  path: '/v1/balance',
  servesAccounts: true,
  prepare:
    ({ account }, context) =>
    () => {
      const sums = balancesOf(account, context);
      const amounts = sums.size === 0 ? [['usd', 0] as const] : [...sums];
      const nothing = amounts.map(([currency]) => ({ amount: 0, currency, source_types: { card: 0 } }));
      return {
        object: 'balance',
        available: amounts.map(([currency, amount]) => ({
          amount,
          currency,
          source_types: { card: amount },
        })),
        ...(account === null && {
          connect_reserved: amounts.map(([currency]) => ({ amount: 0, currency })),
        }),
        livemode: false,
        pending: nothing,
      };
    },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/balance_transactions/:id',
  servesAccounts: true,
  prepare:
    ({ id, account }, context) =>
    () => {
      const transaction = context.store.in('balance_transactions').get(id);
      if (transaction === undefined || !isOwnedBy(account, transaction, context)) {
        throw errors.notFound('balance transaction', id);
      }
      return transaction;
    },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/balance_transactions',
  servesAccounts: true,
  prepare(call, context) {
    const page = pageReader(call);
    const wanted = {
      currency: call.params.filledText('currency'),
      source: call.params.filledText('source'),
      type: call.params.filledText('type'),
    };
    return () =>
      page(
        transactionsOf(call.account, context),
        ({ currency, source, type }) =>
          (wanted.currency === undefined || currency === wanted.currency) &&
          (wanted.source === undefined || source === wanted.source) &&
          (wanted.type === undefined || type === wanted.type),
      );
  },
};

export const balanceRoutes: readonly ApiRoute[] = [retrieveBalance, retrieve, list];
