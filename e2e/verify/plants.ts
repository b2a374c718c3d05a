import type { systemServices } from '#testing';

type Service = (typeof systemServices)[number];

/** A violation that a test plants into a healthy system. */
interface Plant {
  /** The invariant that must name it. */
  invariant: string;
  what: string;
  service: Service;
  /** One statement; what it returns as `id` must be named. */
  sql: string;
}

const plants: Plant[] = [];
const plant = (invariant: string, service: Service, what: string, sql: string): void => {
  plants.push({ invariant, service, what, sql });
};

const PAID = `(select o.* from orders o where o.purpose = 'contract' and o.status = 'paid' order by o.id limit 1)`;
const escrowIn = (state: string) =>
  `(select h.* from escrows h where h.state = '${state}' order by h.id limit 1)`;
const agreementIn = (status: string, more = 'true') =>
  `(select a.* from agreements a where a.status = '${status}' and ${more} order by a.id limit 1)`;
const COMPLETED = agreementIn('completed', 'a.content_deleted_at is null and not a.is_remote');
const REMOTE = agreementIn('completed', 'a.is_remote');
const NEW_ID = `'00000000-0000-7000-8000-00000000abcd'`;

// Money.
plant(
  'ledger-transaction-sums-to-zero',
  'payments',
  'an entry grows by a cent',
  `update ledger_entries set amount_cents = amount_cents + 1 where account = 'stripe' and transaction_id =
   (select min(id) from ledger_transactions where kind = 'sale') returning transaction_id as id`,
);
plant(
  'ledger-transaction-sums-to-zero',
  'payments',
  'an entry is gone',
  `delete from ledger_entries where account = 'stripe' and transaction_id =
   (select min(id) from ledger_transactions where kind = 'sale') returning transaction_id as id`,
);
plant(
  'ledger-transaction-sums-to-zero',
  'payments',
  'a transaction is gone, its entries stay',
  `delete from ledger_transactions where id = (select min(id) from ledger_transactions where kind = 'sale') returning id`,
);
plant(
  'ledger-transaction-sums-to-zero',
  'payments',
  'a transaction without entries',
  `insert into ledger_transactions (kind, ref, actor) values ('sale', 'nothing', 'nobody') returning id`,
);
plant(
  'money-in-is-money-out',
  'payments',
  'an entry at Stripe moves to the fees',
  `update ledger_entries set account = 'losses' where account = 'stripe' and transaction_id =
   (select min(id) from ledger_transactions where kind = 'sale') returning 'Stripe' as id`,
);
plant(
  'money-in-is-money-out',
  'payments',
  'an order becomes dearer',
  `update orders set amount_cents = 501 where id = (select id from ${PAID} p) returning 'Stripe' as id`,
);
plant(
  'sale-is-posted-once',
  'payments',
  'a sale is posted for nothing',
  `with t as (insert into ledger_transactions (kind, ref, actor) values ('sale', 'invented', 'x') returning id),
   e as (insert into ledger_entries select t.id, v.account, v.cents from t,
     (values ('stripe', 500), ('sales:contract', -500)) as v (account, cents))
   select 'invented' as id`,
);
plant(
  'sale-is-posted-once',
  'payments',
  'a sale on the account of another product',
  `update ledger_entries set account = 'sales:manual_transcription' where account = 'sales:contract' and transaction_id =
   (select id from ledger_transactions where kind = 'sale' and ref = (select id::text from ${PAID} p))
   returning (select ref from ledger_transactions t where t.id = transaction_id) as id`,
);
plant(
  'sale-is-posted-once',
  'payments',
  'a sale names another order',
  `update ledger_transactions set ref = 'elsewhere' where kind = 'sale' and ref = (select id::text from ${PAID} p) returning 'elsewhere' as id`,
);
plant(
  'sale-is-posted-once',
  'payments',
  'the sale of a subscription is gone',
  `delete from ledger_transactions where kind = 'sale' and ref =
   (select source_id from receipts where purpose = 'subscription' limit 1) returning ref as id`,
);
plant(
  'refund-is-posted',
  'payments',
  'a refund that is on no receipt',
  `update receipts set refunded_cents = 0 where purpose = 'contract' and refunded_cents > 0 returning source_id as id`,
);
plant(
  'refund-is-posted',
  'payments',
  'a receipt tells of a refund that was not made',
  `update receipts set refunded_cents = 100 where number = (select receipt_number from ${PAID} p) returning source_id as id`,
);
plant(
  'refund-never-exceeds-charge',
  'payments',
  'more goes back than was paid',
  `update ledger_entries set amount_cents = amount_cents * 2 where transaction_id =
   (select min(id) from ledger_transactions where kind = 'refund') returning
   (select split_part(ref, ':', 1) from ledger_transactions t where t.id = transaction_id) as id`,
);
plant(
  'refund-never-exceeds-charge',
  'payments',
  'more goes to the seller than was held',
  `update ledger_entries set amount_cents = amount_cents * 2 where account = 'stripe' and transaction_id =
   (select min(id) from ledger_transactions where kind = 'held-payment-settled') returning
   (select ref from ledger_transactions t where t.id = transaction_id) as id`,
);
plant(
  'refunded-order-went-back',
  'payments',
  'an order is called refunded',
  `update orders set status = 'refunded', refunded_at = now() where id = (select id from ${PAID} p) returning id`,
);
plant(
  'refunded-order-went-back',
  'payments',
  'a refunded order is called paid',
  `update orders set status = 'paid', refunded_at = null where status = 'refunded' returning id`,
);
plant(
  'order-is-not-in-quarantine',
  'payments',
  'an order was paid with another amount',
  `update orders set status = 'quarantined' where id = (select id from ${PAID} p) returning id`,
);
plant(
  'contract-is-paid-one-way',
  'payments',
  'a covered contract is paid as well',
  `update orders set agreement_id = (select agreement_id from coverages limit 1) where id = (select id from ${PAID} p) returning id`,
);
plant(
  'credit-is-of-a-paid-order',
  'payments',
  'a credit was used for another contract',
  `update credits set used_for = 'another' where used_for is not null returning id`,
);
plant(
  'credit-is-of-a-paid-order',
  'payments',
  'a credit for money that went back',
  `insert into credits (id, user_id, order_id, expires_at)
   select ${NEW_ID}, user_id, id, now() from orders where status = 'refunded' limit 1 returning id`,
);
plant(
  'credit-is-of-a-paid-order',
  'payments',
  'a credit for money that a bank took back',
  `with o as (select p.* from orders p where p.purpose = 'contract' and p.status = 'paid'
     and not exists (select from credits c where c.order_id = p.id) limit 1),
   t as (insert into ledger_transactions (kind, ref, actor) values ('chargeback-lost', 'invented', 'x') returning id),
   e as (insert into ledger_entries select t.id, v.account, v.cents from t, o,
     lateral (values ('losses', 500), ('chargebacks:' || o.id, -500)) as v (account, cents))
   insert into credits (id, user_id, order_id, expires_at) select ${NEW_ID}, user_id, id, now() from o returning id`,
);
plant(
  'receipt-is-one-per-payment',
  'payments',
  'a receipt is gone',
  `delete from receipts where number = (select receipt_number from ${PAID} p) returning source_id as id`,
);
plant(
  'receipt-is-one-per-payment',
  'payments',
  'a receipt names another payer',
  `update receipts set user_id = user_id + 100 where number = (select receipt_number from ${PAID} p) returning source_id as id`,
);
plant(
  'receipt-is-one-per-payment',
  'payments',
  'a receipt for nothing',
  `insert into receipts select 'SSC-2026-900000', user_id, agreement_id, purpose, 'nothing', amount_cents, 0, currency, paid_at
   from receipts limit 1 returning number as id`,
);
plant(
  'receipt-is-one-per-payment',
  'payments',
  'a receipt of an escrow of another amount',
  `update receipts set amount_cents = amount_cents + 1 where purpose = 'held_payment' and number =
   (select receipt_number from ${escrowIn('held')} h) returning source_id as id`,
);
plant(
  'receipt-number-is-unique',
  'payments',
  'a number is there twice, in two years',
  `insert into receipts select regexp_replace(number, '-\\d{4}-', '-2031-'), user_id, agreement_id, purpose, 'twice', amount_cents,
   0, currency, paid_at from receipts limit 1 returning number as id`,
);
plant(
  'receipt-number-is-unique',
  'payments',
  'a number that is none',
  `update receipts set number = 'SSC-1' where number = (select receipt_number from ${PAID} p) returning number as id`,
);
plant(
  'subscription-has-its-receipt',
  'payments',
  'the receipt of a subscription is gone',
  `delete from receipts where purpose = 'subscription' returning source_id as id`,
);
plant(
  'escrow-balance-fits-state',
  'payments',
  'what is held is booked on somebody else',
  `update ledger_entries set account = 'held:other' where account = 'held:' || (select id from ${escrowIn('held')} h) returning 'other' as id`,
);
plant(
  'escrow-balance-fits-state',
  'payments',
  'a released payment is called held',
  `update escrows set state = 'held', settled_at = null where state = 'released' returning id`,
);
plant(
  'escrow-balance-fits-state',
  'payments',
  'a part of what is held is called gone',
  `update escrows set refunded_cents = 1 where id = (select id from ${escrowIn('held')} h) returning id`,
);
plant(
  'chargeback-loss-is-posted',
  'payments',
  'a loss is not in the ledger',
  `update escrows set loss_cents = loss_cents + 1 where id = (select id from ${escrowIn('released')} h) returning id`,
);
plant(
  'escrow-settlement-adds-up',
  'payments',
  'the part of a seller who was not paid is called posted',
  `update escrows set seller_posted_at = now(), seller_gross_cents = 100 where id =
   (select id from ${escrowIn('held')} h) returning id`,
);
plant(
  'escrow-settlement-adds-up',
  'payments',
  'the fee is another one than was posted',
  `update escrows set fee_cents = fee_cents + 1 where state = 'resolved' returning id`,
);
plant(
  'escrow-settlement-adds-up',
  'payments',
  'the parts do not make the whole',
  `update escrows set seller_gross_cents = seller_gross_cents - 1 where state = 'released' returning id`,
);
plant(
  'escrow-settlement-adds-up',
  'payments',
  'a payment that went back is called released',
  `update escrows set state = 'released' where state = 'refunded' returning id`,
);
plant(
  'transfer-is-one-per-contract',
  'payments',
  'a second transfer for a contract',
  `update escrows set agreement_id = (select agreement_id from ${escrowIn('released')} h), state = 'failed'
   where state = 'resolved' returning agreement_id as id`,
);
plant(
  'transfer-is-one-per-contract',
  'payments',
  'the transfer is not known any more',
  `update escrows set transfer_id = null where state = 'released' returning id`,
);
plant(
  'transfer-is-one-per-contract',
  'payments',
  'a transfer of what is still held',
  `update escrows set transfer_id = 'tr_1' where state = 'held' returning id`,
);
plant(
  'transfer-is-one-per-contract',
  'payments',
  'the refund is not known any more',
  `update escrows set refund_id = null where state = 'refunded' returning id`,
);
plant(
  'escrow-refund-is-on-receipt',
  'payments',
  'what went back is not on the receipt',
  `update receipts set refunded_cents = 0 where purpose = 'held_payment' and source_id = (select id::text from ${escrowIn('refunded')} h) returning source_id as id`,
);
plant(
  'escrow-history-is-whole',
  'payments',
  'a step is gone',
  `delete from escrow_steps where version = 2 and escrow_id = (select id from ${escrowIn('released')} h) returning escrow_id as id`,
);
plant(
  'escrow-history-is-whole',
  'payments',
  'the state is not the one of the newest step',
  `update escrows set state = 'release_due' where state = 'held' returning id`,
);
plant(
  'chargeback-is-posted',
  'payments',
  'a chargeback is called won',
  `update escrows set chargeback = 'won' where chargeback = 'open' returning id`,
);
plant(
  'chargeback-is-posted',
  'payments',
  'a chargeback of nobody',
  `update ledger_entries set account = 'chargebacks:nobody' where account like 'chargebacks:%' returning 'nobody' as id`,
);
plant(
  'late-payment-goes-back',
  'payments',
  'a late payment stays',
  `with t as (insert into ledger_transactions (kind, ref, actor) values ('late-payment', 'pi_late', 'x') returning id),
   e as (insert into ledger_entries select t.id, v.account, v.cents from t,
     (values ('stripe', 500), ('held:late', -500)) as v (account, cents))
   select 'pi_late' as id`,
);

// Payments and agreements.
plant(
  'paid-order-unlocks',
  'agreements',
  'a paid agreement is locked',
  `update agreements set status = 'pending', paid_at = null where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'paid-order-unlocks',
  'payments',
  'a payment for no agreement',
  `update orders set agreement_id = '0000000000000000' where id = (select id from ${PAID} p) returning id`,
);
plant(
  'unlocked-agreement-is-paid',
  'payments',
  'the order is gone',
  `delete from orders where id = (select id from ${PAID} p) returning agreement_id as id`,
);
plant(
  'unlocked-agreement-is-paid',
  'agreements',
  'an agreement belongs to somebody else',
  `update agreements set owner_id = 4711 where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'payment-is-in-the-log',
  'agreements',
  'the payment is in the log twice',
  `insert into agreement_events select agreement_id, 900, at, actor, type, detail, prev_hash, hash, address, device
   from agreement_events where type = 'paid' limit 1 returning agreement_id as id`,
);
plant(
  'payment-is-in-the-log',
  'agreements',
  'the payment is not in the log',
  `delete from agreement_events where type = 'paid' and agreement_id = (select agreement_id from ${REMOTE} a) returning agreement_id as id`,
);
plant(
  'coverage-is-in-the-log',
  'agreements',
  'the coverage is not in the log',
  `delete from agreement_events where type = 'covered' returning agreement_id as id`,
);
plant(
  'refund-is-in-the-log',
  'agreements',
  'the refund is not in the log',
  `delete from agreement_events where type = 'payment-refunded' returning agreement_id as id`,
);
plant(
  'escrow-step-is-in-the-log',
  'agreements',
  'a step of an escrow is not in the log',
  `delete from agreement_events where type = 'held-payment' and detail ->> 'change' = 'decided' returning agreement_id as id`,
);
plant(
  'agreement-shows-its-escrow',
  'agreements',
  'an agreement shows an older step',
  `update agreements set escrow_status = 'held', escrow_version = 2 where escrow_status = 'released' returning agreement_id as id`,
);
plant(
  'cancelled-contract-closes-its-orders',
  'payments',
  'an order does not know of the cancellation',
  `update orders set contract_cancelled_at = null where contract_cancelled_at is not null returning agreement_id as id`,
);
plant(
  'cancelled-contract-closes-its-orders',
  'payments',
  'who was declined has no credit',
  `delete from credits returning (select agreement_id from orders o where o.id = order_id) as id`,
);
plant(
  'usage-is-counted-once',
  'auth',
  'a contract is counted twice',
  `update users set usage_count = usage_count + 1 where usage_count > 0 returning id`,
);
plant(
  'account-shows-its-plan',
  'auth',
  'an account does not show its plan',
  `update users set subscription_plan = null where subscription_plan is not null returning id`,
);

// Agreements.
plant(
  'agreement-status-is-legal',
  'agreements',
  'a reason that no move leads to',
  `update agreements set status_reason = 'declined' where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'agreement-status-is-legal',
  'agreements',
  'completed at no moment',
  `update agreements set completed_at = null where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'agreement-status-is-legal',
  'agreements',
  'in work without a payment',
  `update agreements set status = 'processing', status_reason = null where status = 'pending' returning agreement_id as id`,
);
plant(
  'agreement-status-is-in-its-log',
  'agreements',
  'cancelled without a word',
  `update agreements set status = 'cancelled', status_reason = 'by_creator' where status = 'awaiting_party' returning agreement_id as id`,
);
plant(
  'agreement-status-is-in-its-log',
  'agreements',
  'the hash of the transcript is another one than was told',
  `update agreements set transcript_sha256 = repeat('a', 64) where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'log-is-whole',
  'agreements',
  'a detail is changed',
  `update agreement_events set detail = detail || '{"bytes": 1}' where type = 'recorded' and agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'log-is-whole',
  'agreements',
  'a moment is changed by a microsecond',
  `update agreement_events set at = at + interval '1 microsecond' where type = 'recorded' and agreement_id = (select agreement_id from ${REMOTE} a) returning agreement_id as id`,
);
plant(
  'log-is-whole',
  'agreements',
  'the last row is gone',
  `delete from agreement_events where (agreement_id, seq) = (select agreement_id, log_seq from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'log-is-whole',
  'agreements',
  'the whole log is gone',
  `with gone as (delete from agreement_events where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id)
   select distinct agreement_id as id from gone`,
);
plant(
  'log-is-whole',
  'agreements',
  'a row in the middle is gone',
  `delete from agreement_events where seq = 2 and agreement_id = (select agreement_id from ${REMOTE} a) returning agreement_id as id`,
);
plant(
  'log-is-whole',
  'agreements',
  'the address of who acted is changed',
  `update agreement_events set address = '10.0.0.1' where type = 'consented' returning agreement_id as id`,
);
plant(
  'log-is-whole',
  'agreements',
  'the head is another one',
  `update agreements set log_seq = log_seq - 1 where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'log-is-sealed',
  'agreements',
  'the seal is of another end',
  `update agreements set log_seal = (select log_seal from ${REMOTE} a) where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'log-is-sealed',
  'agreements',
  'the seal is gone',
  `update agreements set log_seal = null where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'log-belongs-to-an-agreement',
  'agreements',
  'the agreement is gone',
  `delete from agreements where status = 'pending' returning agreement_id as id`,
);
plant(
  'recording-is-one-per-party',
  'agreements',
  'the recording is gone',
  `delete from recordings where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'recording-is-one-per-party',
  'agreements',
  'the recording of party B is called replaced',
  `update recordings set replaced_at = now() where party = 'b' returning agreement_id as id`,
);
plant(
  'recording-is-in-its-log',
  'agreements',
  'another hash of the recording',
  `update recordings set sha256 = repeat('b', 64) where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'recording-is-in-its-log',
  'agreements',
  'another size of the recording',
  `update recordings set bytes = bytes + 1 where party = 'b' returning agreement_id as id`,
);
plant(
  'recording-is-in-its-log',
  'agreements',
  'another hash of the photo',
  `update agreements set photo_sha256 = repeat('c', 64) where photo_key is not null returning agreement_id as id`,
);
plant(
  'consent-has-its-recording',
  'agreements',
  'the consent is gone',
  `delete from consents returning agreement_id as id`,
);
plant(
  'consent-has-its-recording',
  'agreements',
  'the consent names the recording of party A',
  `update consents c set recording_id = (select id from recordings r where r.agreement_id = c.agreement_id and r.party = 'a') returning agreement_id as id`,
);
plant(
  'invitation-is-in-its-log',
  'agreements',
  'an invitation that nobody sent',
  `update invitations set id = ${NEW_ID} where agreement_id = (select agreement_id from ${agreementIn('awaiting_party')} a) returning id`,
);
plant(
  'invitation-is-in-its-log',
  'agreements',
  'who is waited for has no invitation',
  `update invitations set revoked_at = now() where agreement_id = (select agreement_id from ${agreementIn('awaiting_party')} a) returning agreement_id as id`,
);
plant(
  'deleted-content-is-forgotten',
  'agreements',
  'deleted content is remembered',
  `update recordings set mp3 = '{}' where deleted_at is not null returning agreement_id as id`,
);
plant(
  'deleted-content-is-forgotten',
  'agreements',
  'a recording is called deleted',
  `update recordings set deleted_at = now() where party = 'b' returning agreement_id as id`,
);
plant(
  'owner-count-is-right',
  'agreements',
  'an agreement is counted twice',
  `update owner_counts set agreements = agreements + 1 where owner_id > 0 and status = 'completed' returning owner_id as id`,
);
plant(
  'deadline-is-kept',
  'agreements',
  'a deadline was missed',
  `update deadlines set due_at = now() - interval '1 day', done_at = null where agreement_id = (select agreement_id from ${COMPLETED} a)
   and kind = 'access-end' returning agreement_id as id`,
);
plant(
  'upload-became-its-agreement',
  'agreements',
  'an upload became nothing',
  `update uploads set agreement_id = '0000000000000000' where agreement_id is null returning id`,
);

// Transcripts.
plant(
  'recording-is-known-to-transcription',
  'transcription',
  'a recording is not known',
  `delete from recordings where id in (select recording_id from transcripts order by id limit 1) returning id`,
);
plant(
  'recording-is-known-to-transcription',
  'transcription',
  'a recording lies elsewhere',
  `update recordings set object_key = 'recordings/x/original.webm' where party = 'b' returning id`,
);
plant(
  'prepared-recording-can-be-heard',
  'agreements',
  'what was made is not attached',
  `update recordings set mp3 = null, webm = null where party = 'b' returning agreement_id as id`,
);
plant(
  'paid-recording-is-complete',
  'transcription',
  'the copies of a paid recording are gone',
  `update recordings set mp3_key = null where party = 'b' returning agreement_id as id`,
);
plant(
  'working-copy-is-in-the-store',
  'transcription',
  'a copy that an earlier version has kept is gone',
  `update recordings set working_key = 'recordings/' || id || '/working.wav' where id = (select id from recordings
   where deleted_at is null order by id limit 1) returning working_key as id`,
);
plant(
  'transcript-is-under-way',
  'transcription',
  'nobody works on a transcript',
  `update transcripts set stage = 'transcribing', sha256 = null where id = (select id from transcripts where stage = 'done' order by id limit 1) returning agreement_id as id`,
);
plant(
  'agreement-in-work-has-its-transcript',
  'transcription',
  'the transcript is gone',
  `delete from transcripts where id = (select id from transcripts where stage = 'done' order by id limit 1) returning agreement_id as id`,
);
plant(
  'agreement-in-work-has-its-transcript',
  'transcription',
  'the transcript is of other recordings',
  `update transcripts set consent_recording_id = null where consent_recording_id is not null returning agreement_id as id`,
);
plant(
  'completed-agreement-has-its-transcript',
  'transcription',
  'another hash of the transcript',
  `update transcripts set sha256 = repeat('d', 64) where id = (select id from transcripts where stage = 'done' order by id limit 1) returning agreement_id as id`,
);
plant(
  'transcript-completes-its-agreement',
  'agreements',
  'the agreement is not completed',
  `update agreements set status = 'processing', completed_at = null where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
);
plant(
  'transcript-is-that-of-its-hash',
  'transcription',
  'a word is changed',
  `update transcripts set segments = replace(segments::text, 'thousand', 'hundred')::jsonb
   where id = (select id from transcripts where segments::text like '%thousand%' order by id limit 1) returning agreement_id as id`,
);
plant(
  'transcript-is-that-of-its-hash',
  'transcription',
  'a second is changed',
  `update transcripts set segments = jsonb_set(segments, '{0,start}', '1.5') where id = (select id from transcripts where stage = 'done' order by id limit 1) returning agreement_id as id`,
);
plant(
  'deleted-words-are-forgotten',
  'transcription',
  'transcription remembers a deleted recording',
  `update recordings set deleted_at = null where deleted_at is not null returning agreement_id as id`,
);
plant(
  'paid-transcript-by-a-person-is-ordered',
  'transcription',
  'the order by a person is gone',
  `delete from human_orders returning agreement_id as id`,
);
plant(
  'paid-transcript-by-a-person-is-ordered',
  'transcription',
  'the order by a person is over, its payment is kept',
  `update human_orders set status = 'refunded', delivered_at = null, delivered_by = null, due_at = now() - interval '1 hour' returning agreement_id as id`,
);
plant(
  'late-transcript-by-a-person-is-paid-back',
  'transcription',
  'an order by a person is late',
  `update human_orders set status = 'paid', delivered_at = null, delivered_by = null, due_at = now() - interval '1 hour' returning id`,
);
plant(
  'order-of-a-person-is-in-the-log',
  'agreements',
  'the order is not in the log',
  `delete from agreement_events where type = 'manual-ordered' returning agreement_id as id`,
);
plant(
  'delivery-of-a-person-is-in-the-log',
  'transcription',
  'another hash was delivered',
  `update human_orders set sha256 = repeat('e', 64) returning agreement_id as id`,
);

// Mails.
for (const [invariant, template] of [
  ['saved-is-told', 'saved'],
  ['payment-has-its-receipt-mail', 'receipt'],
  ['payment-has-its-receipt-mail', 'manual-receipt'],
  ['coverage-is-told', 'covered'],
  ['refund-is-told', 'refund'],
  ['escrow-step-is-told', 'held-payment-released'],
  ['invitation-is-mailed', 'invitation'],
  ['opening-is-told', 'opened'],
  ['consent-is-told', 'consented'],
  ['proof-is-mailed', 'proof'],
  ['end-is-told', 'declined'],
  ['end-is-told', 'cancelled'],
  ['failed-transcription-is-told', 'transcription-failed'],
  ['transcript-by-a-person-is-mailed', 'manual-ready'],
  ['deletion-is-told', 'content-deleted'],
  ['act-of-an-administrator-is-told', 'admin-acted'],
  ['new-account-is-told', 'account-created'],
  ['change-of-account-is-told', 'password-changed'],
  ['link-to-confirm-an-address-is-mailed', 'address-verification'],
  ['link-for-a-password-is-mailed', 'password-reset'],
  ['ticket-is-told', 'ticket-opened'],
  ['answer-to-a-ticket-is-mailed', 'ticket-answered'],
] as const) {
  plant(
    invariant,
    'notifications',
    `nobody has the mail ${template} to send`,
    `delete from mails where key = (select key from mails where template = '${template}' order by key limit 1) returning key as id`,
  );
}
plant(
  'objection-is-told',
  'notifications',
  'nobody tells support of an objection',
  `delete from mails where template = 'objected' and recipient = 'support' returning subject_id as id`,
);
plant(
  'proof-is-mailed',
  'notifications',
  'the proof of party B goes to party A',
  `update mails set recipient = 'partyA' where template = 'proof' and recipient = 'partyB' and key = (select min(key) from mails
   where template = 'proof' and recipient = 'partyB') returning key as id`,
);
plant(
  'mail-is-sent',
  'notifications',
  'a mail waits',
  `update mails set status = 'queued', sent_at = null where key = (select key from mails where template = 'proof' order by key limit 1) returning key as id`,
);
plant(
  'mail-has-its-job',
  'notifications',
  'a mail waits and nobody sends it',
  `update mails set status = 'queued', sent_at = null where key = (select key from mails where template = 'receipt' order by key limit 1) returning key as id`,
);
plant(
  'mail-is-skipped-with-reason',
  'notifications',
  'a receipt is left out',
  `update mails set status = 'skipped', sent_at = null where key = (select key from mails where template = 'receipt' order by key limit 1) returning key as id`,
);
plant(
  'undelivered-mail-is-in-the-log',
  'notifications',
  'a mail bounced and nobody knows',
  `update mails set status = 'bounced', sent_at = null where key = (select key from mails where template = 'proof' order by key limit 1) returning key as id`,
);

for (const [invariant, type, detail] of [
  ['end-of-access-is-told', 'access-warning', '{"kind": "one-day", "endsAt": "2026-12-01T00:00:00.000Z"}'],
  ['end-of-link-is-told', 'invitation-expired', '{"invitationId": "none"}'],
] as const) {
  plant(
    invariant,
    'agreements',
    `nobody was told of the ${type}`,
    `insert into agreement_events
     select agreement_id, 900, at, 'agreements', '${type}', '${detail}', '', '', null, null from agreement_events
     where type = 'completed' limit 1 returning agreement_id as id`,
  );
}

// Events and jobs.
for (const service of ['auth', 'agreements', 'payments', 'transcription', 'notifications'] as const) {
  plant(
    'outbox-is-empty',
    service,
    'an event waits',
    `insert into outbox (id, routing_key, subject, envelope, added_at) values (${NEW_ID}, 'x.y.z', 'thing', '{}', now() - interval '1 hour') returning id`,
  );
  plant(
    'no-dead-letter-is-open',
    service,
    'a message was given up',
    `insert into dead_letters (id, handler, message_id, routing_key, subject, content, reason, attempts, died_at)
     values (${NEW_ID}, 'x.y', ${NEW_ID}, 'x.y.z', 'thing', '', 'why', 5, now()) returning id`,
  );
  plant(
    'dead-letter-is-told',
    service,
    'nobody was told of a message that was given up',
    `insert into dead_letters (id, handler, message_id, routing_key, subject, content, reason, attempts, died_at,
       replayed_at, notices)
     values (${NEW_ID}, 'x.y', ${NEW_ID}, 'x.y.z', 'thing', '', 'why', 5, now() - interval '1 hour', now(), 1)
     returning 'dead-letter:' || id || ':1:support' as id`,
  );
}
for (const service of ['agreements', 'payments', 'transcription', 'notifications'] as const) {
  plant(
    'given-up-job-is-told',
    service,
    'nobody was told of a job that was given up',
    `insert into jobs (id, name, key, payload, status, correlation_id, finished_at, told_at, notices)
     values (${NEW_ID}, 'x-y', 'z', '{}', 'done', 'x', now(), now() - interval '1 hour', 1)
     returning 'job-given-up:' || id || ':1:support' as id`,
  );
}
plant(
  'no-event-is-undeliverable',
  'payments',
  'an event was given up',
  `insert into outbox_dead (seq, id, routing_key, subject, envelope, added_at, attempts) values (1, ${NEW_ID}, 'x.y.z', 'thing', '{}', now(), 500) returning id`,
);
for (const [service, consumer] of [
  ['agreements', 'mark-paid'],
  ['notifications', 'send-receipt'],
  ['auth', 'count-usage'],
  ['payments', 'close-orders'],
  ['transcription', 'prepare-recording'],
  ['agreements', 'note-held-payment'],
  ['transcription', 'delete-words'],
] as const) {
  plant(
    'event-reaches-every-consumer',
    service,
    `${consumer} has not handled an event`,
    `delete from inbox where (consumer, message_id) in (select consumer, message_id from inbox where consumer = '${consumer}'
     order by message_id limit 1) returning message_id as id`,
  );
}
for (const [service, consumer] of [
  ['agreements', 'complete-agreement'],
  ['agreements', 'attach-derived'],
  ['agreements', 'attach-preview'],
  ['auth', 'show-plan'],
  ['notifications', 'send-proof'],
  ['payments', 'open-manual-order'],
  ['transcription', 'start-manual-clock'],
] as const) {
  plant(
    'published-event-is-handled',
    service,
    `${consumer} has not handled an event`,
    `delete from inbox where (consumer, message_id) in (select consumer, message_id from inbox where consumer = '${consumer}'
     order by message_id limit 1) returning message_id as id`,
  );
}
plant(
  'published-event-is-handled',
  'payments',
  'an event was published and never delivered',
  `insert into outbox_published (id, seq, routing_key, subject, envelope, headers, added_at)
   values (${NEW_ID}, 1, 'payments.payment.succeeded.v1', 'thing', '{}', '{}', now()) returning id`,
);
for (const service of ['agreements', 'payments', 'transcription', 'notifications'] as const) {
  plant(
    'job-is-not-overdue',
    service,
    'a job is overdue',
    `insert into jobs (id, name, key, payload, correlation_id, available_at) values (${NEW_ID}, 'do-something', 'k', '{}', 'c', now() - interval '1 hour') returning id`,
  );
  plant(
    `failed-job-left-its-end-in-${service}`,
    service,
    'a job failed and left nothing',
    `insert into jobs (id, name, key, payload, correlation_id, status, finished_at) values (${NEW_ID}, 'do-something', 'k', '{}', 'c', 'failed', now()) returning id`,
  );
}
plant(
  'job-is-not-overdue',
  'payments',
  'a worker kept a job',
  `insert into jobs (id, name, key, payload, correlation_id, status, lease_until) values (${NEW_ID}, 'do-something', 'k', '{}', 'c', 'running', now() - interval '1 hour') returning id`,
);
plant(
  'failed-job-left-its-end-in-notifications',
  'notifications',
  'a mail was given up and still waits',
  `with m as (update mails set status = 'queued', sent_at = null where key = (select min(key) from mails where template = 'proof') returning key)
   update jobs j set status = 'failed' from m where j.name = 'send-mail' and j.key = m.key returning j.id`,
);
plant(
  'stripe-event-has-its-job',
  'payments',
  'nobody works on what Stripe told',
  `delete from jobs where name = 'process-stripe-event' and id = (select id from jobs where name = 'process-stripe-event' order by id limit 1) returning key as id`,
);

export const allPlants: readonly Plant[] = plants;
