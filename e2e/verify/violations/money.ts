import { escrowIn, NEW_ID, PAID, type Violation, violation } from './violation.js';

/** Of the ledger, orders, receipts, subscriptions and escrows. */
export const money: readonly Violation[] = [
  violation(
    'ledger-transaction-sums-to-zero',
    'payments',
    'an entry grows by a cent',
    `update ledger_entries set amount_cents = amount_cents + 1 where account = 'stripe' and transaction_id =
   (select min(id) from ledger_transactions where kind = 'sale') returning transaction_id as id`,
  ),
  violation(
    'ledger-transaction-sums-to-zero',
    'payments',
    'an entry is gone',
    `delete from ledger_entries where account = 'stripe' and transaction_id =
   (select min(id) from ledger_transactions where kind = 'sale') returning transaction_id as id`,
  ),
  violation(
    'ledger-transaction-sums-to-zero',
    'payments',
    'a transaction is gone, its entries stay',
    `delete from ledger_transactions where id = (select min(id) from ledger_transactions where kind = 'sale') returning id`,
  ),
  violation(
    'ledger-transaction-sums-to-zero',
    'payments',
    'a transaction without entries',
    `insert into ledger_transactions (kind, ref, actor) values ('sale', 'nothing', 'nobody') returning id`,
  ),
  violation(
    'money-in-is-money-out',
    'payments',
    'an entry at Stripe moves to the fees',
    `update ledger_entries set account = 'losses' where account = 'stripe' and transaction_id =
   (select min(id) from ledger_transactions where kind = 'sale') returning 'Stripe' as id`,
  ),
  violation(
    'money-in-is-money-out',
    'payments',
    'an order becomes dearer',
    `update orders set amount_cents = 501 where id = (select id from ${PAID} p) returning 'Stripe' as id`,
  ),
  violation(
    'sale-is-posted-once',
    'payments',
    'a sale is posted for nothing',
    `with t as (insert into ledger_transactions (kind, ref, actor) values ('sale', 'invented', 'x') returning id),
   e as (insert into ledger_entries select t.id, v.account, v.cents from t,
     (values ('stripe', 500), ('sales:contract', -500)) as v (account, cents))
   select 'invented' as id`,
  ),
  violation(
    'sale-is-posted-once',
    'payments',
    'a sale on the account of another product',
    `update ledger_entries set account = 'sales:manual_transcription' where account = 'sales:contract' and transaction_id =
   (select id from ledger_transactions where kind = 'sale' and ref = (select id::text from ${PAID} p))
   returning (select ref from ledger_transactions t where t.id = transaction_id) as id`,
  ),
  violation(
    'sale-is-posted-once',
    'payments',
    'a sale names another order',
    `update ledger_transactions set ref = 'elsewhere' where kind = 'sale' and ref = (select id::text from ${PAID} p) returning 'elsewhere' as id`,
  ),
  violation(
    'sale-is-posted-once',
    'payments',
    'the sale of a subscription is gone',
    `delete from ledger_transactions where kind = 'sale' and ref =
   (select source_id from receipts where purpose = 'subscription' limit 1) returning ref as id`,
  ),
  violation(
    'refund-is-posted',
    'payments',
    'a refund that is on no receipt',
    `update receipts set refunded_cents = 0 where purpose = 'contract' and refunded_cents > 0 returning source_id as id`,
  ),
  violation(
    'refund-is-posted',
    'payments',
    'a receipt tells of a refund that was not made',
    `update receipts set refunded_cents = 100 where number = (select receipt_number from ${PAID} p) returning source_id as id`,
  ),
  violation(
    'refund-never-exceeds-charge',
    'payments',
    'more goes back than was paid',
    `update ledger_entries set amount_cents = amount_cents * 2 where transaction_id =
   (select min(id) from ledger_transactions where kind = 'refund') returning
   (select split_part(ref, ':', 1) from ledger_transactions t where t.id = transaction_id) as id`,
  ),
  violation(
    'refund-never-exceeds-charge',
    'payments',
    'more goes to the seller than was held',
    `update ledger_entries set amount_cents = amount_cents * 2 where account = 'stripe' and transaction_id =
   (select min(id) from ledger_transactions where kind = 'held-payment-settled') returning
   (select ref from ledger_transactions t where t.id = transaction_id) as id`,
  ),
  violation(
    'refunded-order-went-back',
    'payments',
    'an order is called refunded',
    `update orders set status = 'refunded', refunded_at = now() where id = (select id from ${PAID} p) returning id`,
  ),
  violation(
    'refunded-order-went-back',
    'payments',
    'a refunded order is called paid',
    `update orders set status = 'paid', refunded_at = null where status = 'refunded' returning id`,
  ),
  violation(
    'order-is-not-in-quarantine',
    'payments',
    'an order was paid with another amount',
    `update orders set status = 'quarantined' where id = (select id from ${PAID} p) returning id`,
  ),
  violation(
    'contract-is-paid-one-way',
    'payments',
    'a covered contract is paid as well',
    `update orders set agreement_id = (select agreement_id from coverages limit 1) where id = (select id from ${PAID} p) returning id`,
  ),
  violation(
    'credit-is-of-a-paid-order',
    'payments',
    'a credit was used for another contract',
    `update credits set used_for = 'another' where used_for is not null returning id`,
  ),
  violation(
    'credit-is-of-a-paid-order',
    'payments',
    'a credit for money that went back',
    `insert into credits (id, user_id, order_id, expires_at)
   select ${NEW_ID}, user_id, id, now() from orders where status = 'refunded' limit 1 returning id`,
  ),
  violation(
    'credit-is-of-a-paid-order',
    'payments',
    'a credit for money that a bank took back',
    `with o as (select p.* from orders p where p.purpose = 'contract' and p.status = 'paid'
     and not exists (select from credits c where c.order_id = p.id) limit 1),
   t as (insert into ledger_transactions (kind, ref, actor) values ('chargeback-lost', 'invented', 'x') returning id),
   e as (insert into ledger_entries select t.id, v.account, v.cents from t, o,
     lateral (values ('losses', 500), ('chargebacks:' || o.id, -500)) as v (account, cents))
   insert into credits (id, user_id, order_id, expires_at) select ${NEW_ID}, user_id, id, now() from o returning id`,
  ),
  violation(
    'receipt-is-one-per-payment',
    'payments',
    'a receipt is gone',
    `delete from receipts where number = (select receipt_number from ${PAID} p) returning source_id as id`,
  ),
  violation(
    'receipt-is-one-per-payment',
    'payments',
    'a receipt names another payer',
    `update receipts set user_id = user_id + 100 where number = (select receipt_number from ${PAID} p) returning source_id as id`,
  ),
  violation(
    'receipt-is-one-per-payment',
    'payments',
    'a receipt for nothing',
    `insert into receipts select 'SSC-2026-900000', user_id, agreement_id, purpose, 'nothing', amount_cents, 0, currency, paid_at
   from receipts limit 1 returning number as id`,
  ),
  violation(
    'receipt-is-one-per-payment',
    'payments',
    'a receipt of an escrow of another amount',
    `update receipts set amount_cents = amount_cents + 1 where purpose = 'held_payment' and number =
   (select receipt_number from ${escrowIn('held')} h) returning source_id as id`,
  ),
  violation(
    'receipt-number-is-unique',
    'payments',
    'a number is there twice, in two years',
    `insert into receipts select regexp_replace(number, '-\\d{4}-', '-2031-'), user_id, agreement_id, purpose, 'twice', amount_cents,
   0, currency, paid_at from receipts limit 1 returning number as id`,
  ),
  violation(
    'receipt-number-is-unique',
    'payments',
    'a number that is none',
    `update receipts set number = 'SSC-1' where number = (select receipt_number from ${PAID} p) returning number as id`,
  ),
  violation(
    'subscription-has-its-receipt',
    'payments',
    'the receipt of a subscription is gone',
    `delete from receipts where purpose = 'subscription' returning source_id as id`,
  ),
  violation(
    'escrow-balance-fits-state',
    'payments',
    'what is held is booked on somebody else',
    `update ledger_entries set account = 'held:other' where account = 'held:' || (select id from ${escrowIn('held')} h) returning 'other' as id`,
  ),
  violation(
    'escrow-balance-fits-state',
    'payments',
    'a released payment is called held',
    `update escrows set state = 'held', settled_at = null where state = 'released' returning id`,
  ),
  violation(
    'escrow-balance-fits-state',
    'payments',
    'a part of what is held is called gone',
    `update escrows set refunded_cents = 1 where id = (select id from ${escrowIn('held')} h) returning id`,
  ),
  violation(
    'chargeback-loss-is-posted',
    'payments',
    'a loss is not in the ledger',
    `update escrows set loss_cents = loss_cents + 1 where id = (select id from ${escrowIn('released')} h) returning id`,
  ),
  violation(
    'escrow-settlement-adds-up',
    'payments',
    'the part of a seller who was not paid is called posted',
    `update escrows set seller_posted_at = now(), seller_gross_cents = 100 where id =
   (select id from ${escrowIn('held')} h) returning id`,
  ),
  violation(
    'escrow-settlement-adds-up',
    'payments',
    'the fee is another one than was posted',
    `update escrows set fee_cents = fee_cents + 1 where state = 'resolved' returning id`,
  ),
  violation(
    'escrow-settlement-adds-up',
    'payments',
    'the parts do not make the whole',
    `update escrows set seller_gross_cents = seller_gross_cents - 1 where state = 'released' returning id`,
  ),
  violation(
    'escrow-settlement-adds-up',
    'payments',
    'a payment that went back is called released',
    `update escrows set state = 'released' where state = 'refunded' returning id`,
  ),
  violation(
    'transfer-is-one-per-contract',
    'payments',
    'a second transfer for a contract',
    `update escrows set agreement_id = (select agreement_id from ${escrowIn('released')} h), state = 'failed'
   where state = 'resolved' returning agreement_id as id`,
  ),
  violation(
    'transfer-is-one-per-contract',
    'payments',
    'the transfer is not known any more',
    `update escrows set transfer_id = null where state = 'released' returning id`,
  ),
  violation(
    'transfer-is-one-per-contract',
    'payments',
    'a transfer of what is still held',
    `update escrows set transfer_id = 'tr_1' where state = 'held' returning id`,
  ),
  violation(
    'transfer-is-one-per-contract',
    'payments',
    'the refund is not known any more',
    `update escrows set refund_id = null where state = 'refunded' returning id`,
  ),
  violation(
    'escrow-refund-is-on-receipt',
    'payments',
    'what went back is not on the receipt',
    `update receipts set refunded_cents = 0 where purpose = 'held_payment' and source_id = (select id::text from ${escrowIn('refunded')} h) returning source_id as id`,
  ),
  violation(
    'escrow-history-is-whole',
    'payments',
    'a step is gone',
    `delete from escrow_steps where version = 2 and escrow_id = (select id from ${escrowIn('released')} h) returning escrow_id as id`,
  ),
  violation(
    'escrow-history-is-whole',
    'payments',
    'the state is not the one of the newest step',
    `update escrows set state = 'release_due' where state = 'held' returning id`,
  ),
  violation(
    'chargeback-is-posted',
    'payments',
    'a chargeback is called won',
    `update escrows set chargeback = 'won' where chargeback = 'open' returning id`,
  ),
  violation(
    'chargeback-is-posted',
    'payments',
    'a chargeback of nobody',
    `update ledger_entries set account = 'chargebacks:nobody' where account like 'chargebacks:%' returning 'nobody' as id`,
  ),
  violation(
    'late-payment-goes-back',
    'payments',
    'a late payment stays',
    `with t as (insert into ledger_transactions (kind, ref, actor) values ('late-payment', 'pi_late', 'x') returning id),
   e as (insert into ledger_entries select t.id, v.account, v.cents from t,
     (values ('stripe', 500), ('held:late', -500)) as v (account, cents))
   select 'pi_late' as id`,
  ),
];
