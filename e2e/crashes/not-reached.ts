const NO_BOUNCE = 'the mailbox of a local run takes every mail';
const NO_DEAD_LETTER = 'nothing that people do ends as a dead letter';

/** Failpoints that no journey comes to, with the reason. */
export const notReached: ReadonlyMap<string, string> = new Map([
  ['agreements.event.note-mail-failure.before-ack', NO_BOUNCE],
  ['agreements.event.note-mail-failure.before-commit', NO_BOUNCE],
  ['notifications.event.send-dead-letter.before-ack', NO_DEAD_LETTER],
  ['notifications.event.send-dead-letter.before-commit', NO_DEAD_LETTER],
]);
