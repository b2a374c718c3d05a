import { servicesWithJobs } from '#contracts';
import type { Row } from './databases.js';
import { type Findings, type Invariant, inOne, type System } from './invariant.js';

/**
 * What a job that was given up must have left behind, by its name: its `giveUp`, or what brings the thing to its end by
 * another way. A job that is not named here has no such way: that it failed is a violation.
 */
const GIVEN_UP: Readonly<Record<(typeof servicesWithJobs)[number], Readonly<Record<string, string>>>> = {
  agreements: {
    'delete-content': `exists (select from deadlines d
      where d.agreement_id = j.payload ->> 'agreementId' and d.kind = 'content-end')`,
  },
  payments: {
    'settle-held-payment': `exists (select from escrows h where h.id::text = j.payload ->> 'heldPaymentId'
      and h.state not in ('releasing', 'refunding', 'resolving'))`,
    'refund-order': `exists (select from orders o where o.id::text = j.payload ->> 'orderId' and o.status <> 'refunding')`,
    'close-order': `exists (select from orders o where o.id::text = j.payload ->> 'orderId' and o.status <> 'open')`,
    'refund-late-payment': `exists (select from ledger_transactions t
      where t.kind in ('late-payment-refund', 'late-payment-chargeback')
        and (t.ref = j.payload ->> 'paymentIntentId' or starts_with(t.ref, (j.payload ->> 'paymentIntentId') || ':')))`,
    // The bank has decided: what was to be put beside the dispute is too late.
    'answer-chargeback': `exists (select from escrows h where h.id::text = j.payload ->> 'heldPaymentId'
      and h.chargeback is distinct from 'open')`,
  },
  transcription: {
    'prepare-recording': `exists (select from recordings r where r.id::text = j.payload ->> 'recordingId'
      and (r.unusable_at is not null or r.prepared_at is not null or r.deleted_at is not null
        or exists (select from jobs c where c.name = 'complete-recording' and c.status in ('queued', 'running')
          and c.payload ->> 'recordingId' = r.id::text)))`,
    'complete-recording': `exists (select from recordings r where r.id::text = j.payload ->> 'recordingId'
      and (r.unusable_at is not null or r.mp3_key is not null or r.deleted_at is not null))`,
    'transcribe-take': `exists (select from transcripts t where t.id::text = j.payload ->> 'transcriptId'
      and (t.run::text <> j.payload ->> 'run' or t.stage in ('failed', 'done') or t.deleted_at is not null))`,
    'transcribe-recording': `exists (select from transcripts t where t.id::text = j.payload ->> 'transcriptId'
      and (t.run::text <> j.payload ->> 'run' or t.stage in ('failed', 'done') or t.deleted_at is not null))`,
  },
  notifications: {
    'send-mail': `exists (select from mails m where m.key = j.payload ->> 'mailKey' and m.status <> 'queued')`,
  },
};

const givenUp = (service: (typeof servicesWithJobs)[number]): Invariant => {
  const known = Object.entries(GIVEN_UP[service]);
  return inOne({
    name: `failed-job-left-its-end-in-${service}`,
    says: `A job of ${service} that was given up has left what its giving up writes, or the thing has ended another way.`,
    database: service,
    of: `jobs where status = 'failed'`,
    sql: `select j.id, j.name, j.key, j.last_error as reason from jobs j
      where j.status = 'failed' and not case j.name
        ${known.map(([name, end]) => `when '${name}' then ${end}`).join('\n')} else false end`,
    text: ({ id, name, key, reason }) => `job ${name} ${key} (${id}) failed: ${reason}`,
  });
};

interface Overdue extends Row {
  id: string;
  name: string;
  key: string;
  status: string;
  attempts: number;
  reason: string | null;
  availableAt: Date;
  /** Whether it only waits: somebody works on another one of its kind at this moment. */
  isBehindOthers: boolean;
}

/** Of a kind few run at once, so a queue of them may last for long; one that nobody works on stands still. */
async function findOverdue(
  { databases, settledSeconds }: System,
  findings: Findings,
  service: (typeof servicesWithJobs)[number],
): Promise<void> {
  const open = `jobs where status in ('queued', 'running')`;
  const [row] = await databases[service].read<{ count: number }>(`select count(*)::int from ${open}`);
  findings.checked(row?.count ?? 0);
  const overdue = databases[service].batches<Overdue>(
    `select id, name, key, status, attempts, last_error as reason, available_at as "availableAt",
       status = 'queued' and is_worked_on as "isBehindOthers"
     from (
       select *, bool_or(status = 'running' and coalesce(lease_until >= now(), false))
         over (partition by name) as is_worked_on
       from ${open}
     ) open
     where (status = 'queued' and available_at < now() - make_interval(secs => $1))
       or (status = 'running' and coalesce(lease_until, '-infinity') < now() - make_interval(secs => $1))`,
    [settledSeconds],
  );
  const waiting = new Map<string, { count: number; since: Date }>();
  for await (const rows of overdue) {
    for (const { id, name, key, status, attempts, reason, availableAt, isBehindOthers } of rows) {
      if (!isBehindOthers) {
        const tries = `${attempts} attempts (${reason ?? 'no error'})`;
        findings.violation(`${service}: job ${name} ${key} (${id}) is ${status} after ${tries}`);
        continue;
      }
      const { count, since } = waiting.get(name) ?? { count: 0, since: availableAt };
      waiting.set(name, { count: count + 1, since: availableAt < since ? availableAt : since });
    }
  }
  for (const [name, { count, since }] of waiting) {
    const time = since.toISOString();
    findings.note(`${service}: ${count} jobs ${name} wait behind others, the first of them since ${time}`);
  }
}

/** Nothing that was begun stands still, and what was given up came to its end. */
export const jobInvariants: readonly Invariant[] = [
  {
    name: 'job-is-not-overdue',
    says: 'A job runs soon after its time has come, or waits behind others of its kind; no worker keeps one beyond its lease.',
    holds: 'eventually',
    reads: servicesWithJobs,
    check: async (system, findings) => {
      for (const service of servicesWithJobs) await findOverdue(system, findings, service);
    },
  },
  ...servicesWithJobs.map(givenUp),
  inOne({
    name: 'stripe-event-has-its-job',
    says: 'What Stripe has told is worked on: its event and its job are one transaction.',
    database: 'payments',
    of: `stripe_webhooks where object_id <> ''`,
    // Jobs that are done are not kept for ever.
    sql: `select e.id, e.type from stripe_webhooks e
      where e.object_id <> '' and e.received_at > now() - interval '1 day'
        and not exists (select from jobs j where j.name = 'process-stripe-event' and j.key = e.id)`,
    text: ({ id, type }) => `event ${id} (${type}) has no job`,
  }),
];
