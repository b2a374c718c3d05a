import { COMPLETED, PAID, REMOTE, type Violation, violation } from './violation.js';

/** Of payments and agreements together, and of what an account shows of them. */
export const paidAgreements: readonly Violation[] = [
  violation(
    'paid-order-unlocks',
    'agreements',
    'a paid agreement is locked',
    `update agreements set status = 'pending', paid_at = null where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
  ),
  violation(
    'paid-order-unlocks',
    'payments',
    'a payment for no agreement',
    `update orders set agreement_id = '0000000000000000' where id = (select id from ${PAID} p) returning id`,
  ),
  violation(
    'unlocked-agreement-is-paid',
    'payments',
    'the order is gone',
    `delete from orders where id = (select id from ${PAID} p) returning agreement_id as id`,
  ),
  violation(
    'unlocked-agreement-is-paid',
    'agreements',
    'an agreement belongs to somebody else',
    `update agreements set owner_id = 4711 where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
  ),
  violation(
    'payment-is-in-the-log',
    'agreements',
    'the payment is in the log twice',
    `insert into agreement_events select agreement_id, 900, at, actor, type, detail, prev_hash, hash, address, device
   from agreement_events where type = 'paid' limit 1 returning agreement_id as id`,
  ),
  violation(
    'payment-is-in-the-log',
    'agreements',
    'the payment is not in the log',
    `delete from agreement_events where type = 'paid' and agreement_id = (select agreement_id from ${REMOTE} a) returning agreement_id as id`,
  ),
  violation(
    'coverage-is-in-the-log',
    'agreements',
    'the coverage is not in the log',
    `delete from agreement_events where type = 'covered' returning agreement_id as id`,
  ),
  violation(
    'refund-is-in-the-log',
    'agreements',
    'the refund is not in the log',
    `delete from agreement_events where type = 'payment-refunded' returning agreement_id as id`,
  ),
  violation(
    'escrow-step-is-in-the-log',
    'agreements',
    'a step of an escrow is not in the log',
    `delete from agreement_events where type = 'held-payment' and detail ->> 'change' = 'decided' returning agreement_id as id`,
  ),
  violation(
    'agreement-shows-its-escrow',
    'agreements',
    'an agreement shows an older step',
    `update agreements set escrow_status = 'held', escrow_version = 2 where escrow_status = 'released' returning agreement_id as id`,
  ),
  violation(
    'cancelled-contract-closes-its-orders',
    'payments',
    'an order does not know of the cancellation',
    `update orders set contract_cancelled_at = null where contract_cancelled_at is not null returning agreement_id as id`,
  ),
  violation(
    'cancelled-contract-closes-its-orders',
    'payments',
    'who was declined has no credit',
    `delete from credits returning (select agreement_id from orders o where o.id = order_id) as id`,
  ),
  violation(
    'usage-is-counted-once',
    'auth',
    'a contract is counted twice',
    `update users set usage_count = usage_count + 1 where usage_count > 0 returning id`,
  ),
  violation(
    'account-shows-its-plan',
    'auth',
    'an account does not show its plan',
    `update users set subscription_plan = null where subscription_plan is not null returning id`,
  ),
];
