import type { Row } from './databases.js';
import { type Invariant, inOne } from './invariant.js';

/** Orders that were paid, also those whose money went back. */
const WAS_PAID = `status in ('paid', 'refunding', 'refunded')`;

/** Cents that banks keep for good of the payment of an order, less what they gave back since. */
const keptSql = (orderId: string): string =>
  `(select coalesce(sum(loss.amount_cents), 0) from ledger_transactions ended
    join ledger_entries loss on loss.transaction_id = ended.id and loss.account = 'losses'
    where ended.kind in ('chargeback-lost', 'chargeback-returned') and split_part(ended.ref, ':', 1) in (
      select t.ref from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where e.account = 'chargebacks:' || ${orderId}))`;

/** Whether banks keep all of the payment of an order `o` that did not go back by its receipt `r`. */
export const isChargedBackSql = `coalesce(r.refunded_cents, 0) + ${keptSql('o.id')} >= o.amount_cents`;

/** Each transaction of the ledger with its entries as one object, cents by account. */
const POSTED = `
  posted as (
    select t.kind, t.ref, jsonb_object_agg(e.account, e.amount_cents) as entries
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by t.id)`;

/** An escrow `h` whose money waits for somebody to decide, or to pay. */
const IS_STILL = `h.state in ('requires_onboarding', 'requires_payment', 'held', 'release_due', 'failed')`;
const IS_SELLER_POSTED = '(h.settled_at is not null or h.seller_posted_at is not null)';

/** What the ledger has to have of an escrow `h`: the seller's part before the fee, the fee, and what has gone back. */
const MOVED = `
  cross join lateral (select
    case when ${IS_SELLER_POSTED} and not ${IS_STILL} then h.seller_gross_cents else 0 end as gross,
    case when ${IS_SELLER_POSTED} and not ${IS_STILL} then h.fee_cents else 0 end as fee,
    case when h.settled_at is not null then h.buyer_refund_cents else h.refunded_cents end as back) moved`;

/** What moves the money of an escrow: all at once, a part before the rest, back again, or once more. */
const MOVES = `('held-payment-settled', 'held-payment-settled-in-part', 'held-payment-refund-returned',
  'held-payment-refund-failed', 'held-payment-refunded-again')`;

/** What people have sent the seller of an escrow, or taken back, at Stripe: it stands in the ledger alone. */
const BY_HAND = `('held-payment-transferred-beyond', 'held-payment-transfer-reversed')`;

const payments = (rule: {
  name: string;
  says: string;
  of: string;
  sql: string;
  text: (row: Row) => string;
}): Invariant => inOne({ database: 'payments', ...rule });

/** Money: the ledger, what the other tables say of the same payments, and receipts. All of it is in one database. */
export const ledgerInvariants: readonly Invariant[] = [
  payments({
    name: 'ledger-transaction-sums-to-zero',
    says: 'Every transaction of the ledger has two entries or more, which sum to zero.',
    of: 'ledger_transactions',
    sql: `select coalesce(t.id, e.transaction_id)::text as id, t.kind, t.ref, count(e.account)::int as entries,
        coalesce(sum(e.amount_cents), 0)::text as cents
      from ledger_transactions t full join ledger_entries e on e.transaction_id = t.id
      group by coalesce(t.id, e.transaction_id), t.kind, t.ref
      having t.kind is null or count(e.account) < 2 or sum(e.amount_cents) <> 0`,
    text: ({ id, kind, ref, entries, cents }) =>
      `transaction ${id} (${kind} of ${ref}) has ${entries} entries that sum to ${cents} cents`,
  }),
  payments({
    name: 'ledger-balance-is-sum-of-entries',
    says: 'The balance that is shown of an account is the sum of its entries.',
    of: 'ledger_balances',
    sql: `select coalesce(b.account, s.account) as account, b.balance_cents::text as shown, s.cents::text as posted
      from ledger_balances b
      full join (select account, sum(amount_cents) as cents from ledger_entries group by account) s
        on s.account = b.account
      where b.balance_cents is distinct from s.cents`,
    text: ({ account, shown, posted }) => `account ${account} shows ${shown} cents, posted are ${posted}`,
  }),
  payments({
    name: 'money-in-is-money-out',
    says: 'What came in by all payments, less what went back and what was paid out, is what lies at Stripe.',
    of: '(select 1) as total',
    // Chargebacks and payments that came too late have rows of the ledger only, and rules of their own.
    sql: `select told.cents::text as told, posted.cents::text as posted from
        (select (select coalesce(sum(amount_cents), 0) from orders where ${WAS_PAID})
          + (select coalesce(sum(amount_cents), 0) from receipts where purpose = 'subscription')
          + (select coalesce(sum(amount_cents), 0) from escrows where held_at is not null)
          - (select coalesce(sum(refunded_cents), 0) from receipts where purpose <> 'held_payment')
          - (select coalesce(sum(moved.gross - moved.fee + moved.back + h.excess_refund_cents), 0) from escrows h ${MOVED})
          as cents) told,
        (select coalesce(sum(e.amount_cents), 0) as cents
          from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where e.account = 'stripe' and t.kind not like '%chargeback%' and t.kind not like 'late-payment%') posted
      where told.cents <> posted.cents`,
    text: ({ told, posted }) => `the payments leave ${told} cents at Stripe, the ledger has ${posted}`,
  }),
  payments({
    name: 'sale-is-posted-once',
    says: 'Every paid order and every invoice of a subscription has one sale in the ledger, of its amount.',
    of: `(select id from orders where ${WAS_PAID}
      union all select null from receipts where purpose = 'subscription') as sold`,
    sql: `with ${POSTED}, due as (
        select id::text as ref, purpose, amount_cents from orders where ${WAS_PAID}
        union all select source_id, purpose, amount_cents from receipts where purpose = 'subscription')
      select coalesce(d.ref, p.ref) as ref, d.purpose, d.amount_cents as cents, p.entries::text
      from due d full join (select * from posted where kind = 'sale') p on p.ref = d.ref
      where d.ref is null or p.ref is null or p.entries <>
        jsonb_build_object('stripe', d.amount_cents, 'sales:' || coalesce(d.purpose, ''), -d.amount_cents)`,
    text: ({ ref, purpose, cents, entries }) =>
      `${ref}: sold is ${purpose === null ? 'nothing' : `${purpose} for ${cents} cents`}, posted is ${entries}`,
  }),
  payments({
    name: 'refund-is-posted',
    says: 'What a receipt says has gone back of an order or an invoice is what the ledger has as its refunds.',
    of: `receipts where purpose <> 'held_payment'`,
    sql: `select coalesce(r.source_id, b.ref) as ref, r.number, r.refunded_cents as told, b.cents::text as posted
      from (select * from receipts where purpose <> 'held_payment') r
      full join (
        select split_part(t.ref, ':', 1) as ref, -sum(e.amount_cents) as cents
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe'
        where t.kind like 'refund%' group by 1) b on b.ref = r.source_id
      where r.number is null or r.refunded_cents <> coalesce(b.cents, 0)`,
    text: ({ ref, number, told, posted }) =>
      `order ${ref}: receipt ${number} says ${told} cents went back, posted are ${posted}`,
  }),
  payments({
    name: 'refund-never-exceeds-charge',
    says: 'No more goes back, or out, of a payment than was charged.',
    of: `receipts where purpose <> 'subscription'`,
    sql: `select 'order ' || o.id as what, o.amount_cents as charged, (-sum(e.amount_cents))::text as gone
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe'
      join orders o on o.id::text = split_part(t.ref, ':', 1)
      where t.kind like 'refund%' group by o.id having -sum(e.amount_cents) > o.amount_cents
      union all
      select 'escrow ' || h.id, h.amount_cents, (-sum(e.amount_cents))::text
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe'
      join escrows h on h.id::text = split_part(t.ref, ':', 1)
      where t.kind in ${MOVES} group by h.id having -sum(e.amount_cents) > h.amount_cents`,
    text: ({ what, charged, gone }) => `${what}: ${gone} cents went out of ${charged}`,
  }),
  payments({
    name: 'refunded-order-went-back',
    says: 'An order is refunded exactly when all of it went back but for what banks keep for good.',
    of: `orders where ${WAS_PAID}`,
    sql: `select o.id, o.status, o.amount_cents as cents, r.refunded_cents as back
      from orders o left join receipts r on r.purpose = o.purpose and r.source_id = o.id::text
      where o.${WAS_PAID} and ((o.status = 'refunded') <> (o.refunded_at is not null)
        or (o.status <> 'refunded' and r.refunded_cents = r.amount_cents)
        or (o.status = 'refunded' and r.refunded_cents is distinct from r.amount_cents
          and not ${isChargedBackSql}))`,
    text: ({ id, status, cents, back }) => `order ${id} is ${status}, ${back} of ${cents} cents went back`,
  }),
  payments({
    name: 'order-is-not-in-quarantine',
    says: 'Nobody has paid another amount than was asked: such a payment waits for people.',
    of: 'orders',
    sql: `select id, agreement_id as agreement from orders where status = 'quarantined'`,
    text: ({ id, agreement }) => `order ${id} of agreement ${agreement} was paid with a wrong amount`,
  }),
  payments({
    name: 'contract-is-paid-one-way',
    says: 'A contract that is covered by a subscription or a credit is not paid as well.',
    of: 'coverages',
    sql: `select c.agreement_id as agreement, c.covered_by as by, o.id
      from coverages c join orders o on o.agreement_id = c.agreement_id
      where o.purpose = 'contract' and o.status = 'paid'`,
    text: ({ agreement, by, id }) => `agreement ${agreement} is covered by a ${by} and paid with order ${id}`,
  }),
  payments({
    name: 'credit-is-of-a-paid-order',
    says: 'A credit belongs to an order that stays paid and was not charged back, and what it was used for is covered by it.',
    of: 'credits',
    sql: `select c.id, c.order_id, o.status, c.used_for as used
      from credits c left join orders o on o.id = c.order_id
      left join receipts r on r.number = o.receipt_number
      left join coverages v on v.agreement_id = c.used_for
      where o.id is null or o.user_id <> c.user_id
        or (c.used_for is null and (o.status <> 'paid' or ${isChargedBackSql}))
        or (c.used_for is not null and (v.covered_by is distinct from 'credit' or v.user_id <> c.user_id))`,
    text: ({ id, order_id: order, status, used }) =>
      `credit ${id} of order ${order} (${status}) used for ${used ?? 'nothing'}`,
  }),
  payments({
    name: 'receipt-is-one-per-payment',
    says: 'Everything that was paid has exactly one receipt, with its number, payer and amount.',
    of: `(select id from orders where ${WAS_PAID}
      union all select id from escrows where held_at is not null) as paid`,
    sql: `select coalesce(d.source, r.source_id) as source, r.number as receipt, d.number, d.cents, r.amount_cents
      from (
        select purpose, id::text as source, receipt_number as number, user_id, amount_cents as cents
        from orders where ${WAS_PAID}
        union all
        select 'held_payment', id::text, receipt_number, buyer_id, amount_cents
        from escrows where held_at is not null) d
      full join (select * from receipts where purpose <> 'subscription') r
        on r.purpose = d.purpose and r.source_id = d.source
      where d.source is null or r.number is null or r.number is distinct from d.number
        or r.amount_cents <> d.cents or r.user_id <> d.user_id`,
    text: ({ source, receipt, number, cents, amount_cents: amount }) =>
      `payment ${source}: has number ${number} for ${cents} cents, the receipt is ${receipt} for ${amount}`,
  }),
  payments({
    name: 'receipt-number-is-unique',
    says: 'Numbers of receipts are well-formed, and none of them is there twice, not even in another year.',
    of: 'receipts',
    sql: `select string_agg(number, ', ' order by number) as numbers from receipts
      group by split_part(number, '-', 3)
      having count(*) > 1 or bool_or(number !~ '^SSC-\\d{4}-\\d{6,}$')`,
    text: ({ numbers }) => `receipts ${numbers}`,
  }),
  payments({
    name: 'subscription-has-its-receipt',
    says: 'The invoice that a subscription was last paid with has a receipt of its owner.',
    of: 'subscriptions where paid_invoice_id is not null',
    sql: `select s.id, s.paid_invoice_id as invoice from subscriptions s
      left join receipts r on r.purpose = 'subscription' and r.source_id = s.paid_invoice_id
      where s.paid_invoice_id is not null and r.user_id is distinct from s.user_id`,
    text: ({ id, invoice }) => `subscription ${id}: invoice ${invoice} has no receipt of its owner`,
  }),
  payments({
    name: 'escrow-balance-fits-state',
    says: 'The ledger holds the whole amount of a payment, less what a bank has kept and what has moved, from when it was paid until it is settled or charged back.',
    of: 'escrows',
    sql: `with balances as (
        select substr(e.account, 6) as id, sum(e.amount_cents) as cents
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account like 'held:%' and t.kind not like 'late-payment%' group by 1)
      select coalesce(h.id::text, b.id) as id, h.state, coalesce(b.cents, 0)::text as balance, h.due::text
      from (select h.id, h.state, case when h.held_at is not null and h.state <> 'charged_back'
          then h.charged_back_cents + moved.gross + moved.back - h.amount_cents else 0 end as due
        from escrows h ${MOVED}) h
      full join balances b on b.id = h.id::text
      where h.id is null or coalesce(b.cents, 0) <> h.due`,
    text: ({ id, state, balance, due }) => `escrow ${id} is ${state}: ${balance} cents, not ${due}`,
  }),
  payments({
    name: 'escrow-settlement-adds-up',
    says: 'A settled payment is what went back, what the seller got, the fee and what a bank has kept, and its state says so; what has moved is posted as such, no more.',
    of: 'escrows where settled_at is not null or seller_posted_at is not null or refunded_cents > 0',
    sql: `with sums as (
        select split_part(t.ref, ':', 1) as ref, e.account, sum(e.amount_cents) as cents
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.kind in ${MOVES} group by 1, 2),
      posted as (
        select ref, jsonb_object_agg(account, cents) filter (where cents <> 0) as entries from sums group by ref)
      select h.id, h.state, h.amount_cents as cents, h.charged_back_cents as kept, h.seller_gross_cents as gross, h.fee_cents as fee,
        h.buyer_refund_cents as back, p.entries::text
      from escrows h ${MOVED} left join posted p on p.ref = h.id::text
      where coalesce(p.entries, '{}') <> jsonb_strip_nulls(jsonb_build_object(
          'held:' || h.id, nullif(moved.gross + moved.back, 0), 'fees', nullif(-moved.fee, 0),
          'stripe', nullif(moved.fee - moved.gross - moved.back, 0)))
        or (h.settled_at is null and h.state in ('released', 'refunded', 'resolved'))
        or (h.seller_posted_at is not null and ${IS_STILL})
        or (h.settled_at is not null and (
          h.seller_gross_cents + h.buyer_refund_cents + h.charged_back_cents <> h.amount_cents
          or h.state <> case when h.buyer_refund_cents = 0 then 'released'
            when h.seller_gross_cents = 0 then 'refunded' else 'resolved' end))`,
    text: ({ id, state, cents, gross, fee, back, kept, entries }) =>
      `escrow ${id} is ${state}: ${cents} = ${gross} (fee ${fee}) + ${back} + ${kept}, posted is ${entries}`,
  }),
  payments({
    name: 'transfer-is-one-per-contract',
    says: 'A contract has at most one payment to its seller, and money that was settled has its transfer and its refund.',
    of: `escrows where state <> 'failed'`,
    sql: `select agreement_id as agreement, string_agg(id::text, ', ') as ids,
        count(transfer_id)::int as transfers from escrows
      group by agreement_id having count(transfer_id) > 1 or count(*) filter (where state <> 'failed') > 1
      union all
      select agreement_id, id::text, (transfer_id is not null)::int from escrows
      where (settled_at is not null and (seller_gross_cents > 0) <> (transfer_id is not null))
        or (settled_at is not null and (buyer_refund_cents > 0) <> (refund_id is not null))
        or (settled_at is null and seller_posted_at is null and transfer_id is not null)`,
    text: ({ agreement, ids, transfers }) =>
      `agreement ${agreement}: escrows ${ids} have ${transfers} transfers`,
  }),
  payments({
    name: 'escrow-refund-is-on-receipt',
    says: 'What went back of a settled payment is on its receipt.',
    of: 'escrows where settled_at is not null',
    sql: `select h.id, h.buyer_refund_cents + h.excess_refund_cents as back, r.refunded_cents as told
      from escrows h left join receipts r on r.purpose = 'held_payment' and r.source_id = h.id::text
      where h.held_at is not null and r.refunded_cents is distinct from
        h.excess_refund_cents + case when h.settled_at is null then 0 else h.buyer_refund_cents end`,
    text: ({ id, back, told }) => `escrow ${id}: ${back} cents went back, its receipt says ${told}`,
  }),
  payments({
    name: 'escrow-history-is-whole',
    says: 'Every version of an escrow has its step, and the newest step has the state of today.',
    of: 'escrows',
    sql: `select h.id, h.version, h.state, count(s.version)::int as steps, max(s.version) as newest,
        (array_agg(s.state order by s.version desc))[1] as told
      from escrows h left join escrow_steps s on s.escrow_id = h.id
      group by h.id having count(s.version) <> h.version or max(s.version) <> h.version or min(s.version) <> 1
        or (array_agg(s.state order by s.version desc))[1] <> h.state`,
    text: ({ id, version, state, steps, newest, told }) =>
      `escrow ${id} is ${state} at version ${version}; ${steps} steps, the newest ${newest} says ${told}`,
  }),
  payments({
    name: 'chargeback-loss-is-posted',
    says: 'What banks have taken of money of an escrow that had moved already, and what people sent back beyond what was decided, is a loss in the ledger, less what was returned since.',
    of: 'escrows where chargeback is not null or excess_refund_cents > 0',
    sql: `with losses as (
        select split_part(t.ref, ':', 1) as ref, sum(e.amount_cents) as cents
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'losses'
        where t.kind like 'held-payment-%' and t.kind not in ${BY_HAND} group by 1)
      select h.id, h.loss_cents + h.excess_refund_cents as told, coalesce(l.cents, 0)::text as posted
      from escrows h left join losses l on l.ref = h.id::text
      where h.loss_cents + h.excess_refund_cents <> coalesce(l.cents, 0)`,
    text: ({ id, told, posted }) => `escrow ${id}: ${told} cents are lost, posted are ${posted}`,
  }),
  payments({
    name: 'chargeback-is-posted',
    says: 'While a bank has a payment back for the time being the ledger has it on the account of the chargeback, else not.',
    of: 'escrows where chargeback is not null',
    sql: `with balances as (select substr(account, 13) as id, sum(amount_cents) as cents
        from ledger_entries where account like 'chargebacks:%' group by 1)
      select coalesce(h.id::text, b.id) as id, h.chargeback, coalesce(b.cents, 0)::text as cents
      from escrows h full join balances b on b.id = h.id::text left join orders o on o.id::text = b.id
        left join subscriptions s on s.id::text = b.id
      where (h.id is not null and coalesce(b.cents, 0) <>
          case when h.chargeback = 'open' then h.chargeback_cents else 0 end)
        or (h.id is null and s.id is null and (o.id is null or b.cents not between 0 and o.amount_cents))
        or (s.id is not null and b.cents < 0)`,
    text: ({ id, chargeback, cents }) =>
      `payment ${id}: ${cents} cents are charged back for the time being (${chargeback ?? 'none'})`,
  }),
  payments({
    name: 'late-payment-goes-back',
    says: 'What was paid for an escrow that was closed already goes back, all of it, once.',
    of: `ledger_transactions where kind = 'late-payment'`,
    sql: `with late as (
        select split_part(t.ref, ':', 1) as ref, e.account, sum(e.amount_cents) as cents, min(t.posted_at) as at
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account like 'held:%'
        where t.kind like 'late-payment%' group by 1, e.account)
      select ref, account, cents::text from late where cents <> 0 and at < $1`,
    text: ({ ref, account, cents }) => `payment ${ref} on ${account}: ${cents} cents are left`,
  }),
];
