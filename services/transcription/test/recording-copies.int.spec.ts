import { jest } from '@jest/globals';
import { recordingPrepared } from '#contracts';
import type { JobDefinition } from '#jobs';
import { DiskStore } from '#storage';
import { until } from '../../../libs/platform/test/test-service.js';
import { completeRecording, prepareRecording } from '../src/recordings/recordings.service.js';
import { RetryFailedCopies } from '../src/recordings/retry-failed-copies.schedule.js';
import type { RecordingFacts } from './agreement-events.js';
import { Transcription } from './transcription.harness.js';

describe('the copies of a paid recording', () => {
  let subject: Transcription;

  beforeAll(async () => {
    subject = await Transcription.start({ SPEECH_ENGINE: 'pocketsphinx' });
  }, 180_000);

  afterEach(() => jest.restoreAllMocks());

  afterAll(() => subject?.close(), 60_000);

  /** The object store does not store a file before `answer` is there, and never one that it refuses. */
  const storeAnswers = (answer: (key: string) => Promise<void>) => {
    const { putFile } = DiskStore.prototype;
    const answers = jest.spyOn(DiskStore.prototype, 'putFile');
    answers.mockImplementation(async function (this: DiskStore, ...file) {
      await answer(file[0]);
      return putFile.apply(this, file);
    });
    return answers;
  };
  const refuseMp3 = () =>
    storeAnswers(async (key) => {
      if (key.endsWith('/audio.mp3')) throw new Error('this file is refused');
    });
  const jobsOf = ({ recordingId }: RecordingFacts, { name }: JobDefinition = completeRecording) =>
    subject.rows.query<{ status: string }[]>(
      `select status from jobs where name = $2 and payload ->> 'recordingId' = $1 order by created_at`,
      [recordingId, name],
    );
  /** Has the job that is tried in vain come to its last attempt, which would take up to half an hour. */
  const givenUp = async (facts: RecordingFacts, job: JobDefinition = completeRecording) => {
    const isFailed = async () => (await jobsOf(facts, job)).at(-1)?.status === 'failed';
    await until(
      'the last attempt fails',
      async () => {
        await subject.rows.query(
          `update jobs set attempts = $3 where name = $2 and status = 'queued' and attempts > 0
             and payload ->> 'recordingId' = $1`,
          [facts.recordingId, job.name, job.attempts - 1],
        );
        return isFailed();
      },
      30_000,
    );
  };
  /** Lets so many minutes pass since its jobs were given up. */
  const later = ({ recordingId }: RecordingFacts, minutes: number) =>
    subject.rows.query(
      `update jobs set finished_at = finished_at - make_interval(mins => $2)
       where status = 'failed' and payload ->> 'recordingId' = $1`,
      [recordingId, minutes],
    );
  const round = () => subject.service.app.get(RetryFailedCopies).round(new AbortController().signal);
  const isUnusable = async ({ recordingId }: RecordingFacts) => {
    const [row] = await subject.rows.query<{ is: boolean }[]>(
      'select unusable_at is not null as is from recordings where id = $1',
      [recordingId],
    );
    return row?.is;
  };

  it('do not keep its preview waiting, whichever job has measured it', async () => {
    const [other, facts] = [await subject.recorded(), await subject.recorded()];
    const { promise: isFirst, resolve: end } = Promise.withResolvers<void>();
    // Previews are made one after the other: its turn comes when it is measured for its copies.
    const refused = storeAnswers(async (key) => {
      if (key.includes(other.recordingId)) await isFirst;
      if (key.endsWith('/audio.mp3')) throw new Error('this file is refused');
    });
    await subject.tellStored(other);
    await until('the first is stored', () => refused.mock.calls.length === 1);
    await subject.tellPaid(facts);
    await subject.tellStored(facts);
    await subject.reaches(facts, 'done');
    end();
    await subject.previewed(facts);
    expect(subject.told(facts.agreementId)).not.toContain(recordingPrepared.name);
    refused.mockRestore();
    await subject.completed(facts);
  }, 120_000);

  it('are made once the store takes them, although their job was given up', async () => {
    const refused = refuseMp3();
    const facts = await subject.recorded();
    await subject.tellPaid(facts);
    await subject.tellStored(facts);
    await subject.reaches(facts, 'done');
    await subject.previewed(facts);
    await givenUp(facts);
    expect(await isUnusable(facts)).toBe(false);

    await later(facts, 59);
    await round();
    expect(await jobsOf(facts)).toHaveLength(1);
    await later(facts, 1);
    await until('another job', async () => (await jobsOf(facts)).length === 2);
    await givenUp(facts);
    // The pause has doubled.
    await later(facts, 119);
    await Promise.all([round(), round()]);
    expect(await jobsOf(facts)).toHaveLength(2);

    refused.mockRestore();
    await later(facts, 1);
    await Promise.all([round(), round()]);
    await subject.completed(facts);
    await subject.quiet();
    const statuses = (await jobsOf(facts)).map(({ status }) => status);
    expect(statuses).toEqual(['failed', 'failed', 'done']);
    await later(facts, 100_000);
    await round();
    expect(await jobsOf(facts)).toHaveLength(3);
  }, 120_000);

  it('come soon though a clock that was ahead, and is put back, noted when their job was given up', async () => {
    const refused = refuseMp3();
    const facts = await subject.recorded();
    await subject.tellPaid(facts);
    await subject.tellStored(facts);
    await givenUp(facts);
    refused.mockRestore();
    await later(facts, -5 * 60);
    await round();
    expect(await jobsOf(facts)).toHaveLength(2);
    await subject.completed(facts);
    expect((await jobsOf(facts)).map(({ status }) => status)).toEqual(['failed', 'done']);
  }, 60_000);

  it('may still come, with the transcript, when its preview was given up', async () => {
    const facts = await subject.recorded();
    await subject.store.delete(facts.objectKey);
    await subject.tellPaid(facts);
    await subject.tellStored(facts);
    await givenUp(facts, prepareRecording);
    expect(await isUnusable(facts)).toBe(false);
    await subject.store.putBuffer(facts.objectKey, subject.speech, 'audio/webm');
    await subject.reaches(facts, 'done');
    await subject.completed(facts);
  }, 120_000);

  it('are not tried for ever', async () => {
    const refused = refuseMp3();
    const facts = await subject.recorded();
    await subject.tellPaid(facts);
    await subject.tellStored(facts);
    await givenUp(facts);
    await subject.rows.query(
      `insert into jobs (id, name, key, payload, status, correlation_id, finished_at)
       select gen_random_uuid(), name, key || n, payload, status, correlation_id, finished_at
       from jobs, generate_series(2, 30) n where name = $2 and payload ->> 'recordingId' = $1`,
      [facts.recordingId, completeRecording.name],
    );
    await later(facts, 100_000);
    await round();
    expect(await jobsOf(facts)).toHaveLength(30);
    refused.mockRestore();
  }, 60_000);

  it('are not tried again of what nobody can decode', async () => {
    const facts = await subject.recorded(Buffer.from('no sound at all'));
    await subject.tellPaid(facts);
    await subject.tellStored(facts);
    await subject.reaches(facts, 'failed');
    await until('both jobs are given up', async () => (await isUnusable(facts)) === true);
    await subject.quiet();
    await later(facts, 100_000);
    await round();
    expect(await jobsOf(facts)).toEqual([expect.objectContaining({ status: 'failed' })]);
  }, 120_000);
});
