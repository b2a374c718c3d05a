import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import S3rver from 's3rver';
import { recordingPreviewed, transcriptCompleted, transcriptFailed } from '#contracts';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually, letTimePass, QueryPlans, TcpProxy } from '#testing';
import { until } from '../../../libs/platform/test/test-service.js';
import { Transcriber } from '../src/speech/transcriber.js';
import { RetryFailedTranscripts } from '../src/transcripts/retry-failed-transcripts.schedule.js';
import type { RecordingFacts } from './agreement-events.js';
import { Transcription } from './transcription.harness.js';

const SALE = {
  duration: 3,
  segments: [{ start: 0.2, end: 1, text: 'Yes, I agree.', speaker: 'A' }],
};
const DELAYS = '50,50';

describe('transcription when something comes late or not at all', () => {
  let folder: string;
  let server: S3rver;
  let proxy: TcpProxy;
  let openai: OpenAiStandIn;
  let subject: Transcription;
  let isShut = false;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transcription-outages-'));
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder });
    const { port } = await server.run();
    proxy = await TcpProxy.to(`http://127.0.0.1:${port}`);
    openai = await startOpenAi({ port: 0 });
    openai.respondWith(SALE);
    subject = await Transcription.start({
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
      STORAGE_DRIVER: 's3',
      S3_ENDPOINT: proxy.url.replace(/\/$/, ''),
      S3_BUCKET: 'recordings',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      EVENT_RETRY_DELAYS: DELAYS,
    });
  }, 180_000);

  // However a test has ended.
  afterEach(async () => {
    jest.restoreAllMocks();
    if (isShut) await open();
  });

  afterAll(async () => {
    await subject?.close();
    await openai?.close();
    await proxy?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const open = async () => {
    isShut = false;
    await proxy.open();
  };
  const preparation = async ({ recordingId }: RecordingFacts) => {
    const [row] = await subject.rows.query<{ attempts: number; lastError: string | null; status: string }[]>(
      `select attempts, status, last_error as "lastError" from jobs
       where name = 'prepare-recording' and payload->>'recordingId' = $1`,
      [recordingId],
    );
    return row;
  };
  const isUnusable = async ({ recordingId }: RecordingFacts): Promise<boolean> => {
    const [row] = await subject.rows.query<{ isUnusable: boolean }[]>(
      'select unusable_at is not null as "isUnusable" from recordings where id = $1',
      [recordingId],
    );
    return row?.isUnusable ?? false;
  };
  const deadLetters = () =>
    subject.rows.query<{ handler: string; reason: string }[]>('select handler, reason from dead_letters');

  it('prepares a recording once the object store is back, which says nothing about the recording', async () => {
    const facts = await subject.recorded();
    isShut = true;
    await proxy.close();
    await subject.tellStored(facts);
    await until('it is tried', async () => (await preparation(facts))?.lastError != null);
    // As before the last of its attempts, which would otherwise take a quarter of a minute.
    await until('it is the last attempt', async () => {
      const [, count] = await subject.rows.query<[unknown, number]>(
        `update jobs set attempts = 4
         where name = 'prepare-recording' and status = 'queued' and payload->>'recordingId' = $1`,
        [facts.recordingId],
      );
      return count === 1;
    });
    await letTimePass(3000, 'longer than the pause before that attempt');
    expect(await isUnusable(facts)).toBe(false);
    await open();
    await subject.previewed(facts);
    expect(await preparation(facts)).toMatchObject({ status: 'done', attempts: 5 });
    expect(subject.told(facts.agreementId)).toEqual([recordingPreviewed.name]);
  }, 60_000);

  it('takes for no recording what something else than the store gives', async () => {
    const facts = await subject.recorded();
    await subject.store.putBuffer(
      facts.objectKey,
      Buffer.from('<h1>Welcome to our network</h1>'),
      'text/html',
    );
    await subject.tellStored(facts);
    await until('it is tried', async () => (await preparation(facts))?.lastError != null);
    expect(await preparation(facts)).toMatchObject({
      lastError: expect.stringContaining('not what was stored'),
    });
    expect(await isUnusable(facts)).toBe(false);
    await subject.store.putBuffer(facts.objectKey, subject.speech, 'audio/webm');
    await subject.previewed(facts);
  }, 60_000);

  it('makes a paid transcript once there is room on the disk, which costs no attempt', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const hears = jest.spyOn(Transcriber.prototype, 'transcribe');
    for (let time = 0; time < 5; time += 1) hears.mockRejectedValueOnce(full);
    const facts = await subject.recorded();
    await subject.tellStored(facts);
    await subject.tellPaid(facts);
    await subject.reaches(facts, 'done');
    await subject.news(facts.agreementId, transcriptCompleted, 1);
    expect(hears).toHaveBeenCalledTimes(6);
    expect(subject.told(facts.agreementId)).not.toContain(transcriptFailed.name);
    const [job] = await subject.rows.query<{ attempts: number }[]>(
      `select attempts from jobs j join transcripts t on j.key = t.id || ':' || t.run
       where j.name = 'transcribe-recording' and t.agreement_id = $1`,
      [facts.agreementId],
    );
    expect(job).toEqual({ attempts: 1 });
  }, 90_000);

  it('makes the transcript of both although the consent came long before the recordings', async () => {
    const a = await subject.recorded();
    const b = await subject.another(a, { party: 'b' });
    await subject.tellConsent(a, b, 2);
    await letTimePass(1000, 'longer than all retries of an event together');
    expect(await deadLetters()).toEqual([]);
    await subject.tellStored(b);
    await subject.tellStored(a);
    const view = await subject.reaches(a, 'done');
    expect(view.segments.map(({ recording }) => recording)).toEqual(['a', 'b']);
    await subject.news(a.agreementId, transcriptCompleted, 1);
  }, 60_000);

  it('makes the transcript of one although payment and request came long before the recording', async () => {
    const facts = await subject.recorded();
    await subject.tellRequested(facts);
    await subject.tellPaid(facts, 2);
    await letTimePass(1000, 'longer than all retries of an event together');
    expect(await deadLetters()).toEqual([]);
    await subject.tellStored(facts);
    await subject.reaches(facts, 'done');
    await subject.news(facts.agreementId, transcriptCompleted, 1);
    await eventually(
      async () => expect(await subject.rows.query('select 1 from transcript_requests')).toEqual([]),
      5000,
      'no request that is left',
    );
  }, 60_000);

  it.each([
    ['the pause after the failure is over', '-31 seconds'],
    ['a clock that was ahead, and is put back, noted the failure', '5 hours'],
  ])(
    'makes a paid transcript by itself that failed while the engine was away, and asks only one that is there, when %s',
    async (_when, since) => {
      openai.failWith(503, null, 4);
      const facts = await subject.recorded();
      await subject.tellStored(facts);
      await subject.tellPaid(facts);
      await subject.reaches(facts, 'failed');
      await subject.news(facts.agreementId, transcriptFailed, 1);
      const asked = openai.requests.length;
      await subject.rows.query(
        `update jobs set finished_at = now() + $1::interval
       where name = 'transcribe-recording' and status = 'failed'`,
        [since],
      );
      await subject.reaches(facts, 'done');
      await subject.news(facts.agreementId, transcriptCompleted, 1);
      expect(openai.requests.length).toBe(asked + 1);
    },
    60_000,
  );

  it('finds what failed by an index, however many transcripts there are', async () => {
    const retry = subject.service.app.get(RetryFailedTranscripts);
    const round = () => retry.round(new AbortController().signal);
    const plans = await QueryPlans.of(subject.service.app, 'from transcripts', round);
    expect(await plans.indexes()).toContain('transcripts_failed');
  });

  it('tries a paid transcript ever more rarely, and not for ever, when an engine answers and hears nothing', async () => {
    openai.failWith(503, null, 4);
    const facts = await subject.recorded();
    await subject.tellStored(facts);
    await subject.tellPaid(facts);
    await subject.reaches(facts, 'failed');
    const asked = openai.requests.length;
    /** As if its last run was the one of this number, and failed so long ago. */
    const failedAt = async (run: number, since: string) => {
      await subject.rows.query(
        `with failed as (
           update transcripts t set run = $2 where agreement_id = $1 and stage = 'failed' returning id
         )
         update jobs set key = failed.id || ':' || $2, finished_at = now() - $3::interval
         from failed where jobs.key like failed.id || ':%' and jobs.status = 'failed'`,
        [facts.agreementId, run, since],
      );
      await subject.service.app.get(RetryFailedTranscripts).round(new AbortController().signal);
    };
    await failedAt(10, '4 hours');
    await failedAt(13, '23 hours');
    await failedAt(40, '90 days');
    expect((await subject.read(facts.agreementId)).body).toMatchObject({ status: 'failed' });
    expect(openai.requests).toHaveLength(asked);
    await failedAt(39, '25 hours');
    await subject.reaches(facts, 'done');
  }, 90_000);

  it('makes the transcript of both by itself where the engine was away, also where a person wrote down the first recording', async () => {
    const a = await subject.recorded();
    await subject.tellStored(a);
    await subject.tellRequested(a);
    await subject.reachesStage(a, 'done');
    const { body: order } = await subject.order(a.agreementId);
    const written = new FormData();
    written.set('reason', 'Transcribed as ordered');
    written.set('text', 'Yes, I agree.');
    expect((await subject.fulfil(order.orderId, written)).status).toBe(200);
    const b = await subject.another(a, { party: 'b' });
    openai.failWith(503, null, 4);
    await subject.tellStored(b);
    await subject.tellConsent(a, b);
    await subject.reaches(a, 'failed');
    await subject.rows.query(
      `update jobs set finished_at = now() - interval '31 seconds'
       where name = 'transcribe-recording' and status = 'failed'`,
    );
    const view = await subject.reaches(a, 'done');
    expect(view.segments.map(({ recording }) => recording)).toEqual(['a', 'b']);
    expect(view.human).toBeNull();
    await subject.news(a.agreementId, transcriptCompleted, 1);
  }, 90_000);
});
