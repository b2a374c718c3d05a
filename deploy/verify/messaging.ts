import {
  accessEnding,
  accountChanged,
  accountCreated,
  addressConfirmed,
  addressCorrected,
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
  paymentRefused,
  paymentRequested,
  paymentSucceeded,
  recordingPrepared,
  recordingPreviewed,
  recordingStored,
  resetRequested,
  sellerLinkRequested,
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
import { type Findings, type Invariant, inEach, type System } from './invariant.js';
import { jobInvariants } from './jobs.js';

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
        byAndSelective('agreements', 'offer-failed-mails-again'),
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
      [addressCorrected, by('notifications', 'send-to-corrected')],
      // Shown live, and asked for by whoever waits.
      [agreementSealed],
      [evidenceDoubted, by('notifications', 'keep-doubts')],
      [agreementCancelled, by('payments', 'close-orders'), by('notifications', 'send-cancelled')],
      [invitationIssued, by('notifications', 'send-invitation')],
      [invitationOpened, by('notifications', 'send-opened')],
      [linkRequested, by('notifications', 'send-link-again')],
      [codeIssued, by('notifications', 'send-code')],
      [consentConfirmed, byAndSelective('notifications', 'send-confirmed')],
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
      [paymentRefused, by('agreements', 'ask-for-payment')],
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
        by('agreements', 'note-manual-payment'),
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
  ...jobInvariants,
];
