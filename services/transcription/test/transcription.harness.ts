import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import {
  type EventDefinition,
  humanTranscriptDelivered,
  humanTranscriptOrdered,
  humanTranscriptOverdue,
  jobGivenUp,
  newAgreementId,
  recordingPrepared,
  recordingPreviewed,
  transcriptCompleted,
  transcriptExported,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { Jobs } from '#jobs';
import { Publisher } from '#messaging';
import { Outbox } from '#outbox';
import { type Principal, type RunningService, ServiceTokens, startService } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import {
  createMigratedDatabase,
  EventTap,
  eventually,
  PATIENT_RETRIES,
  recordInBrowserFormat,
  type Servers,
  type SpokenLine,
  speakAgreement,
  startServers,
  type TestDatabase,
} from '#testing';
import { testEnv, uniqueName } from '../../../libs/platform/test/test-service.js';
import { migrate } from '../src/migrate.js';
import type { TranscriptView } from '../src/reading/transcript.view.js';
import { derivedKey } from '../src/recordings/recording.entity.js';
import { prepareRecording } from '../src/recordings/recordings.service.js';
import { transcriptionService } from '../src/service.js';
import { Transcriber } from '../src/speech/transcriber.js';
import { AgreementEvents, anna, type RecordingFacts } from './agreement-events.js';
import { type AgreementsApi, startAgreementsApi } from './agreements-api.js';
import { wav } from './corpus-wav.js';

const run = promisify(execFile);
const PAUSE_SECONDS = 2;
const secret = 'a-secret-of-at-least-thirty-two-characters';
const DONE_MS = 60_000;

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export const ben: Principal = { kind: 'user', id: 42, sessionId: 'ben' };
export const admin: Principal = { kind: 'admin', id: 1, sessionId: 'admin' };
export const service: Principal = { kind: 'service', id: 0, sessionId: null, name: 'agreements' };

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** The transcription service with real servers, real media programs and a table of agreements. */
export class Transcription extends AgreementEvents {
  private readonly tokens = new ServiceTokens(secret);

  private constructor(
    public service: RunningService,
    private readonly begin: () => Promise<RunningService>,
    agreements: AgreementsApi,
    readonly rows: DataSource,
    readonly tap: EventTap,
    /** A WebM as a browser records it: a question and its answer. */
    readonly speech: Buffer,
    publisher: Publisher,
    private readonly servers: Servers,
    private readonly database: TestDatabase,
    private readonly folder: string,
  ) {
    super(agreements, publisher);
  }

  static async start(env: Record<string, string>): Promise<Transcription> {
    const servers = await startServers({ ephemeral: true });
    const database = await createMigratedDatabase(servers.databaseUrl, 'transcription', migrate);
    const rows = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const agreements = await startAgreementsApi(secret);
    const folder = await mkdtemp(join(tmpdir(), 'transcription-int-'));
    const told: EventDefinition[] = [
      recordingPreviewed,
      recordingPrepared,
      transcriptProgressed,
      transcriptCompleted,
      transcriptExported,
      transcriptFailed,
      humanTranscriptOrdered,
      humanTranscriptDelivered,
      humanTranscriptOverdue,
      jobGivenUp,
    ];
    const tap = await EventTap.open(servers.amqpUrl, told);
    // A name of its own keeps its queues apart from those of other tests on the same servers.
    const name = uniqueName();
    const begin = async () => {
      const service = await startService({ ...transcriptionService, name }, testEnv(all));
      await eventually(
        async () => {
          const { status } = await fetch(`${service.url}/health`);
          if (status !== 200) throw new Error(`not ready: ${status}`);
        },
        30_000,
        'a ready service',
      );
      return service;
    };
    const all = {
      PATH: process.env.PATH ?? '',
      SERVICE_TOKEN_SECRET: secret,
      DATABASE_URL: database.url,
      REDIS_URL: servers.redisUrl,
      AMQP_URL: servers.amqpUrl,
      AGREEMENTS_URL: agreements.url,
      STORAGE_DISK_ROOT: join(folder, 'objects'),
      SPOOL_DIR: join(folder, 'spool'),
      EVENT_RETRY_DELAYS: PATIENT_RETRIES,
      SCHEDULE_MAX_MS: '500',
      OPENAI_CHAT_MODEL: 'none',
      ...env,
    };
    const service = await begin();
    const publisher = new Publisher(servers.amqpUrl, 'test', pino({ level: 'silent' }));
    await publisher.ready();
    const speech = await recordSpeech(folder, [
      { voice: 'a', text: 'Do you agree?' },
      { voice: 'b', text: 'Yes, I agree.' },
    ]);
    return new Transcription(
      service,
      begin,
      agreements,
      rows,
      tap,
      speech,
      publisher,
      servers,
      database,
      folder,
    );
  }

  get store(): ObjectStore {
    return this.service.app.get<ObjectStore>(OBJECT_STORE, { strict: false });
  }

  /** Ends the service in the middle of whatever it does, as an update does, and starts it again. */
  async restart(): Promise<void> {
    await this.service.close();
    this.service = await this.begin();
  }

  /** A conversation of this length with a pause after each exchange, prepared and paid. */
  async paidLong(seconds: number): Promise<RecordingFacts> {
    const facts = await this.recorded();
    const { agreementId, recordingId, objectKey } = facts;
    const path = join(this.folder, `${randomUUID()}.webm`);
    await writeFile(path, this.speech);
    const decode = ['-ac', '1', '-ar', '16000', '-af', `apad=pad_dur=${PAUSE_SECONDS}`, '-f', 's16le'];
    await run('ffmpeg', ['-v', 'error', '-i', path, ...decode, `${path}.raw`]);
    const exchange = await readFile(`${path}.raw`);
    const working = derivedKey(recordingId, 'working.wav');
    const samples = Buffer.alloc(seconds * 32_000, exchange);
    // No second is like another one, so no two parts are alike.
    for (let second = 0; second < seconds; second += 1) samples.writeInt16LE(second, second * 32_000);
    await this.store.putBuffer(working, wav(samples), 'audio/wav');
    const every = exchange.length / 32_000;
    const speech = Array.from({ length: Math.floor(seconds / every) }, (_, index) => ({
      start: index * every,
      end: (index + 1) * every - PAUSE_SECONDS,
    }));
    await this.rows.query(
      `insert into recordings (id, agreement_id, party, object_key, mime, duration_ms, working_key, mp3_key,
         speech, prepared_at) values ($1, $2, 'a', $3, 'audio/webm', $4, $5, $5, $6, now())`,
      [recordingId, agreementId, objectKey, seconds * 1000, working, JSON.stringify(speech)],
    );
    await this.tellPaid(facts);
    return facts;
  }

  /** An agreement of Anna's whose original lies in the store. */
  async recorded(content = this.speech): Promise<RecordingFacts> {
    const [agreementId, recordingId] = [newAgreementId(), randomUUID()];
    const objectKey = `recordings/${recordingId}/original`;
    await this.store.putBuffer(objectKey, content, 'audio/webm');
    this.agreements.agreements.set(agreementId, { ownerId: anna.id, status: 'pending' });
    return { agreementId, recordingId, objectKey, sha256: sha256Of(content) };
  }

  /** Party B's voice, as a browser records it. */
  async record(text: string): Promise<Buffer> {
    return recordSpeech(this.folder, [{ voice: 'b', text }]);
  }

  /** Another recording of the same agreement: a new one, or party B's. */
  async another(
    { agreementId }: RecordingFacts,
    { party = 'a', content = this.speech }: { party?: 'a' | 'b'; content?: Buffer } = {},
  ): Promise<RecordingFacts> {
    const recordingId = randomUUID();
    const objectKey = `recordings/${recordingId}/original`;
    await this.store.putBuffer(objectKey, content, 'audio/webm');
    return { agreementId, recordingId, objectKey, sha256: sha256Of(content), party };
  }

  /** Stored, prepared and paid, as it goes when people take their time. */
  async paid(content = this.speech): Promise<RecordingFacts> {
    const facts = await this.recorded(content);
    await this.tellStored(facts);
    await this.previewed(facts);
    await this.tellPaid(facts);
    return facts;
  }

  /** Everything that is made before the payment exists. */
  previewed(facts: RecordingFacts): Promise<void> {
    return this.heardOf(facts, recordingPreviewed.name);
  }

  /** Everything that is made of a paid recording exists. */
  completed(facts: RecordingFacts): Promise<void> {
    return this.heardOf(facts, recordingPrepared.name);
  }

  async reaches({ agreementId }: RecordingFacts, status: TranscriptView['status']): Promise<TranscriptView> {
    return eventually(
      async () => {
        const view = await this.read(agreementId);
        if (view.body.status !== status) throw new Error(`it is ${JSON.stringify(view.body)}`);
        return view.body as unknown as TranscriptView;
      },
      DONE_MS,
      `transcript ${status}`,
    );
  }

  read(agreementId: string, caller = anna): Promise<Answer> {
    return this.call('GET', `/api/agreements/${agreementId}/transcript`, caller, {});
  }

  renew(agreementId: string): Promise<Answer> {
    return this.call('POST', `/api/agreements/${agreementId}/transcript/renewal`, anna, {});
  }

  generate(
    agreementId: string,
    { caller = anna, headers = {} }: { caller?: Principal; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return this.call('POST', `/api/agreements/${agreementId}/generate-transcript`, caller, headers);
  }

  /** What the owner of the recording sees of its transcript. */
  stage({ agreementId, recordingId }: RecordingFacts): Promise<Answer> {
    return this.call('GET', `/internal/transcripts/${agreementId}?recordingId=${recordingId}`, service, {});
  }

  async reachesStage(facts: RecordingFacts, stage: string): Promise<Answer['body']> {
    return eventually(
      async () => {
        const { body } = await this.stage(facts);
        if (body.stage !== stage) throw new Error(`it is ${JSON.stringify(body)}`);
        return body;
      },
      DONE_MS,
      `transcript ${stage}`,
    );
  }

  nameSpeaker(agreementId: string, label: string, naming: object, caller = anna): Promise<Answer> {
    return this.call(
      'PUT',
      `/api/agreements/${agreementId}/transcript/speakers/${label}`,
      caller,
      { 'content-type': 'application/json' },
      JSON.stringify(naming),
    );
  }

  order(agreementId: string, caller = anna): Promise<Answer> {
    const body = JSON.stringify({ agreementId });
    return this.call(
      'POST',
      '/api/request-manual-transcription',
      caller,
      { 'content-type': 'application/json' },
      body,
    );
  }

  fulfil(orderId: unknown, form: FormData, caller = admin): Promise<Answer> {
    const path = `/api/admin/manual-transcriptions/${String(orderId)}/fulfil`;
    return this.call('POST', path, caller, {}, form);
  }

  /** Other words in the place of what was delivered. */
  correct(orderId: unknown, form: FormData, caller = admin): Promise<Answer> {
    const path = `/api/admin/manual-transcriptions/${String(orderId)}/correct`;
    return this.call('POST', path, caller, {}, form);
  }

  /** As the gateway does for an administrator. */
  retryJob(id: string): Promise<Answer> {
    return this.call('POST', `/internal/jobs/${id}/retry`, service, {});
  }

  get(path: string, caller: Principal): Promise<Answer> {
    return this.call('GET', path, caller, {});
  }

  /** Events of one kind about an agreement, once there are that many. */
  async news(agreementId: string, { name }: { name: string }, count: number): Promise<object[]> {
    return eventually(
      async () => {
        const told = this.tap.about(agreementId).filter(({ type }) => type === name);
        if (told.length !== count) throw new Error(`${told.length} times told`);
        return told.map(({ data }) => data);
      },
      10_000,
      `${count} times ${name}`,
    );
  }

  /** Begins another job that prepares the recording, beside those that had it before. `run` tells them apart. */
  async prepareAgain({ recordingId }: RecordingFacts, run: string): Promise<void> {
    const { app } = this.service;
    const [outbox, jobs] = [app.get(Outbox, { strict: false }), app.get(Jobs, { strict: false })];
    await outbox.transaction((manager) =>
      jobs.add(manager, prepareRecording, `${recordingId}:${run}`, { recordingId }),
    );
  }

  /** Until an event is dealt with. */
  async handled(consumer: string, eventId: string): Promise<void> {
    await eventually(
      async () => {
        const rows = await this.rows.query<object[]>(
          'select 1 from inbox where consumer = $1 and message_id = $2',
          [consumer, eventId],
        );
        if (rows.length === 0) throw new Error('not yet');
      },
      DONE_MS,
      `${consumer} of ${eventId}`,
    );
  }

  /** Until nothing waits: every job closed, every event out and handled. */
  async quiet(): Promise<void> {
    let calm = 0;
    await eventually(
      async () => {
        const [row] = await this.rows.query<{ open: number }[]>(
          `select (select count(*) from jobs where status in ('queued', 'running'))::int
             + (select count(*) from outbox)::int as open`,
        );
        calm = row?.open === 0 ? calm + 1 : 0;
        if (calm < 5) throw new Error(`${row?.open} jobs or events are still open`);
      },
      DONE_MS,
      'a quiet service',
    );
  }

  /** Names of the events about an agreement, in order. */
  told(agreementId: string): string[] {
    return this.tap.about(agreementId).map((event) => event.type);
  }

  async sha256(key: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of await this.store.get(key)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.publisher.close();
    await this.tap.close();
    await this.agreements.close();
    await this.rows.destroy();
    await this.database.drop();
    await rm(this.folder, { recursive: true, force: true });
    await this.servers.stop();
  }

  private async heardOf({ agreementId, recordingId }: RecordingFacts, name: string): Promise<void> {
    await eventually(
      async () => {
        const isTold = this.tap
          .about(agreementId)
          .some(
            ({ type, data }) =>
              type === name && (data as { recordingId: string }).recordingId === recordingId,
          );
        if (!isTold) throw new Error(`no ${name}`);
      },
      DONE_MS,
      name,
    );
  }

  private async call(
    method: string,
    path: string,
    caller: Principal,
    headers: Record<string, string>,
    body: string | FormData | null = null,
  ): Promise<Answer> {
    const answer = await fetch(this.service.url + path, {
      method,
      body,
      headers: { 'x-service-token': this.tokens.issue(caller), ...headers },
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, unknown>,
    };
  }
}

async function recordSpeech(folder: string, lines: SpokenLine[]): Promise<Buffer> {
  const path = join(folder, randomUUID());
  await speakAgreement(`${path}.wav`, lines);
  await recordInBrowserFormat(`${path}.wav`, `${path}.webm`, 'webm-opus');
  return readFile(`${path}.webm`);
}

/** The next recording is not listened to before the answer is called: what happens meanwhile races with nothing. */
export function holdNextRecognition(): () => void {
  const held = Promise.withResolvers<void>();
  const { transcribe } = Transcriber.prototype;
  const spy = jest.spyOn(Transcriber.prototype, 'transcribe');
  spy.mockImplementationOnce(async function (this: Transcriber, ...input) {
    await held.promise;
    return transcribe.apply(this, input);
  });
  return () => {
    spy.mockRestore();
    held.resolve();
  };
}
