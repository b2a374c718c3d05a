import {
  accessEnding,
  accountChanged,
  accountCreated,
  addressConfirmed,
  adminActed,
  agreementCancelled,
  agreementCompleted,
  agreementCovered,
  agreementPaid,
  agreementSealed,
  codeIssued,
  consentConfirmed,
  consentGiven,
  consentObjected,
  contentDeleted,
  type EventDefinition,
  escrowChanged,
  evidenceDoubted,
  humanTranscriptDelivered,
  humanTranscriptOrdered,
  humanTranscriptOverdue,
  humanTranscriptPaid,
  invitationExpired,
  invitationIssued,
  invitationOpened,
  jobGivenUp,
  linkRequested,
  mailFailed,
  mailReached,
  messageDeadLettered,
  ownerReachable,
  paymentRefunded,
  paymentRefundFailed,
  paymentRequested,
  paymentSucceeded,
  recordingPrepared,
  recordingPreviewed,
  recordingStored,
  resetRequested,
  sellerLinkRequested,
  servicesWithJobs,
  sessionsEnded,
  subscriptionChanged,
  subscriptionRefunded,
  ticketOpened,
  transcriptCompleted,
  transcriptExported,
  transcriptFailed,
  transcriptProgressed,
  transcriptRequested,
  verificationRequested,
} from '#contracts';
import { DAY_MS } from '#platform';
import { type ServiceName, serviceNames } from '../image/preparation.js';
import type { Row } from './databases.js';
import { type Findings, type Invariant, inEach, inOne, type System } from './invariant.js';

/** One handler of an event that remembers in an inbox what it has handled. */
interface Consumer {
  service: ServiceName;
  /** As in `inbox.consumer`. */
  name: string;
  /** It leaves out some of the events: by what they say, or because it hears of them only since a later release. */
  isSelective?: boolean;
}

const by = (service: ServiceName, name: string): Consumer => ({ service, name });
const byAndSelective = (service: ServiceName, name: string): Consumer => ({
  service,
  name,
  isSelective: true,
});

/** Who remembers which event. */
export const consumers: ReadonlyMap<EventDefinition, readonly Consumer[]> = new Map(
  (
    [
      [accountCreated, by('notifications', 'send-account-created')],
      [
        accountChanged,
        by('notifications', 'send-account-changed'),
        byAndSelective('payments', 'end-subscription'),
      ],
      [verificationRequested, by('notifications', 'send-address-verification')],
      [addressConfirmed, by('agreements', 'offer-mails-again')],
      // Gateways forget what they knew of a session; none of them has an inbox.
      [sessionsEnded],
      [resetRequested, by('notifications', 'send-password-reset')],
      [
        recordingStored,
        by('transcription', 'prepare-recording'),
        byAndSelective('notifications', 'send-saved'),
      ],
      [agreementPaid, by('auth', 'count-usage'), byAndSelective('transcription', 'start-transcript')],
      [agreementCompleted, by('notifications', 'send-proof')],
      [ownerReachable, by('notifications', 'send-proof-again')],
      // Shown live, and asked for by whoever waits.
      [agreementSealed],
      [evidenceDoubted, by('notifications', 'keep-doubts')],
      [agreementCancelled, by('payments', 'close-orders'), by('notifications', 'send-cancelled')],
      [invitationIssued, by('notifications', 'send-invitation')],
      [invitationOpened, by('notifications', 'send-opened')],
      [linkRequested, by('notifications', 'send-link-again')],
      [codeIssued, by('notifications', 'send-code')],
      [consentConfirmed],
      [consentObjected, by('notifications', 'send-objected')],
      [invitationExpired, by('notifications', 'send-link-expired')],
      [consentGiven, by('transcription', 'start-joined-transcript'), by('notifications', 'send-consented')],
      [paymentRequested, by('notifications', 'send-payment-request')],
      [accessEnding, by('notifications', 'send-access-ending')],
      [
        contentDeleted,
        by('transcription', 'delete-words'),
        by('notifications', 'send-content-deleted'),
        byAndSelective('payments', 'close-transcript-order'),
      ],
      [transcriptRequested, by('transcription', 'provide-transcript')],
      [adminActed, by('notifications', 'send-admin-acted')],
      [paymentSucceeded, by('agreements', 'mark-paid'), by('notifications', 'send-receipt')],
      [agreementCovered, by('agreements', 'mark-covered'), by('notifications', 'send-covered')],
      [
        paymentRefunded,
        by('agreements', 'note-refund'),
        by('notifications', 'send-refund'),
        byAndSelective('transcription', 'stop-human-clock'),
      ],
      [paymentRefundFailed, by('notifications', 'send-refund-failed')],
      [escrowChanged, by('agreements', 'note-held-payment'), by('notifications', 'send-held-payment')],
      [sellerLinkRequested, by('notifications', 'send-seller-link-again')],
      [subscriptionChanged, by('auth', 'show-plan'), by('notifications', 'send-subscription')],
      [subscriptionRefunded, by('notifications', 'send-subscription-refund')],
      [
        humanTranscriptPaid,
        by('transcription', 'start-manual-clock'),
        by('notifications', 'send-manual-receipt'),
      ],
      [recordingPreviewed, by('agreements', 'attach-preview')],
      [recordingPrepared, by('agreements', 'attach-derived')],
      [transcriptProgressed, by('agreements', 'show-progress')],
      [transcriptCompleted, by('agreements', 'complete-agreement')],
      [transcriptExported, by('agreements', 'note-export')],
      [
        transcriptFailed,
        by('agreements', 'offer-fallback'),
        by('notifications', 'send-transcription-failed'),
      ],
      [humanTranscriptOrdered, by('agreements', 'note-manual-order'), by('payments', 'open-manual-order')],
      [
        humanTranscriptDelivered,
        by('agreements', 'note-manual-delivery'),
        by('notifications', 'send-manual-ready'),
        byAndSelective('payments', 'note-transcript-delivery'),
      ],
      [humanTranscriptOverdue, by('payments', 'refund-late-transcript')],
      [mailFailed, by('agreements', 'note-mail-failure')],
      [mailReached, by('agreements', 'note-mail-reached')],
      [ticketOpened, by('agreements', 'note-ticket')],
      [messageDeadLettered, by('notifications', 'send-dead-letter')],
      [jobGivenUp, by('notifications', 'send-job-given-up')],
    ] satisfies [EventDefinition, ...Consumer[]][]
  ).map(([event, ...who]) => [event, who]),
);

/** The same by each routing key that an event is published under. */
const consumersByKey = new Map(
  [...consumers].flatMap(([{ routingKeys }, who]) => routingKeys.map((key) => [key, who] as const)),
);

/** Inboxes forget after 30 days; a day less, so that no consumer has forgotten what another still knows. */
const REMEMBERED_MS = 29 * DAY_MS;

/** Ids of events begin with the milliseconds at which they were made (UUID version 7). */
function madeAt(eventId: string): number {
  return Number.parseInt(eventId.replaceAll('-', '').slice(0, 12), 16);
}

/** Every event that one consumer has handled and that came through long enough ago, in the inbox of another. */
async function compareInboxes(
  { databases, settledSeconds }: System,
  findings: Findings,
  event: string,
  one: Consumer,
  other: Consumer,
): Promise<void> {
  const handled = databases[one.service].batches<{ id: string }>(
    `select message_id::text as id from inbox
     where consumer = $1 and processed_at < now() - make_interval(secs => $2)`,
    [one.name, settledSeconds],
  );
  for await (const rows of handled) {
    findings.checked(rows.length);
    const found = await databases[other.service].read<{ id: string }>(
      'select message_id::text as id from inbox where consumer = $1 and message_id = any($2::uuid[])',
      [other.name, rows.map(({ id }) => id)],
    );
    const known = new Set(found.map(({ id }) => id));
    for (const { id } of rows) {
      if (known.has(id) || madeAt(id) < Date.now() - REMEMBERED_MS) continue;
      findings.violation(
        `${event} ${id} was handled by ${one.service} (${one.name}), not by ${other.service} (${other.name})`,
      );
    }
  }
}

interface Published extends Row {
  id: string;
  event: string;
}

/** Every event that a service has published, and that came through long enough ago, in the inbox of each consumer. */
async function findUnhandled(
  { databases, settledSeconds }: System,
  findings: Findings,
  producer: ServiceName,
): Promise<void> {
  const published = databases[producer].batches<Published>(
    `select id::text as id, routing_key as event from outbox_published
     where published_at < now() - make_interval(secs => $1)`,
    [settledSeconds],
  );
  for await (const rows of published) {
    findings.checked(rows.length);
    for (const [event, events] of Map.groupBy(rows, (row) => row.event)) {
      for (const { service, name, isSelective } of consumersByKey.get(event) ?? []) {
        if (isSelective) continue;
        const found = await databases[service].read<{ id: string }>(
          'select message_id::text as id from inbox where consumer = $1 and message_id = any($2::uuid[])',
          [name, events.map(({ id }) => id)],
        );
        const handled = new Set(found.map(({ id }) => id));
        for (const { id } of events) {
          if (!handled.has(id))
            findings.violation(`${event} ${id} of ${producer} was not handled by ${service} (${name})`);
        }
      }
    }
  }
}

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

/** Nothing that was said is lost, nothing that was begun stands still. */
export const messagingInvariants: readonly Invariant[] = [
  inEach({
    name: 'outbox-is-empty',
    says: 'An event leaves its outbox soon after its transaction.',
    databases: serviceNames,
    of: 'outbox',
    sql: `select id, routing_key as event, subject, last_error as reason from outbox
      where added_at < now() - make_interval(secs => $1)`,
    text: ({ id, event, subject, reason }) =>
      `${event} ${id} of ${subject} still waits (${reason ?? 'not tried'})`,
  }),
  inEach({
    name: 'no-event-is-undeliverable',
    says: 'No event was given up because nobody has a queue for it.',
    databases: serviceNames,
    of: 'outbox_dead',
    sql: 'select id, routing_key as event, subject, last_error as reason from outbox_dead',
    text: ({ id, event, subject, reason }) => `${event} ${id} of ${subject}: ${reason}`,
  }),
  inEach({
    name: 'no-dead-letter-is-open',
    says: 'Every message that a handler gave up was handled once more since.',
    databases: serviceNames,
    of: 'dead_letters',
    sql: `select id, handler, message_id as message, subject, reason, retry_at as retry from dead_letters
      where replayed_at is null`,
    text: ({ id, handler, message, subject, reason, retry }) => {
      const next =
        retry instanceof Date ? `tried again at ${retry.toISOString()}` : 'waits for an administrator';
      return `dead letter ${id}: ${handler} gave up ${message} of ${subject}: ${reason} (${next})`;
    },
  }),
  {
    name: 'published-event-is-handled',
    says: 'Every event that was published is handled by every consumer that remembers what it has handled.',
    holds: 'eventually',
    reads: serviceNames,
    check: async (system, findings) => {
      for (const producer of serviceNames) await findUnhandled(system, findings, producer);
    },
  },
  {
    name: 'event-reaches-every-consumer',
    says: 'What one consumer of an event has handled, every other one has handled, too.',
    holds: 'eventually',
    reads: serviceNames,
    check: async (system, findings) => {
      for (const [{ routingKey }, all] of consumers) {
        for (const one of all) {
          for (const other of all) {
            // Who leaves some out cannot be asked for all that the other has.
            if (one !== other && !other.isSelective) {
              await compareInboxes(system, findings, routingKey, one, other);
            }
          }
        }
      }
    },
  },
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
