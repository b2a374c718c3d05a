import { type Violation, violation } from './violation.js';

export const mails: readonly Violation[] = [
  ...(
    [
      ['saved-is-told', 'saved'],
      ['payment-has-its-receipt-mail', 'receipt'],
      ['payment-has-its-receipt-mail', 'manual-receipt'],
      ['coverage-is-told', 'covered'],
      ['refund-is-told', 'refund'],
      ['escrow-step-is-told', 'held-payment-released'],
      ['invitation-is-mailed', 'invitation'],
      ['opening-is-told', 'opened'],
      ['consent-is-told', 'consented'],
      ['proof-is-mailed', 'proof'],
      ['end-is-told', 'declined'],
      ['end-is-told', 'cancelled'],
      ['failed-transcription-is-told', 'transcription-failed'],
      ['transcript-by-a-person-is-mailed', 'manual-ready'],
      ['deletion-is-told', 'content-deleted'],
      ['act-of-an-administrator-is-told', 'admin-acted'],
      ['new-account-is-told', 'account-created'],
      ['change-of-account-is-told', 'password-changed'],
      ['link-to-confirm-an-address-is-mailed', 'address-verification'],
      ['link-for-a-password-is-mailed', 'password-reset'],
      ['ticket-is-told', 'ticket-opened'],
      ['answer-to-a-ticket-is-mailed', 'ticket-answered'],
    ] as const
  ).map(([invariant, template]) =>
    violation(
      invariant,
      'notifications',
      `nobody has the mail ${template} to send`,
      `delete from mails where key = (select key from mails where template = '${template}' order by key limit 1) returning key as id`,
    ),
  ),
  violation(
    'objection-is-told',
    'notifications',
    'nobody tells support of an objection',
    `delete from mails where template = 'objected' and recipient = 'support' returning subject_id as id`,
  ),
  violation(
    'proof-is-mailed',
    'notifications',
    'the proof of party B goes to party A',
    `update mails set recipient = 'partyA' where template = 'proof' and recipient = 'partyB' and key = (select min(key) from mails
   where template = 'proof' and recipient = 'partyB') returning key as id`,
  ),
  violation(
    'mail-is-sent',
    'notifications',
    'a mail waits',
    `update mails set status = 'queued', sent_at = null where key = (select key from mails where template = 'proof' order by key limit 1) returning key as id`,
  ),
  violation(
    'mail-has-its-job',
    'notifications',
    'a mail waits and nobody sends it',
    `update mails set status = 'queued', sent_at = null where key = (select key from mails where template = 'receipt' order by key limit 1) returning key as id`,
  ),
  violation(
    'mail-is-skipped-with-reason',
    'notifications',
    'a receipt is left out',
    `update mails set status = 'skipped', sent_at = null where key = (select key from mails where template = 'receipt' order by key limit 1) returning key as id`,
  ),
  violation(
    'undelivered-mail-is-in-the-log',
    'notifications',
    'a mail bounced and nobody knows',
    `update mails set status = 'bounced', sent_at = null where key = (select key from mails where template = 'proof' order by key limit 1) returning key as id`,
  ),

  ...(
    [
      [
        'end-of-access-is-told',
        'access-warning',
        '{"kind": "one-day", "endsAt": "2026-12-01T00:00:00.000Z"}',
      ],
      ['end-of-link-is-told', 'invitation-expired', '{"invitationId": "none"}'],
    ] as const
  ).map(([invariant, type, detail]) =>
    violation(
      invariant,
      'agreements',
      `nobody was told of the ${type}`,
      `insert into agreement_events
     select agreement_id, 900, at, 'agreements', '${type}', '${detail}', '', '', null, null from agreement_events
     where type = 'completed' limit 1 returning agreement_id as id`,
    ),
  ),
];
