const NO_BOUNCE =
  'the mailbox of a local run takes every mail, so that none has to be told of as arriving after all';
const NO_DEAD_LETTER = 'nothing that people do ends as a dead letter';
const NO_JOB_GIVEN_UP = 'nothing that people do ends a job of which support is told';
const NO_AUTHORITY = 'no time-stamping authority is configured in a local run';
const NOTHING_TAMPERED = 'nobody tampers with evidence while people use it';
const NOT_SO_LATE = 'nobody pays in the moment in which the subscription ends';
const NO_BANK = 'the stand-in for Stripe takes cards alone, and a card is refused at once';
const NO_RESTORE = 'nobody restores a backup while people pay';

/** Failpoints that no journey comes to, with the reason. */
export const notReached: ReadonlyMap<string, string> = new Map([
  ['agreements.event.ask-for-payment.before-ack', NO_BANK],
  ['agreements.event.ask-for-payment.before-commit', NO_BANK],
  ['agreements.event.note-mail-failure.before-ack', NO_BOUNCE],
  ['agreements.event.note-mail-failure.before-commit', NO_BOUNCE],
  ['agreements.event.note-mail-reached.before-ack', NO_BOUNCE],
  ['agreements.event.note-mail-reached.before-commit', NO_BOUNCE],
  ['agreements.seal.after-timestamp', NO_AUTHORITY],
  ['agreements.evidence-check.after-commit', NOTHING_TAMPERED],
  ['notifications.event.keep-doubts.before-ack', NOTHING_TAMPERED],
  ['notifications.event.keep-doubts.before-commit', NOTHING_TAMPERED],
  ['notifications.event.send-dead-letter.before-ack', NO_DEAD_LETTER],
  ['notifications.event.send-dead-letter.before-commit', NO_DEAD_LETTER],
  ['notifications.event.send-job-given-up.before-ack', NO_JOB_GIVEN_UP],
  ['notifications.event.send-job-given-up.before-commit', NO_JOB_GIVEN_UP],
  ['notifications.event.send-to-corrected.before-ack', NO_BOUNCE],
  ['notifications.event.send-to-corrected.before-commit', NO_BOUNCE],
  ['notifications.event.send-subscription-refund.before-ack', NOT_SO_LATE],
  ['notifications.event.send-subscription-refund.before-commit', NOT_SO_LATE],
  ['payments.job.refund-after-end.after-claim', NOT_SO_LATE],
  ['payments.job.refund-after-end.after-commit', NOT_SO_LATE],
  ['payments.job.refund-after-end.before-commit', NOT_SO_LATE],
  ['payments.job.refund-after-end.before-enqueue', NOT_SO_LATE],
  ['payments.refund-after-end.after-stripe', NOT_SO_LATE],
  ['payments.job.report-unknown-payment.after-claim', NO_RESTORE],
  ['payments.job.report-unknown-payment.after-commit', NO_RESTORE],
  ['payments.job.report-unknown-payment.before-commit', NO_RESTORE],
  ['payments.job.report-unknown-payment.before-enqueue', NO_RESTORE],
]);
