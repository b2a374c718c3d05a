import { COMPLETED, type Violation, violation } from './violation.js';

export const transcripts: readonly Violation[] = [
  violation(
    'recording-is-known-to-transcription',
    'transcription',
    'a recording is not known',
    `delete from recordings where id in (select recording_id from transcripts order by id limit 1) returning id`,
  ),
  violation(
    'recording-is-known-to-transcription',
    'transcription',
    'a recording lies elsewhere',
    `update recordings set object_key = 'recordings/x/original.webm' where party = 'b' returning id`,
  ),
  violation(
    'prepared-recording-can-be-heard',
    'agreements',
    'what was made is not attached',
    `update recordings set mp3 = null, webm = null where party = 'b' returning agreement_id as id`,
  ),
  violation(
    'paid-recording-is-complete',
    'transcription',
    'the copies of a paid recording are gone',
    `update recordings set mp3_key = null where party = 'b' returning agreement_id as id`,
  ),
  violation(
    'working-copy-is-in-the-store',
    'transcription',
    'a copy that an earlier version has kept is gone',
    `update recordings set working_key = 'recordings/' || id || '/working.wav' where id = (select id from recordings
   where deleted_at is null order by id limit 1) returning working_key as id`,
  ),
  violation(
    'transcript-is-under-way',
    'transcription',
    'nobody works on a transcript',
    `update transcripts set stage = 'transcribing', sha256 = null where id = (select id from transcripts where stage = 'done' order by id limit 1) returning agreement_id as id`,
  ),
  violation(
    'agreement-in-work-has-its-transcript',
    'transcription',
    'the transcript is gone',
    `delete from transcripts where id = (select id from transcripts where stage = 'done' order by id limit 1) returning agreement_id as id`,
  ),
  violation(
    'agreement-in-work-has-its-transcript',
    'transcription',
    'the transcript is of other recordings',
    `update transcripts set consent_recording_id = null where consent_recording_id is not null returning agreement_id as id`,
  ),
  violation(
    'completed-agreement-has-its-transcript',
    'transcription',
    'another hash of the transcript',
    `update transcripts set sha256 = repeat('d', 64) where id = (select id from transcripts where stage = 'done' order by id limit 1) returning agreement_id as id`,
  ),
  violation(
    'transcript-completes-its-agreement',
    'agreements',
    'the agreement is not completed',
    `update agreements set status = 'processing', completed_at = null where agreement_id = (select agreement_id from ${COMPLETED} a) returning agreement_id as id`,
  ),
  violation(
    'transcript-is-that-of-its-hash',
    'transcription',
    'a word is changed',
    `update transcripts set segments = replace(segments::text, 'thousand', 'hundred')::jsonb
   where id = (select id from transcripts where segments::text like '%thousand%' order by id limit 1) returning agreement_id as id`,
  ),
  violation(
    'transcript-is-that-of-its-hash',
    'transcription',
    'a second is changed',
    `update transcripts set segments = jsonb_set(segments, '{0,start}', '1.5') where id = (select id from transcripts where stage = 'done' order by id limit 1) returning agreement_id as id`,
  ),
  violation(
    'deleted-words-are-forgotten',
    'transcription',
    'transcription remembers a deleted recording',
    `update recordings set deleted_at = null where deleted_at is not null returning agreement_id as id`,
  ),
  violation(
    'paid-transcript-by-a-person-is-ordered',
    'transcription',
    'the order by a person is gone',
    `delete from human_orders returning agreement_id as id`,
  ),
  violation(
    'paid-transcript-by-a-person-is-ordered',
    'transcription',
    'the order by a person is over, its payment is kept',
    `update human_orders set status = 'refunded', delivered_at = null, delivered_by = null, due_at = now() - interval '1 hour' returning agreement_id as id`,
  ),
  violation(
    'late-transcript-by-a-person-is-paid-back',
    'transcription',
    'an order by a person is late',
    `update human_orders set status = 'paid', delivered_at = null, delivered_by = null, due_at = now() - interval '1 hour' returning id`,
  ),
  violation(
    'order-of-a-person-is-in-the-log',
    'agreements',
    'the order is not in the log',
    `delete from agreement_events where type = 'manual-ordered' returning agreement_id as id`,
  ),
  violation(
    'delivery-of-a-person-is-in-the-log',
    'transcription',
    'another hash was delivered',
    `update human_orders set sha256 = repeat('e', 64) returning agreement_id as id`,
  ),
];
