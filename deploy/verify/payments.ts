import { escrowChanges, mailedEscrowChanges } from '#contracts';
import { IN_WORK_SINCE, iso, logged, quoted } from './agreement-log.js';
import { across, type Invariant } from './invariant.js';
import { isChargedBackSql } from './ledger.js';

/** An older release told nobody how an escrow began whose seller had to be asked for nothing. */
const shownChanges = escrowChanges.filter((change) => change !== 'opened');

/** What is paid and what that does to agreements and accounts. */
export const paymentInvariants: readonly Invariant[] = [
  across({
    name: 'paid-order-unlocks',
    says: 'A paid or covered contract is unlocked; if there is no contract, its money goes back, and one that was cancelled while its coverage was on the way costs nothing.',
    from: {
      database: 'payments',
      sql: `select id, agreement_id as agreement, false as is_coverage from orders
        where purpose = 'contract' and status = 'paid' and paid_at < $1
        union all select id, agreement_id, true from coverages where created_at < $1`,
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'agreements',
      sql: `select agreement_id as key, status, paid_at is not null as is_paid from agreements
        where agreement_id = any($1)`,
    },
    verdict: ({ id, agreement, is_coverage: isCoverage }, [found]) => {
      const what = `${isCoverage === true ? 'coverage' : 'payment'} ${id}`;
      if (!found) return `${what}: there is no agreement ${agreement}`;
      if (found.is_paid === true || (isCoverage === true && found.status === 'cancelled')) return null;
      return `${what}: agreement ${agreement} is ${found.status} and not unlocked`;
    },
  }),
  across({
    name: 'unlocked-agreement-is-paid',
    says: 'An agreement that was unlocked was paid, or is covered, by its owner.',
    from: {
      database: 'agreements',
      sql: `select a.agreement_id as agreement, a.owner_id as owner from agreements a
        where a.paid_at is not null and a.paid_at < $1`,
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'payments',
      sql: `select agreement_id as key, user_id from orders
        where agreement_id = any($1) and purpose = 'contract' and status in ('paid', 'refunding', 'refunded')
        union all select agreement_id, user_id from coverages where agreement_id = any($1)`,
    },
    verdict: ({ agreement, owner }, found) =>
      found.some(({ user_id: payer }) => payer === owner)
        ? null
        : `agreement ${agreement} was unlocked and its owner ${owner} has not paid`,
  }),
  logged({
    name: 'payment-is-in-the-log',
    says: 'Every paid contract is in the log of its agreement, once.',
    from: {
      database: 'payments',
      sql: `select agreement_id as agreement, id::text from orders
        where purpose = 'contract' and status in ('paid', 'refunding', 'refunded') and paid_at < $1`,
    },
    types: ['paid', 'paid-late'],
    id: `e.detail ->> 'paymentId'`,
  }),
  logged({
    name: 'coverage-is-in-the-log',
    says: 'Every covered contract is in the log of its agreement, once.',
    from: {
      database: 'payments',
      sql: 'select agreement_id as agreement, id::text from coverages where created_at < $1',
    },
    types: ['covered', 'covered-late'],
    id: `e.detail ->> 'coverageId'`,
  }),
  logged({
    name: 'refund-is-in-the-log',
    says: 'Every refund of an order is in the log of its agreement, once.',
    from: {
      database: 'payments',
      // What a bank has taken back is not told of as a refund. One that failed after it had succeeded is followed by
      // another one: each time that all of it had gone back was posted.
      sql: `select o.agreement_id as agreement, o.id::text, (select count(*)::int from ledger_transactions t
          where t.kind = 'refund' and t.ref ~ ('^' || o.id || ':' || o.amount_cents || '(:|$)')) as times
        from orders o
        join receipts r on r.purpose = o.purpose and r.source_id = o.id::text
        where o.status = 'refunded' and r.refunded_cents = r.amount_cents and o.refunded_at < $1`,
    },
    types: ['payment-refunded'],
    id: `e.detail ->> 'paymentId'`,
  }),
  logged({
    name: 'escrow-step-is-in-the-log',
    says: 'Every step of an escrow that people are told of is in the log of its agreement, once.',
    from: {
      database: 'payments',
      sql: `select h.agreement_id as agreement, h.id || ' ' || s.change || ' at ' || ${iso('s.at')} as id
        from escrow_steps s join escrows h on h.id = s.escrow_id
        where s.change in (${quoted(mailedEscrowChanges)}) and s.at < $1`,
    },
    types: ['held-payment'],
    id: `coalesce(e.detail ->> 'escrowId', e.detail ->> 'heldPaymentId') || ' ' || (e.detail ->> 'change') || ' at ' || (e.detail ->> 'at')`,
  }),
  across({
    name: 'agreement-shows-its-escrow',
    says: 'An agreement shows the newest step of its escrow that it was told of.',
    from: {
      database: 'payments',
      sql: `select * from (
        select distinct on (h.agreement_id) h.agreement_id as agreement, h.id::text, s.version, s.state, s.at
        from escrow_steps s join escrows h on h.id = s.escrow_id
        where s.change in (${quoted(shownChanges)})
        order by h.agreement_id, h.id desc, s.version desc) newest where at < $1`,
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'agreements',
      sql: `select agreement_id as key, escrow_id::text as id, escrow_version as version, escrow_status as state
        from agreements where agreement_id = any($1)`,
    },
    verdict: ({ agreement, id, version, state }, [found]) => {
      if (found && found.id === id && found.version === version && found.state === state) return null;
      const shown = found ? `${found.id ?? 'none'} ${found.state ?? ''}` : 'nothing';
      return `agreement ${agreement} shows ${shown}; escrow ${id} is ${state} at version ${version}`;
    },
  }),
  across({
    name: 'cancelled-contract-closes-its-orders',
    says: 'When a contract is cancelled its orders know; who has paid for it gets the money back or a credit.',
    from: {
      database: 'agreements',
      sql: `select agreement_id as agreement, paid_at is not null as was_paid from agreements
        where status = 'cancelled' and cancelled_at < $1`,
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'payments',
      sql: `select o.agreement_id as key, o.id, o.status, o.purpose, o.contract_cancelled_at is not null as is_told,
          c.id is not null as has_credit, ${isChargedBackSql} as is_charged_back
        from orders o left join credits c on c.order_id = o.id
        left join receipts r on r.number = o.receipt_number where o.agreement_id = any($1)`,
    },
    verdict: ({ agreement, was_paid: wasPaid }, orders) => {
      const wrong = orders.find(({ is_told: isTold, has_credit: hasCredit, ...order }) => {
        const isKept =
          order.status === 'paid' && order.purpose === 'contract' && order.is_charged_back !== true;
        return isTold !== true || (isKept && !(wasPaid === true && hasCredit === true));
      });
      return wrong ? `agreement ${agreement} is cancelled; order ${wrong.id} is ${wrong.status}` : null;
    },
  }),
  across({
    name: 'usage-is-counted-once',
    says: 'The number of contracts that an account shows is the number that were unlocked for it.',
    from: {
      database: 'agreements',
      sql: `select owner, count(*)::int as n from (
        select a.owner_id as owner, ${IN_WORK_SINCE} as at from agreements a where a.paid_at is not null) unlocked
        group by owner having max(at) < $1`,
    },
    key: ({ owner }) => String(owner),
    to: {
      database: 'auth',
      sql: 'select id::text as key, usage_count as n from users where id = any($1::int[])',
    },
    verdict: ({ owner, n }, [found]) =>
      found?.n === n ? null : `account ${owner} shows ${found?.n ?? 'nothing'}, ${n} contracts were unlocked`,
  }),
  across({
    name: 'account-shows-its-plan',
    says: 'An account shows the plan that its subscription gives it.',
    from: {
      database: 'payments',
      sql: `select user_id as owner, bool_or(status <> 'canceled') as is_open from subscriptions
        where started_at is not null group by user_id having max(greatest(started_at, ended_at)) < $1`,
    },
    key: ({ owner }) => String(owner),
    to: {
      database: 'auth',
      sql: 'select id::text as key, subscription_plan as plan from users where id = any($1::int[])',
    },
    verdict: ({ owner, is_open: isOpen }, [found]) =>
      found?.plan === (isOpen === true ? 'monthly' : null)
        ? null
        : `account ${owner} shows the plan ${found?.plan ?? 'none'}`,
  }),
];
