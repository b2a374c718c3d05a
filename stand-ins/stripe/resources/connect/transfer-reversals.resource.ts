import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import { changedValues } from '../../event.log.js';
import { pageReader } from '../../list.view.js';
import { newId } from '../../object-ids.js';
import { mergeMetadata } from '../../request.params.js';
import { availableTo, book } from '../balance/balance.ledger.js';
import { priced, readAmount } from '../balance/money.fields.js';
import { idOf } from '../charges.resource.js';
import { transferAt } from './transfers.resource.js';

const SHOWN_ON_TRANSFER = 10;

function assertReversible(
  transfer: Stripe.Transfer,
  sentAmount: number | undefined,
  account: string,
  context: ApiContext,
): number {
  const { currency } = transfer;
  const left = transfer.amount - transfer.amount_reversed;
  if (left === 0) throw errors.refused(`Transfer ${transfer.id} is already fully reversed.`);
  const amount = sentAmount ?? left;
  if (amount > left) {
    throw errors.refused(
      `Transfer reversal amount (${priced(amount, currency)}) is greater than unreversed amount on transfer (${priced(left, currency)})`,
      undefined,
      'amount',
    );
  }
  if (amount > availableTo(account, currency, context)) {
    throw errors.refused(
      `The connected account ${account} does not have enough available balance to cover this reversal.`,
      'balance_insufficient',
    );
  }
  return amount;
}

/** Brings the transfer up to its new reversal. */
function noteOnTransfer(transfer: Stripe.Transfer, reversal: Stripe.TransferReversal): Stripe.Transfer {
  const reversed = transfer.amount_reversed + reversal.amount;
  const all = [reversal, ...transfer.reversals.data];
  return {
    ...transfer,
    amount_reversed: reversed,
    reversed: reversed === transfer.amount,
    reversals: {
      ...transfer.reversals,
      data: all.slice(0, SHOWN_ON_TRANSFER),
      has_more: transfer.reversals.has_more || all.length > SHOWN_ON_TRANSFER,
    },
  };
}

/** Brings money back from the connected account, as far as it still has it. */
const create: ApiRoute = {
  method: 'POST',
  path: '/v1/transfers/:id/reversals',
  prepare({ id: transferId, params, origin }, context) {
    const sentAmount = readAmount(params);
    const description = params.text('description') ?? null;
    const metadata = mergeMetadata({}, params.metadata());
    return () => {
      const { store, events, now } = context;
      const transfer = transferAt(transferId, context);
      const { currency } = transfer;
      const account = idOf(transfer.destination) ?? '';
      const amount = assertReversible(transfer, sentAmount, account, context);
      const id = newId('trr');
      const repayment = newId('pyr');
      const money = { currency, description };
      const credit = book(
        { type: 'transfer_refund', category: 'transfer_reversal', source: id, amount, ...money },
        context,
      );
      book(
        {
          type: 'payment_refund',
          category: 'refund',
          source: repayment,
          amount: -amount,
          account,
          ...money,
        },
        context,
      );
      const reversal: Stripe.TransferReversal = {
        id,
        object: 'transfer_reversal',
        amount,
        balance_transaction: credit.id,
        created: now(),
        currency,
        destination_payment_refund: repayment,
        metadata,
        source_refund: null,
        transfer: transferId,
      };
      store.in('transfer_reversals').put(reversal);
      const after = store.in('transfers').put(noteOnTransfer(transfer, reversal));
      events.emit('transfer.reversed', after, origin, changedValues(transfer, after));
      return reversal;
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/transfers/:id/reversals/:reversal',
  prepare:
    ({ id, path }, { store }) =>
    () => {
      const reversalId = decodeURIComponent(path.split('/').at(-1) ?? '');
      const reversal = store.in('transfer_reversals').get(reversalId);
      if (reversal?.transfer !== id) throw errors.notFound('transfer_reversal', reversalId);
      return reversal;
    },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/transfers/:id/reversals',
  prepare(call, context) {
    const page = pageReader(call);
    return () => {
      const { id } = transferAt(call.id, context);
      return page(
        context.store.in('transfer_reversals').newestFirst(),
        (reversal) => reversal.transfer === id,
      );
    };
  },
};

export const transferReversalRoutes: readonly ApiRoute[] = [create, retrieve, list];
