import { mailedEscrowChanges, servicesWithJobs } from '#contracts';
import {
  awaitedTemplates,
  type MailTemplate,
  mailCatalogue,
  mailsFor,
  proofTemplates,
} from '../../services/notifications/src/mails/mail.catalogue.js';
import type { MailDetails, Recipient } from '../../services/notifications/src/mails/mail.kind.js';
import { type ServiceName, serviceNames } from '../image/preparation.js';
import { quoted } from './agreement-log.js';
import type { Database, Row } from './databases.js';
import { across, type Findings, type Invariant, inOne } from './invariant.js';
import { mailboxInvariant } from './mailbox.js';

/** A fact that people are told of by mail. */
interface Told {
  /** Kind of mail, unless the rows have a column `template`. */
  template?: MailTemplate;
  name: string;
  says: string;
  /** One service, or those that have the table alike. */
  database: ServiceName | readonly ServiceName[];
  /** Whose mail is looked for, where rows of a release before have no other; else everybody's. */
  recipient?: Recipient;
  /** Columns as in {@link Fact}; those that a kind of mail does not need may be missing. With `$1`. */
  sql: string;
}

interface Fact extends Row {
  template?: MailTemplate;
  agreement?: string | null;
  subject?: string | null;
  user?: number | null;
  ticket?: string | null;
  details?: MailDetails;
}

/** Facts have their mails, by the same keys that make each of them one for ever. */
function told({ template, name, says, database, recipient, sql }: Told): Invariant {
  return {
    name,
    says,
    holds: 'eventually',
    reads: [...new Set([database, 'notifications' as const].flat())],
    check: async ({ databases, settledBefore }, findings) => {
      for (const service of [database].flat()) {
        for await (const facts of databases[service].batches<Fact>(sql, [settledBefore])) {
          const due = facts
            .flatMap((fact) => owed(fact.template ?? template, fact))
            .filter((mail) => recipient === undefined || mail.recipient === recipient);
          findings.checked(due.length);
          await compare(databases.notifications, due, findings);
        }
      }
    },
  };
}

/**
 * An escrow had one mail of a stop and one of a decision, whose key did not say of which. Copies of before may still write
 * it, and the rows stay; what they have of the version is in the details.
 */
const VERSIONED = /^(held-payment:.+:(?:problem|decided)):\d+(:\w+)$/;
const UNVERSIONED = /^(held-payment:.+:(?:problem|decided))(:[a-z]+)$/;

async function compare(
  notifications: Database,
  due: { key: string; what: string }[],
  findings: Findings,
): Promise<void> {
  const found = await notifications.read<{ key: string; what: string; version: string | null }>(
    `select key, concat_ws(' ', template, recipient, agreement_id) as what, details ->> 'version' as version
     from mails where key = any($1)`,
    [due.flatMap(({ key }) => [key, ...(VERSIONED.test(key) ? [key.replace(VERSIONED, '$1$2')] : [])])],
  );
  const known = new Map(
    found.map(({ key, what, version }) => [key.replace(UNVERSIONED, `$1:${version}$2`), what]),
  );
  for (const { key, what } of due) {
    const row = known.get(key);
    if (row === undefined) findings.violation(`${key} (${what}) is owed and nobody has it to send`);
    else if (row !== what) findings.violation(`${key} is ${row}, not ${what}`);
  }
}

function owed(
  template: MailTemplate | undefined,
  fact: Fact,
): { key: string; recipient: Recipient; what: string }[] {
  if (template === undefined) throw new Error('Neither the rule nor its row names a kind of mail');
  const { agreement = null, subject = null, user = null, ticket = null, details = {} } = fact;
  const about = { agreementId: agreement, subjectId: subject, userId: user, ticketNumber: ticket, details };
  return mailsFor(template, about).map(({ key, recipient }) => ({
    key,
    recipient,
    what: [template, recipient, ...(agreement === null ? [] : [agreement])].join(' '),
  }));
}

/** Rows of the agreements' log of these types, with the details that the mail's key needs. */
const ofLog = (types: string, columns: string): string => `
  select e.agreement_id as agreement${columns === '' ? '' : `, ${columns}`} from agreement_events e
  where e.type in (${types}) and e.at < $1`;

const facts: readonly Told[] = [
  {
    name: 'saved-is-told',
    says: 'Who has recorded gets a mail that it is saved.',
    template: 'saved',
    database: 'agreements',
    sql: 'select agreement_id as agreement from agreements where created_at < $1',
  },
  {
    name: 'payment-has-its-receipt-mail',
    says: 'Who has paid for a contract or a transcript by a person gets the receipt.',
    database: 'payments',
    sql: `select agreement_id as agreement, id::text as subject,
        case purpose when 'contract' then 'receipt' else 'manual-receipt' end as template
      from orders where status in ('paid', 'refunding', 'refunded') and paid_at < $1`,
  },
  {
    name: 'coverage-is-told',
    says: 'Who needs not pay because of a subscription or a credit is told so.',
    template: 'covered',
    database: 'payments',
    sql: 'select agreement_id as agreement, id::text as subject from coverages where created_at < $1',
  },
  {
    name: 'refund-is-told',
    says: 'Whoever gets money of an order back is told so.',
    template: 'refund',
    database: 'payments',
    // What a bank has taken back is not told of as a refund.
    sql: `select o.agreement_id as agreement, o.id::text as subject from orders o
      join receipts r on r.purpose = o.purpose and r.source_id = o.id::text
      where o.status = 'refunded' and r.refunded_cents = r.amount_cents and o.refunded_at < $1`,
  },
  {
    name: 'escrow-step-is-told',
    says: 'Buyer, seller and support are told of every step of an escrow that is theirs to know.',
    database: 'payments',
    // Of a bank that refused, nobody was mailed before that day.
    sql: `select h.agreement_id as agreement, h.id::text as subject, 'held-payment-' || s.change as template,
        jsonb_build_object('kind', s.change, 'version', s.version) as details
      from escrow_steps s join escrows h on h.id = s.escrow_id
      where s.change in (${quoted(mailedEscrowChanges)}) and s.at < $1
        and (s.change <> 'bank-refused' or s.at >= '2026-12-01T00:00:00Z')`,
  },
  {
    name: 'invitation-is-mailed',
    says: 'Party B gets every invitation and every reminder.',
    database: 'agreements',
    sql: `select agreement_id as agreement, id::text as subject,
        case when kind in ('invitation', 'corrected') then 'invitation' else 'reminder' end as template
      from invitations where issued_at < $1`,
  },
  {
    name: 'opening-is-told',
    says: 'Party A is told when the invitation was opened first.',
    template: 'opened',
    database: 'agreements',
    sql: `select distinct on (e.agreement_id) e.agreement_id as agreement, e.detail ->> 'invitationId' as subject,
        jsonb_build_object('kind', case e.type when 'opened' then 'plain' else 'keyed' end) as details
      from agreement_events e where e.type in ('opened', 'opened-with-key') and e.at < $1
      order by e.agreement_id, e.seq`,
  },
  {
    name: 'consent-is-told',
    says: 'Party A is told that party B has agreed.',
    template: 'consented',
    // Party B's is queued together with it. Of consents of before, and while older copies run beside, there is none.
    recipient: 'partyA',
    database: 'agreements',
    sql: `select agreement_id as agreement, recording_id::text as subject from consents where consented_at < $1`,
  },
  {
    name: 'proof-is-mailed',
    says: 'Both parties of a completed agreement get their proof.',
    template: 'proof',
    database: 'agreements',
    sql: `select agreement_id as agreement from agreements where status = 'completed' and completed_at < $1`,
  },
  {
    name: 'end-is-told',
    says: 'Who knew of an agreement is told that it was declined or cancelled.',
    database: 'agreements',
    sql: `select e.agreement_id as agreement, jsonb_build_object('from', e.detail ->> 'from') as details, e.type as template
      from agreement_events e where e.type in ('cancelled', 'declined') and e.at < $1`,
  },
  {
    name: 'end-of-link-is-told',
    says: 'Party A is told that the link ended without an answer.',
    template: 'link-expired',
    database: 'agreements',
    sql: ofLog(`'invitation-expired'`, `e.detail ->> 'invitationId' as subject`),
  },
  {
    name: 'failed-transcription-is-told',
    says: 'Party A is told when there will be no transcript by the machine.',
    template: 'transcription-failed',
    database: 'agreements',
    sql: ofLog(`'transcription-failed'`, ''),
  },
  {
    name: 'transcript-by-a-person-is-mailed',
    says: 'Both parties get the transcript that a person has made.',
    template: 'manual-ready',
    database: 'transcription',
    sql: `select agreement_id as agreement, id::text as subject from human_orders
      where status = 'delivered' and delivered_at < $1`,
  },
  {
    name: 'end-of-access-is-told',
    says: 'Both parties are warned before what was recorded is deleted.',
    template: 'access-ending',
    database: 'agreements',
    sql: ofLog(
      `'access-warning'`,
      `jsonb_build_object('kind', e.detail ->> 'kind', 'endsAt', e.detail ->> 'endsAt') as details`,
    ),
  },
  {
    name: 'deletion-is-told',
    says: 'Who was part of an agreement is told that its content was deleted.',
    template: 'content-deleted',
    database: 'agreements',
    sql: ofLog(`'content-deleted'`, `jsonb_build_object('reason', e.detail ->> 'reason') as details`),
  },
  {
    name: 'act-of-an-administrator-is-told',
    says: 'The owner is told what an administrator did with an agreement.',
    template: 'admin-acted',
    database: 'agreements',
    sql: ofLog(
      `'admin-downloaded-audio', 'admin-cancelled', 'retention-extended', 'admin-deleted-content', 'admin-retried-job', 'admin-fulfilled-transcript'`,
      'e.seq::text as subject',
    ),
  },
  {
    name: 'new-account-is-told',
    says: 'Who has made an account gets a mail about it.',
    template: 'account-created',
    database: 'auth',
    // The seed makes the demo login without a word.
    sql: `select id as user from users
      where role = 'user' and email <> 'demo-a@example.test' and created_at < $1`,
  },
  {
    name: 'change-of-account-is-told',
    says: 'Who owns an account is told of every change of its password, address or state.',
    database: 'auth',
    sql: `select user_id as user, id::text as subject, case kind when 'password' then 'password-changed'
        when 'email' then 'email-changed' when 'disabled' then 'account-disabled' else 'account-enabled' end as template
      from account_changes where at < $1`,
  },
  {
    name: 'link-to-confirm-an-address-is-mailed',
    says: 'Who names another address, or asks once more, gets the link that confirms it.',
    template: 'address-verification',
    database: 'auth',
    // That of a new account goes with its own mail.
    sql: `select user_id as user, id::text as subject from address_verifications
      where reason <> 'signup' and requested_at < $1`,
  },
  {
    name: 'link-for-a-password-is-mailed',
    says: 'Who has asked for a new password gets the link.',
    template: 'password-reset',
    database: 'auth',
    sql: `select user_id as user, id::text as subject from password_resets where requested_at < $1`,
  },
  {
    name: 'ticket-is-told',
    says: 'Sender and support get a mail about every ticket.',
    database: 'notifications',
    sql: `select t.number as ticket, t.agreement_id as agreement, kind.template
      from tickets t cross join (values ('ticket-received'), ('ticket-opened')) as kind (template)
      where t.created_at < $1`,
  },
  {
    name: 'answer-to-a-ticket-is-mailed',
    says: 'The sender of a ticket gets every answer.',
    template: 'ticket-answered',
    database: 'notifications',
    sql: `select t.number as ticket, t.agreement_id as agreement, a.id::text as subject
      from ticket_answers a join tickets t on t.id = a.ticket_id where a.at < $1`,
  },
  {
    name: 'dead-letter-is-told',
    says: 'Support gets a mail about every message that a handler gave up, and one more after each replay by hand.',
    template: 'dead-letter',
    database: serviceNames,
    // A letter about telling has no notices, and neither has one of before there were any.
    sql: `select d.id::text as subject, jsonb_build_object('version', notice) as details
      from dead_letters d cross join generate_series(1, d.notices) as notice where d.died_at < $1`,
  },
  {
    name: 'given-up-job-is-told',
    says: 'Support gets a mail about a job whose attempts have all failed, and one more after it was begun anew by hand.',
    template: 'job-given-up',
    database: servicesWithJobs,
    sql: `select j.id::text as subject, jsonb_build_object('version', notice) as details
      from jobs j cross join generate_series(1, j.notices) as notice
      where coalesce(j.told_at, j.created_at) < $1`,
  },
];

/** Kinds that may come to nothing because their reason has passed when their turn comes. */
const SKIPPABLE = quoted(
  Object.entries(mailCatalogue)
    .filter(([, kind]) => kind.isDue !== undefined)
    .map(([template]) => template),
);
/** Of these only what was sent once more, as the address may have become the first one again. */
const SKIPPABLE_AGAIN = quoted(proofTemplates);

const OBJECTION_READERS = ['partyA', 'partyB', 'support'] as const satisfies readonly Recipient[];

/** Every mail that is due is sent once. */
export const mailInvariants: readonly Invariant[] = [
  ...facts.map(told),
  inOne({
    name: 'mail-is-sent',
    says: 'A mail that is owed is sent soon.',
    database: 'notifications',
    of: 'mails',
    // A warning that is one too many for its address today is put off.
    sql: `select key, last_error as reason from mails m where status = 'queued' and created_at < $1
      and not (template = 'payment-requested' and exists (select from jobs j where j.name = 'send-mail'
        and j.key = m.key and j.status = 'queued' and j.available_at > now()))`,
    text: ({ key, reason }) => `${key} still waits (${reason ?? 'no error'})`,
  }),
  inOne({
    name: 'mail-has-its-job',
    says: 'A mail that waits has a job that sends it.',
    database: 'notifications',
    of: `mails where status = 'queued'`,
    sql: `select m.key from mails m where m.status = 'queued' and not exists (
      select from jobs j where j.name = 'send-mail' and j.key = m.key and j.status in ('queued', 'running'))`,
    text: ({ key }) => `nobody sends ${key}`,
  }),
  inOne({
    name: 'mail-is-skipped-with-reason',
    says: 'Only kinds of mail that can lose their reason are left out.',
    database: 'notifications',
    of: `mails where status = 'skipped'`,
    sql: `select key, template from mails where status = 'skipped' and (template not in (${SKIPPABLE})
      or (template in (${SKIPPABLE_AGAIN}) and details -> 'isAgain' is null))`,
    text: ({ key, template }) => `${key} (${template}) was left out`,
  }),
  across({
    name: 'objection-is-told',
    says: 'Both parties and support are told of each objection of party B.',
    from: {
      database: 'agreements',
      sql: `select id::text as id, agreement_id as agreement from confirmations
        where answer = 'no' and answered_at < $1`,
    },
    key: ({ id }) => String(id),
    to: {
      database: 'notifications',
      // Whether there is still a reason to send it is looked at when its turn comes.
      sql: `select subject_id as key, recipient from mails where template = 'objected' and subject_id = any($1)`,
    },
    verdict: ({ id, agreement }, found) => {
      const told = found.map(({ recipient }) => recipient);
      const missing = OBJECTION_READERS.filter((recipient) => !told.includes(recipient));
      return missing.length === 0
        ? null
        : `objection ${id} to agreement ${agreement}: nobody has its mail to ${missing.join(', ')} to send`;
    },
  }),
  across({
    name: 'undelivered-mail-is-in-the-log',
    says: 'A mail about an agreement that did not reach a party, buyer or seller is in its log.',
    from: {
      database: 'notifications',
      // What we hold back is told only where somebody waits for it. Of escrows, rows before this was told lack the buyer.
      sql: `select m.key, m.agreement_id as agreement, concat_ws(' ', m.template, m.recipient, m.status) as what
        from mails m join jobs j on j.name = 'send-mail' and j.key = m.key
        where m.status in ('bounced', 'undelivered') and j.finished_at < $1
          and (m.recipient in ('partyA', 'partyB') or (m.recipient in ('buyer', 'seller') and m.details ? 'buyerId'))
          and (coalesce(m.last_error, '') not like 'HeldBackError%' or m.template in (${quoted(awaitedTemplates)}))`,
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'agreements',
      sql: `select e.agreement_id as key,
          concat_ws(' ', e.detail ->> 'template', e.detail ->> 'recipient', e.detail ->> 'outcome') as what
        from agreement_events e where e.agreement_id = any($1) and e.type = 'mail-failed'`,
    },
    verdict: ({ key, agreement, what }, found) =>
      found.some((entry) => entry.what === what)
        ? null
        : `${key} did not arrive, agreement ${agreement} does not know`,
  }),
  mailboxInvariant,
];
