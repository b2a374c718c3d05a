import { NEW_ID, type Violation, violation } from './violation.js';

/** Of events and jobs. */
export const messaging: readonly Violation[] = [
  ...(['auth', 'agreements', 'payments', 'transcription', 'notifications'] as const).flatMap((service) => [
    violation(
      'outbox-is-empty',
      service,
      'an event waits',
      `insert into outbox (id, routing_key, subject, envelope, added_at) values (${NEW_ID}, 'x.y.z', 'thing', '{}', now() - interval '1 hour') returning id`,
    ),
    violation(
      'no-dead-letter-is-open',
      service,
      'a message was given up',
      `insert into dead_letters (id, handler, message_id, routing_key, subject, content, reason, attempts, died_at)
     values (${NEW_ID}, 'x.y', ${NEW_ID}, 'x.y.z', 'thing', '', 'why', 5, now()) returning id`,
    ),
    violation(
      'dead-letter-is-told',
      service,
      'nobody was told of a message that was given up',
      `insert into dead_letters (id, handler, message_id, routing_key, subject, content, reason, attempts, died_at,
       replayed_at, notices)
     values (${NEW_ID}, 'x.y', ${NEW_ID}, 'x.y.z', 'thing', '', 'why', 5, now() - interval '1 hour', now(), 1)
     returning 'dead-letter:' || id || ':1:support' as id`,
    ),
  ]),
  ...(['agreements', 'payments', 'transcription', 'notifications'] as const).map((service) =>
    violation(
      'given-up-job-is-told',
      service,
      'nobody was told of a job that was given up',
      `insert into jobs (id, name, key, payload, status, correlation_id, finished_at, told_at, notices)
     values (${NEW_ID}, 'x-y', 'z', '{}', 'done', 'x', now(), now() - interval '1 hour', 1)
     returning 'job-given-up:' || id || ':1:support' as id`,
    ),
  ),
  violation(
    'no-event-is-undeliverable',
    'payments',
    'an event was given up',
    `insert into outbox_dead (seq, id, routing_key, subject, envelope, added_at, attempts) values (1, ${NEW_ID}, 'x.y.z', 'thing', '{}', now(), 500) returning id`,
  ),
  ...(
    [
      ['agreements', 'mark-paid'],
      ['notifications', 'send-receipt'],
      ['auth', 'count-usage'],
      ['payments', 'close-orders'],
      ['transcription', 'prepare-recording'],
      ['agreements', 'note-held-payment'],
      ['transcription', 'delete-words'],
    ] as const
  ).map(([service, consumer]) =>
    violation(
      'event-reaches-every-consumer',
      service,
      `${consumer} has not handled an event`,
      `delete from inbox where (consumer, message_id) in (select consumer, message_id from inbox where consumer = '${consumer}'
     order by message_id limit 1) returning message_id as id`,
    ),
  ),
  ...(
    [
      ['agreements', 'complete-agreement'],
      ['agreements', 'attach-derived'],
      ['agreements', 'attach-preview'],
      ['auth', 'show-plan'],
      ['notifications', 'send-proof'],
      ['payments', 'open-manual-order'],
      ['transcription', 'start-manual-clock'],
    ] as const
  ).map(([service, consumer]) =>
    violation(
      'published-event-is-handled',
      service,
      `${consumer} has not handled an event`,
      `delete from inbox where (consumer, message_id) in (select consumer, message_id from inbox where consumer = '${consumer}'
     order by message_id limit 1) returning message_id as id`,
    ),
  ),
  violation(
    'published-event-is-handled',
    'payments',
    'an event was published and never delivered',
    `insert into outbox_published (id, seq, routing_key, subject, envelope, headers, added_at)
   values (${NEW_ID}, 1, 'payments.payment.succeeded.v1', 'thing', '{}', '{}', now()) returning id`,
  ),
  ...(['agreements', 'payments', 'transcription', 'notifications'] as const).flatMap((service) => [
    violation(
      'job-is-not-overdue',
      service,
      'a job is overdue',
      `insert into jobs (id, name, key, payload, correlation_id, available_at) values (${NEW_ID}, 'do-something', 'k', '{}', 'c', now() - interval '1 hour') returning id`,
    ),
    violation(
      `failed-job-left-its-end-in-${service}`,
      service,
      'a job failed and left nothing',
      `insert into jobs (id, name, key, payload, correlation_id, status, finished_at) values (${NEW_ID}, 'do-something', 'k', '{}', 'c', 'failed', now()) returning id`,
    ),
  ]),
  violation(
    'job-is-not-overdue',
    'payments',
    'a worker kept a job',
    `insert into jobs (id, name, key, payload, correlation_id, status, lease_until) values (${NEW_ID}, 'do-something', 'k', '{}', 'c', 'running', now() - interval '1 hour') returning id`,
  ),
  violation(
    'failed-job-left-its-end-in-notifications',
    'notifications',
    'a mail was given up and still waits',
    `with m as (update mails set status = 'queued', sent_at = null where key = (select min(key) from mails where template = 'proof') returning key)
   update jobs j set status = 'failed' from m where j.name = 'send-mail' and j.key = m.key returning j.id`,
  ),
  violation(
    'stripe-event-has-its-job',
    'payments',
    'nobody works on what Stripe told',
    `delete from jobs where name = 'process-stripe-event' and id = (select id from jobs where name = 'process-stripe-event' order by id limit 1) returning key as id`,
  ),
];
