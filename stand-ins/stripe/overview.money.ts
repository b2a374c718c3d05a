import type { FastifyInstance } from 'fastify';
import { errors } from './api.errors.js';
import type { ApiContext } from './api.route.js';
import { parseForm } from './form-body.js';
import { escapeHtml, money, table, time } from './html.view.js';
import { balancesOf } from './resources/balance/balance.ledger.js';
import { idOf } from './resources/charges.resource.js';
import { closeDispute, disputeCharge, isOpen } from './resources/money-back/dispute.lifecycle.js';

function moneyBack({ store }: ApiContext, shown: number): string[] {
  const refunds = store.in('refunds').newestFirst();
  const disputes = store.in('disputes').newestFirst();
  return [
    table(
      'Refunds',
      ['Id', 'Status', 'Amount', 'PaymentIntent', 'Reason', 'Created'],
      refunds
        .slice(0, shown)
        .map((refund) => [
          refund.id,
          refund.status ?? '–',
          money(refund.amount, refund.currency),
          idOf(refund.payment_intent) ?? '–',
          refund.reason ?? '–',
          time(refund.created),
        ]),
      refunds.length,
    ),
    table(
      'Disputes',
      ['Id', 'Status', 'Amount', 'PaymentIntent', 'Reason', 'Created'],
      disputes
        .slice(0, shown)
        .map((dispute) => [
          dispute.id,
          dispute.status,
          money(dispute.amount, dispute.currency),
          idOf(dispute.payment_intent) ?? '–',
          dispute.reason,
          time(dispute.created),
        ]),
      disputes.length,
    ),
  ];
}

function connect(context: ApiContext, shown: number): string[] {
  const { store } = context;
  const accounts = store.in('accounts').newestFirst();
  const transfers = store.in('transfers').newestFirst();
  const reversals = store.in('transfer_reversals').newestFirst();
  const payouts = store.in('payouts').newestFirst();
  const movements = store.in('balance_transactions').newestFirst();
  const ownerOf = (id: string): string => store.in('connected_owners').get(id)?.account ?? 'platform';
  const balance = (account: string | null): string =>
    [...balancesOf(account, context)].map(([currency, amount]) => money(amount, currency)).join(', ') || '–';
  return [
    table(
      'Connected accounts',
      ['Id', 'Email', 'Onboarding', 'Transfers', 'Balance', 'Created'],
      accounts
        .slice(0, shown)
        .map((account) => [
          account.id,
          account.email ?? '–',
          account.details_submitted ? 'finished' : 'not finished',
          account.capabilities.transfers ?? 'not requested',
          balance(account.id),
          time(account.created),
        ]),
      accounts.length,
    ),
    table(
      'Transfers',
      ['Id', 'Amount', 'Reversed', 'Destination', 'Charge', 'Group', 'Created'],
      transfers
        .slice(0, shown)
        .map((transfer) => [
          transfer.id,
          money(transfer.amount, transfer.currency),
          money(transfer.amount_reversed, transfer.currency),
          idOf(transfer.destination) ?? '–',
          idOf(transfer.source_transaction) ?? '–',
          transfer.transfer_group ?? '–',
          time(transfer.created),
        ]),
      transfers.length,
    ),
    table(
      'Transfer reversals',
      ['Id', 'Amount', 'Transfer', 'Created'],
      reversals
        .slice(0, shown)
        .map((reversal) => [
          reversal.id,
          money(reversal.amount, reversal.currency),
          idOf(reversal.transfer) ?? '–',
          time(reversal.created),
        ]),
      reversals.length,
    ),
    table(
      'Payouts',
      ['Id', 'Status', 'Amount', 'Account', 'Created'],
      payouts
        .slice(0, shown)
        .map((payout) => [
          payout.id,
          payout.status,
          money(payout.amount, payout.currency),
          ownerOf(payout.id),
          time(payout.created),
        ]),
      payouts.length,
    ),
    table(
      'Balance transactions',
      ['Id', 'Kind', 'Net', 'Balance of', 'Source', 'Created'],
      movements
        .slice(0, shown)
        .map((movement) => [
          movement.id,
          movement.reporting_category,
          money(movement.net, movement.currency),
          ownerOf(movement.id),
          idOf(movement.source) ?? '–',
          time(movement.created),
        ]),
      movements.length,
    ),
    `<p>Balance of the platform: ${escapeHtml(balance(null))}</p>`,
  ];
}

/** What a cardholder and a bank do: dispute a payment, and decide about it. */
function disputeForms({ store }: ApiContext): string {
  const open = store.in('disputes').newestFirst().filter(isOpen);
  const options = open.map(({ id }) => `<option>${escapeHtml(id)}</option>`).join('');
  const decide =
    open.length === 0
      ? ''
      : `<form method="post" action="/disputes/decide">
<label>Open dispute <select name="id">${options}</select></label>
<button name="status" value="won">Won by us</button>
<button name="status" value="lost">Lost</button>
</form>`;
  return `<h2>Act as the cardholder’s bank</h2>
<form method="post" action="/disputes/open">
<label>PaymentIntent or charge <input name="id" required autocomplete="off"></label>
<button>Dispute it</button>
</form>
${decide}`;
}

/** The overview’s part about refunds, disputes, connected accounts and balances, `shown` rows per table. */
export function moneyTables(context: ApiContext, shown: number): string[] {
  return [...moneyBack(context, shown), disputeForms(context), ...connect(context, shown)];
}

/** Where the overview's forms go. They come from this page or not at all: another site's are refused. */
export function addDisputeForms(app: FastifyInstance, context: ApiContext): void {
  const act = (path: string, run: (fields: Readonly<Record<string, unknown>>) => void): void => {
    app.post(path, async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin')
        throw errors.malformed('Use the form on the overview.');
      try {
        run(parseForm(typeof request.body === 'string' ? request.body : ''));
      } catch (error) {
        throw errors.malformed(error instanceof Error ? error.message : String(error));
      }
      return reply.redirect('/', 303);
    });
  };
  act('/disputes/open', ({ id }) => {
    disputeCharge(String(id).trim(), context);
  });
  act('/disputes/decide', ({ id, status }) => {
    closeDispute(String(id), status === 'won' ? 'won' : 'lost', context);
  });
}
