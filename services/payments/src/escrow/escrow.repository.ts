import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { EscrowChange } from '#contracts';
import { addStandstill, currentContext, HOUR_MS, hasCome, hasPassedSince, noOrigin } from '#platform';
import type { LedgerTransaction } from '../ledger/ledger.module.js';
import { escrowClocks } from './escrow.clocks.js';
import { ALERT_DAYS, EXPIRY_LOOK_MS, UNPAID_DAYS } from './escrow.due.js';
import { EscrowEntity } from './escrow.entities.js';

/** An administrator without a number has acted on an account, not on the escrow. */
export type EscrowActor = 'clock' | 'stripe' | 'admin' | `buyer:${number}` | 'seller' | `admin:${number}`;

/** What Stripe and the clock do is nobody's, also where it comes to light in somebody's request. */
const isPerson = (actor: EscrowActor): boolean => actor !== 'clock' && actor !== 'stripe';

/** A change as the history has it. */
export interface Step {
  actor: EscrowActor;
  /** Stands in the history when nobody is told. */
  what: string;
  change: EscrowChange | null;
  at: Date;
  note?: string | undefined;
}

/**
 * What an escrow's id is called where names last: in Stripe's metadata, of which a request that is repeated may change
 * nothing, and in the payloads of jobs.
 */
export const ESCROW_ID = 'heldPaymentId';

/** In the metadata of a PaymentIntent: who is to pay it. */
export const BUYER_ID = 'buyerId';

/** What was paid for an escrow that was closed already, or twice. */
export interface LatePayment {
  [ESCROW_ID]: string;
  paymentIntentId: string;
  cents: number;
  /** For whoever looks at the job: jobs of before do not name it. */
  agreementId?: string;
}

const BATCH = 50;

/** What is asked of many escrows at once, or written to several tables at once. */
@Injectable()
export class EscrowRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * State, history and ledger of a row that the caller has locked. In SQL: one statement, because every round trip is
   * time for which the row is locked.
   */
  async write(
    manager: EntityManager,
    escrow: EscrowEntity,
    changes: Partial<EscrowEntity>,
    { actor, what, change, at, note }: Step,
    ledgerTransactions: readonly LedgerTransaction[],
  ): Promise<void> {
    const metadata = manager.connection.getMetadata(EscrowEntity);
    const { address, device } = isPerson(actor) ? (currentContext().origin ?? noOrigin) : noOrigin;
    const values: unknown[] = [
      escrow.id,
      at,
      actor,
      change ?? what,
      note ?? null,
      JSON.stringify(ledgerTransactions),
      address,
      device,
    ];
    const sets = Object.entries(changes).map(([name, value]) => {
      values.push(value);
      return `${metadata.findColumnWithPropertyName(name)?.databaseName} = $${values.length}`;
    });
    await manager.query(
      `with moved as (update escrows set ${sets.join(', ')} where id = $1 returning id, version, state),
         step as (
           insert into escrow_steps (escrow_id, version, at, actor, change, state, note, address, device)
           select id, version, $2, $3, $4, state, $5, $7, $8 from moved
         )
       select post_to_ledger(kind, ref, $3, entries)
       from jsonb_to_recordset($6::jsonb) as entry (kind text, ref text, entries jsonb)`,
      values,
    );
    Object.assign(escrow, changes);
  }

  /** Adds time in which no round of this name came to all clocks. Answers how many milliseconds. */
  addStandstill(round: string): Promise<number> {
    return addStandstill(this.dataSource, round, escrowClocks);
  }

  /**
   * Ids, after `last`, of escrows that their clocks may ask something of; found without a lock, and generously: the
   * rules (`dueCommand`) decide on the locked row. What is not found here is never asked. In SQL: times are compared with times that each row's own period makes.
   */
  async dueByClock(now: Date, last: string): Promise<string[]> {
    const isLookDue = hasCome('expiry_look_at', { longestMs: EXPIRY_LOOK_MS, now: '$1::timestamptz' });
    const rows = await this.dataSource.query<{ id: string }[]>(
      `select id from escrows
       where id > $2 and (
         (state = 'release_due' and (release_at <= $1::timestamptz + interval '1 hour'
           or (half_time_at is null and release_at <= $1::timestamptz + make_interval(mins => hold_hours * 30))))
         or (state in ('held', 'release_due', 'disputed') and chargeback is distinct from 'open'
           and coalesce(resumed_at, held_at) <= $1::timestamptz - make_interval(days => ${ALERT_DAYS}))
         or (state in ('held', 'release_due') and chargeback is distinct from 'open'
           and contract_cancelled_at is not null)
         or (state in ('requires_onboarding', 'requires_payment')
           and coalesce(waiting_since, created_at) <= $1::timestamptz - make_interval(days => ${UNPAID_DAYS})
           and (expiry_look_at is null or ${isLookDue})))
       order by id limit ${BATCH}`,
      [now, last],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Takes what is to be looked at and says when each is looked at next: after as long again as it has waited, hourly at
   * last. In SQL: many rows are taken in one statement that passes over those that another replica is taking.
   */
  async takeDue(now: Date): Promise<EscrowEntity[]> {
    const isDue = hasCome('next_look_at', { longestMs: HOUR_MS, now: '$1::timestamptz' });
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `update escrows set next_look_at = $1::timestamptz
         + least(interval '1 hour', greatest(interval '1 minute', $1::timestamptz - created_at))
       where id in (
         select id from escrows
         where ${isDue} and state in
           ('requires_onboarding', 'requires_payment', 'releasing', 'refunding', 'resolving')
         order by next_look_at limit ${BATCH} for update skip locked)
       returning id`,
      [now],
    );
    return this.dataSource.manager.findBy(EscrowEntity, { id: In(rows.map(({ id }) => id)) });
  }

  /**
   * Late payments of which something has neither gone back nor was taken by banks, and that no such job of the last hour
   * looks after. In SQL: sums over the ledger decide, and the jobs of another library are asked in the same statement.
   */
  owedLatePayments(now: Date, job: string): Promise<LatePayment[]> {
    const isOver = hasPassedSince('finished_at', `interval '1 hour'`, '$2::timestamptz');
    return this.dataSource.query<LatePayment[]>(
      `select came.ref as "paymentIntentId", substr(entry.account, 6) as "${ESCROW_ID}",
         -entry.amount_cents::float8 as cents,
         (select agreement_id from escrows where id = substr(entry.account, 6)::uuid) as "agreementId"
       from ledger_transactions came
       join ledger_entries entry on entry.transaction_id = came.id and entry.account like 'held:%'
       where came.kind = 'late-payment'
         and -entry.amount_cents > (select coalesce(sum(part.amount_cents), 0)
           from ledger_transactions gone
           join ledger_entries part on part.transaction_id = gone.id and part.account = entry.account
           where gone.kind in ('late-payment-refund', 'late-payment-refund-failed',
               'late-payment-chargeback', 'late-payment-chargeback-won')
             and (gone.ref = came.ref or starts_with(gone.ref, came.ref || ':')))
         and not exists (select from jobs where name = $1 and payload ->> 'paymentIntentId' = came.ref
           and (status in ('queued', 'running') or not ${isOver}))
       order by came.id limit ${BATCH}`,
      [job, now],
    );
  }
}
