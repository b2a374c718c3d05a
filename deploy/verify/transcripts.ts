import type { RecordedSegment } from '../../services/transcription/src/recordings/segments.js';
import { hashTranscript } from '../../services/transcription/src/transcripts/transcript-content.js';
import { IN_WORK_SINCE, logged } from './agreement-log.js';
import type { Row } from './databases.js';
import { across, type Findings, type Invariant, inOne, type System } from './invariant.js';

interface Words extends Row {
  agreementId: string;
  durationMs: number;
  engine: string;
  segments: RecordedSegment[];
  sha256: string;
}

/** Whole transcripts are large. */
const TRANSCRIPTS_AT_ONCE = 20;

async function checkWords({ databases }: System, findings: Findings): Promise<void> {
  const transcripts = databases.transcription.batches<Words>(
    `select agreement_id as "agreementId", duration_ms as "durationMs", engine, segments, sha256
     from transcripts where stage = 'done' and segments is not null`,
    [],
    TRANSCRIPTS_AT_ONCE,
  );
  for await (const rows of transcripts) {
    findings.checked(rows.length);
    for (const { sha256, ...content } of rows) {
      if (hashTranscript(content) === sha256) continue;
      findings.violation(
        `the transcript of agreement ${content.agreementId} is not the one of its hash ${sha256}`,
      );
    }
  }
}

/** Recordings and transcripts, as the agreements and as transcription know them. */
export const transcriptInvariants: readonly Invariant[] = [
  across({
    name: 'recording-is-known-to-transcription',
    says: 'Every recording is known where it is prepared and transcribed.',
    from: {
      database: 'agreements',
      sql: `select id::text, object_key, agreement_id as agreement from recordings where created_at < $1`,
    },
    key: ({ id }) => String(id),
    to: {
      database: 'transcription',
      sql: `select id::text as key, object_key, agreement_id from recordings where id = any($1::uuid[])`,
    },
    verdict: ({ id, object_key: key, agreement }, [found]) =>
      found?.object_key === key && found?.agreement_id === agreement
        ? null
        : `recording ${id} of agreement ${agreement} is ${found ? 'another one' : 'not known'} to transcription`,
  }),
  across({
    name: 'prepared-recording-can-be-heard',
    says: 'What was made of a recording is attached to it.',
    from: {
      database: 'transcription',
      sql: `select id::text, agreement_id as agreement, mp3_key from recordings
        where deleted_at is null and prepared_at is not null and prepared_at < $1`,
    },
    key: ({ id }) => String(id),
    to: {
      database: 'agreements',
      sql: `select id::text as key, mp3 ->> 'key' as mp3_key, (mp3 is null) = (webm is null) and preview is not null as is_whole,
          deleted_at is not null as is_deleted
        from recordings where id = any($1::uuid[])`,
    },
    verdict: ({ id, agreement, mp3_key: key }, [found]) =>
      found?.is_deleted === true || (found?.is_whole === true && (key === null || found?.mp3_key === key))
        ? null
        : `recording ${id} of agreement ${agreement} is prepared and cannot be heard`,
  }),
  across({
    name: 'paid-recording-is-complete',
    says: 'Of what is paid there are MP3 and WebM, or a job makes them.',
    from: {
      database: 'agreements',
      sql: `select r.id::text, a.agreement_id as agreement from agreements a
        join recordings r on r.agreement_id = a.agreement_id and r.replaced_at is null and r.deleted_at is null
        where a.paid_at is not null and greatest(a.paid_at, r.created_at) < $1
          and a.content_deleted_at is null`,
    },
    key: ({ id }) => String(id),
    to: {
      database: 'transcription',
      sql: `select r.id::text as key, r.mp3_key is not null or r.unusable_at is not null or r.deleted_at is not null
          or exists (select from jobs j where j.name = 'complete-recording' and j.status in ('queued', 'running')
            and j.payload ->> 'recordingId' = r.id::text) as is_fine
        from recordings r where r.id = any($1::uuid[])`,
    },
    verdict: ({ id, agreement }, [found]) =>
      found?.is_fine === true ? null : `recording ${id} of agreement ${agreement} is paid and not complete`,
  }),
  inOne({
    name: 'transcript-is-under-way',
    says: 'A transcript that has not ended has a job that works on it, or on its recordings.',
    database: 'transcription',
    of: `transcripts where stage not in ('done', 'failed')`,
    sql: `select t.agreement_id as agreement, t.id, t.stage from transcripts t
      where t.stage not in ('done', 'failed') and t.deleted_at is null and not exists (
        select from jobs j where j.status in ('queued', 'running') and (
          (t.stage <> 'preparing' and j.name in ('transcribe-recording', 'transcribe-take')
            and j.key = t.id || ':' || t.run)
          or (t.stage = 'preparing' and j.name in ('prepare-recording', 'complete-recording')
            and j.payload ->> 'recordingId' in (t.recording_id::text, t.consent_recording_id::text))))`,
    text: ({ agreement, id, stage }) =>
      `transcript ${id} of agreement ${agreement} is ${stage}, no job works on it`,
  }),
  across({
    name: 'agreement-in-work-has-its-transcript',
    says: 'An agreement in work has a transcript that is made for it, of the recordings that count.',
    from: {
      database: 'agreements',
      sql: `select a.agreement_id as agreement, r.id::text as recording, b.id::text as consent from agreements a
        left join recordings r on r.agreement_id = a.agreement_id and r.party = 'a' and r.replaced_at is null
        left join recordings b on b.agreement_id = a.agreement_id and b.party = 'b' and b.replaced_at is null
        where a.status in ('processing', 'completed') and a.content_deleted_at is null and ${IN_WORK_SINCE} < $1`,
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'transcription',
      sql: `select agreement_id as key, recording_id::text as recording, consent_recording_id::text as consent, is_paid
        from transcripts where agreement_id = any($1)`,
    },
    verdict: ({ agreement, recording, consent }, [found]) => {
      if (!found) return `agreement ${agreement} is in work and has no transcript`;
      const isOfThese = found.recording === recording && found.consent === consent;
      return isOfThese && found.is_paid === true
        ? null
        : `the transcript of agreement ${agreement} is ${isOfThese ? 'not released' : 'of other recordings'}`;
    },
  }),
  across({
    name: 'completed-agreement-has-its-transcript',
    says: 'A completed agreement has a transcript with the hash that both parties were told.',
    from: {
      database: 'agreements',
      sql: `select agreement_id as agreement, transcript_sha256 as sha256 from agreements
        where status = 'completed' and completed_at < $1`,
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'transcription',
      sql: `select agreement_id as key, stage, sha256, completed_at as "completedAt" from transcripts
        where agreement_id = any($1)`,
    },
    // One that was made again just now is news that is on its way.
    verdict: ({ agreement, sha256 }, [found], { settledBefore }) =>
      found?.stage === 'done' && (found.sha256 === sha256 || (found.completedAt as Date) >= settledBefore)
        ? null
        : `agreement ${agreement} is completed with ${sha256}, its transcript is ${found?.stage ?? 'not there'} ` +
          `with ${found?.sha256 ?? 'no hash'}`,
  }),
  across({
    name: 'transcript-completes-its-agreement',
    says: 'A finished transcript of a paid agreement has completed it.',
    from: {
      database: 'transcription',
      sql: `select agreement_id as agreement, sha256 from transcripts
        where stage = 'done' and is_paid and deleted_at is null and completed_at < $1`,
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'agreements',
      sql: `select a.agreement_id as key, a.status, a.transcript_sha256 as sha256, ${IN_WORK_SINCE} as since
        from agreements a where a.agreement_id = any($1)`,
    },
    verdict: ({ agreement, sha256 }, [found], { settledBefore }) => {
      if (found?.status === 'completed' && found.sha256 === sha256) return null;
      // It was made before the payment, whose news are on their way.
      if (found && (found.since as Date | null) !== null && (found.since as Date) >= settledBefore)
        return null;
      return `the transcript of agreement ${agreement} is done, the agreement is ${found?.status ?? 'not there'}`;
    },
  }),
  {
    name: 'transcript-is-that-of-its-hash',
    says: 'The words of a transcript are those that were hashed.',
    holds: 'always',
    reads: ['transcription'],
    check: checkWords,
  },
  across({
    name: 'deleted-words-are-forgotten',
    says: 'Of deleted content, transcription has no words, no sound and no waveform any more.',
    from: {
      database: 'agreements',
      sql: 'select agreement_id as agreement from agreements where content_deleted_at < $1',
    },
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'transcription',
      sql: `select agreement_id as key from recordings
        where agreement_id = any($1) and (deleted_at is null or peaks is not null or working_key is not null)
        union all select agreement_id from transcripts
        where agreement_id = any($1) and (deleted_at is null or text is not null or segments is not null)
        union all select agreement_id from human_orders where agreement_id = any($1) and text is not null`,
    },
    verdict: ({ agreement }, found) =>
      found.length === 0 ? null : `transcription still knows content of agreement ${agreement}`,
  }),
  across({
    name: 'paid-transcript-by-a-person-is-ordered',
    says: 'Who has paid for a transcript by a person has an order that says so.',
    from: {
      database: 'payments',
      sql: `select id::text, agreement_id as agreement, status from orders where purpose = 'manual_transcription'
        and status in ('paid', 'refunding', 'refunded') and paid_at < $1`,
    },
    key: ({ id }) => String(id),
    to: {
      database: 'transcription',
      sql: `select payment_id::text as key, status, due_at as "dueAt" from human_orders
        where payment_id::text = any($1)`,
    },
    verdict: ({ id, agreement, status }, [found], { settledBefore }) => {
      const dueAt = (found?.dueAt ?? null) as Date | null;
      // One that was late just now: payments is about to hear that it is paid back.
      const isOnItsWay = dueAt !== null && dueAt >= settledBefore;
      const isKeptForNothing = status === 'paid' && found?.status === 'refunded' && !isOnItsWay;
      return found && found.status !== 'requested' && !isKeptForNothing
        ? null
        : `payment ${id}: the transcript by a person of agreement ${agreement} is ${found?.status ?? 'not ordered'}`;
    },
  }),
  across({
    name: 'late-transcript-by-a-person-is-paid-back',
    says: 'A transcript by a person that was not delivered in time is paid back.',
    from: {
      database: 'transcription',
      sql: `select id::text, agreement_id as agreement, payment_id::text as payment from human_orders
        where (status = 'refunded' and due_at < $1) or (status = 'paid' and due_at < $1)`,
    },
    key: ({ payment }) => String(payment),
    to: {
      database: 'payments',
      sql: `select id::text as key, status from orders where id::text = any($1)`,
    },
    verdict: ({ id, agreement }, [found]) =>
      found?.status === 'refunding' || found?.status === 'refunded'
        ? null
        : `order ${id} of agreement ${agreement} is late, its payment is ${found?.status ?? 'not there'}`,
  }),
  logged({
    name: 'order-of-a-person-is-in-the-log',
    says: 'Every order of a transcript by a person is in the log of its agreement, once.',
    from: {
      database: 'transcription',
      // One that came into being by its payment was never ordered, nor was a correction.
      sql: `select agreement_id as agreement, id::text from human_orders
        where requested_at < $1 and requested_at is distinct from paid_at and corrects_order_id is null`,
    },
    types: ['manual-ordered'],
    id: `e.detail ->> 'orderId'`,
  }),
  logged({
    name: 'delivery-of-a-person-is-in-the-log',
    says: 'Every transcript that a person has delivered is in the log of its agreement, once, with its hash.',
    from: {
      database: 'transcription',
      sql: `select agreement_id as agreement, id || ' ' || sha256 as id from human_orders
        where status = 'delivered' and delivered_at < $1`,
    },
    types: ['manual-delivered'],
    id: `(e.detail ->> 'orderId') || ' ' || (e.detail ->> 'sha256')`,
  }),
];
