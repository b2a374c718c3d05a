const NO_BOUNCE = 'the mailbox of a local run takes every mail';

/** Failpoints that no journey comes to, with the reason. */
export const notReached: ReadonlyMap<string, string> = new Map([
  ['agreements.event.note-mail-failure.before-ack', NO_BOUNCE],
  ['agreements.event.note-mail-failure.before-commit', NO_BOUNCE],
]);
