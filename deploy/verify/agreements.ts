import { agreementStatuses } from '#contracts';
import { moves } from '../../services/agreements/src/agreements/agreement.state.js';
import type { Row } from './databases.js';
import { type Invariant, inOne } from './invariant.js';

/** Statuses with the reasons that a move leads to; `-` for none. */
const LEGAL = agreementStatuses.flatMap((status) => {
  const reasons = moves.filter(({ to }) => to === status).flatMap((move) => move.reasons);
  return [...new Set([...(reasons.length === 0 ? [null] : reasons)])].map(
    (reason) => `('${status}', '${reason ?? '-'}')`,
  );
});

const inAgreements = (rule: {
  name: string;
  says: string;
  of: string;
  sql: string;
  text: (row: Row) => string;
}): Invariant => inOne({ database: 'agreements', ...rule });

/** What an agreement is, by the database of the agreements alone. */
export const agreementInvariants: readonly Invariant[] = [
  inAgreements({
    name: 'agreement-status-is-legal',
    says: 'Status and reason are a pair that a move leads to, and the moments beside them fit.',
    of: 'agreements',
    sql: `select agreement_id as agreement, status, status_reason as reason from agreements
      where (status, coalesce(status_reason, '-')) not in (${LEGAL.join(', ')})
        or (status in ('awaiting_party', 'processing', 'completed') and (paid_at is null or owner_id is null))
        or (status = 'pending' and paid_at is not null) or (status = 'awaiting_party' and not is_remote)
        or (status = 'completed') <> (completed_at is not null)
        or (status = 'completed' and transcript_sha256 is null)
        or (status = 'cancelled') <> (cancelled_at is not null)`,
    text: ({ agreement, status, reason }) => `agreement ${agreement} is ${status} (${reason ?? 'no reason'})`,
  }),
  inAgreements({
    name: 'agreement-status-is-in-its-log',
    says: 'The log of an agreement has each step that its status stands for, once.',
    of: 'agreements',
    sql: `with steps as (
        select agreement_id, count(*) filter (where type = 'recorded') as recorded,
          count(*) filter (where type in ('paid', 'covered')) as paid,
          count(*) filter (where type = 'completed') as completed,
          count(*) filter (where type in ('cancelled', 'declined')) as cancelled,
          (array_agg(detail ->> 'transcriptSha256' order by seq desc)
            filter (where type in ('completed', 'transcribed-again')))[1] as transcript
        from agreement_events group by agreement_id)
      select a.agreement_id as agreement, a.status, s.recorded, s.paid, s.completed, s.cancelled
      from agreements a left join steps s on s.agreement_id = a.agreement_id
      where coalesce(s.recorded, 0) <> 1 or s.paid <> (a.paid_at is not null)::int
        or s.completed <> (a.status = 'completed')::int or s.cancelled <> (a.status = 'cancelled')::int
        or (a.status = 'completed' and s.transcript is distinct from a.transcript_sha256)`,
    text: ({ agreement, status, recorded, paid, completed, cancelled }) =>
      `agreement ${agreement} is ${status}, its log has ${recorded ?? 0} recorded, ${paid ?? 0} paid, ` +
      `${completed ?? 0} completed, ${cancelled ?? 0} cancelled`,
  }),
  inAgreements({
    name: 'recording-is-one-per-party',
    says: 'Every agreement has one current recording of party A, and one of party B exactly when party B has agreed.',
    of: 'agreements',
    sql: `with current as (
        select agreement_id, count(*) filter (where party = 'a') as a, count(*) filter (where party = 'b') as b
        from recordings where replaced_at is null group by agreement_id)
      select a.agreement_id as agreement, coalesce(r.a, 0) as a, coalesce(r.b, 0) as b
      from agreements a left join current r on r.agreement_id = a.agreement_id
      left join consents c on c.agreement_id = a.agreement_id
      where coalesce(r.a, 0) <> 1 or coalesce(r.b, 0) <> (c.agreement_id is not null)::int`,
    text: ({ agreement, a, b }) =>
      `agreement ${agreement} has ${a} recordings of party A and ${b} of party B`,
  }),
  inAgreements({
    name: 'recording-is-in-its-log',
    says: 'Size and SHA-256 of a recording, and the SHA-256 of a photo, are those that the log tells of.',
    of: 'recordings',
    sql: `select r.agreement_id as agreement, 'recording ' || r.id as what from recordings r
      where not exists (select from agreement_events e
        where e.agreement_id = r.agreement_id and e.type in ('recorded', 'recorded-again', 'consented')
          and e.detail ->> 'sha256' = r.sha256 and (e.detail ->> 'bytes')::bigint = r.bytes)
      union all
      select a.agreement_id, 'photo' from agreements a
      join agreement_events e on e.agreement_id = a.agreement_id and e.type = 'recorded'
      where a.photo_sha256 is distinct from e.detail ->> 'photoSha256'
        or (a.photo_key is not null and a.photo_sha256 is null)`,
    text: ({ agreement, what }) => `${what} of agreement ${agreement} is not what its log tells of`,
  }),
  inAgreements({
    name: 'consent-has-its-recording',
    says: 'A consent has the recording in which party B spoke; an agreement between two places is in work only with one.',
    of: 'consents',
    sql: `select c.agreement_id as agreement, c.recording_id as recording, a.status
      from consents c left join agreements a on a.agreement_id = c.agreement_id
      left join recordings r on r.id = c.recording_id
      where r.party is distinct from 'b' or r.agreement_id <> c.agreement_id or not a.is_remote
        or a.status not in ('processing', 'completed')
      union all
      select a.agreement_id, null, a.status from agreements a
      where a.is_remote and a.status in ('processing', 'completed')
        and not exists (select from consents c where c.agreement_id = a.agreement_id)`,
    text: ({ agreement, recording, status }) =>
      `agreement ${agreement} (${status}) has the recording ${recording ?? 'of no consent'}`,
  }),
  inAgreements({
    name: 'invitation-is-in-its-log',
    says: 'Every invitation is in the log, and who is waited for has one that opens.',
    of: 'invitations',
    sql: `select i.agreement_id as agreement, i.id::text as invitation from invitations i
      where (select count(*) from agreement_events e where e.agreement_id = i.agreement_id
        and e.type in ('invited', 'reminded', 'reminded-automatically', 'invitation-corrected')
        and e.detail ->> 'invitationId' = i.id::text) <> 1
      union all
      select a.agreement_id, 'none' from agreements a where a.status = 'awaiting_party'
        and not exists (select from invitations i where i.agreement_id = a.agreement_id and i.revoked_at is null)`,
    text: ({ agreement, invitation }) => `agreement ${agreement}, invitation ${invitation}`,
  }),
  inAgreements({
    name: 'deleted-content-is-forgotten',
    says: 'Of an agreement whose content was deleted, no row knows more than hashes.',
    of: 'agreements where content_deleted_at is not null',
    sql: `select a.agreement_id as agreement, a.content_deleted_at is not null as is_deleted
      from agreements a join recordings r on r.agreement_id = a.agreement_id
      where (a.content_deleted_at is not null) <> (r.deleted_at is not null)
        or (a.content_deleted_at is not null and (a.photo_key is not null or a.backup_transcript is not null
          or r.mp3 is not null or r.webm is not null or r.preview is not null or r.outline is not null))`,
    text: ({ agreement, is_deleted: isDeleted }) =>
      `agreement ${agreement} is ${isDeleted ? '' : 'not '}deleted, what is known of its recording says otherwise`,
  }),
  inAgreements({
    name: 'owner-count-is-right',
    says: 'The number of agreements that is kept for an owner and a status is what is there.',
    of: 'owner_counts',
    sql: `with there as (
        select owner_id, status, count(*) as n from agreements where owner_id is not null group by owner_id, status
        union all select -1 - id % 16, status, count(*) from agreements group by 1, status)
      select coalesce(c.owner_id, t.owner_id) as owner, coalesce(c.status, t.status) as status, c.agreements as kept,
        t.n as there
      from owner_counts c full join there t on t.owner_id = c.owner_id and t.status = c.status
      where coalesce(c.agreements, 0) <> coalesce(t.n, 0)`,
    text: ({ owner, status, kept, there }) =>
      `owner ${owner}: ${kept ?? 0} ${status} are counted, ${there ?? 0} are there`,
  }),
  inAgreements({
    name: 'deadline-is-kept',
    says: 'What is due is done.',
    of: 'deadlines',
    sql: `select agreement_id as agreement, kind, due_at from deadlines where done_at is null and due_at < $1`,
    text: ({ agreement, kind, due_at: dueAt }) =>
      `${kind} of agreement ${agreement} was due on ${(dueAt as Date).toISOString()}`,
  }),
  inAgreements({
    name: 'upload-became-its-agreement',
    says: 'A finished upload names an agreement that is there.',
    of: 'uploads where agreement_id is not null',
    sql: `select u.id, u.agreement_id as agreement from uploads u where u.agreement_id is not null
      and not exists (select from agreements a where a.agreement_id = u.agreement_id)`,
    text: ({ id, agreement }) => `upload ${id} became agreement ${agreement}, which is not there`,
  }),
];
