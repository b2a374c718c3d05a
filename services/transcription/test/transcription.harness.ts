import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import {
  agreementPaid,
  createEnvelope,
  type EventDefinition,
  newAgreementId,
  recordingPrepared,
  recordingStored,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { Publisher } from '#messaging';
import { type Principal, type RunningService, ServiceTokens, startService } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import {
  createTestDatabase,
  EventTap,
  eventually,
  recordInBrowserFormat,
  type Servers,
  speakAgreement,
  startServers,
  type TestDatabase,
} from '#testing';
import { testEnv, uniqueName } from '../../../libs/platform/test/test-service.js';
import { migrate } from '../src/migrate.js';
import { transcriptionService } from '../src/service.js';
import type { TranscriptView } from '../src/transcripts/transcript.view.js';
import { type AgreementsApi, startAgreementsApi } from './agreements-api.js';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const DONE_MS = 60_000;

export const anna: Principal = { kind: 'user', id: 41, sessionId: 'anna' };
export const ben: Principal = { kind: 'user', id: 42, sessionId: 'ben' };

export interface RecordingFacts {
  agreementId: string;
  recordingId: string;
  objectKey: string;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The transcription service with real servers, real media programs and a table of agreements. */
export class Transcription {
  private readonly tokens = new ServiceTokens(secret);

  private constructor(
    readonly service: RunningService,
    readonly agreements: AgreementsApi,
    readonly rows: DataSource,
    readonly tap: EventTap,
    /** A WebM as a browser records it: a question and its answer. */
    readonly speech: Buffer,
    private readonly publisher: Publisher,
    private readonly servers: Servers,
    private readonly database: TestDatabase,
    private readonly folder: string,
  ) {}

  static async start(env: Record<string, string>): Promise<Transcription> {
    const servers = await startServers({ ephemeral: true });
    const database = await createTestDatabase(servers.databaseUrl);
    await migrate(database.url);
    const rows = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const agreements = await startAgreementsApi(secret);
    const folder = await mkdtemp(join(tmpdir(), 'transcription-int-'));
    const told: EventDefinition[] = [
      recordingPrepared,
      transcriptProgressed,
      transcriptCompleted,
      transcriptFailed,
    ];
    const tap = await EventTap.open(servers.amqpUrl, told);
    // A name of its own keeps its queues apart from those of other tests on the same servers.
    const service = await startService(
      { ...transcriptionService, name: uniqueName() },
      testEnv({
        PATH: process.env.PATH ?? '',
        SERVICE_TOKEN_SECRET: secret,
        DATABASE_URL: database.url,
        REDIS_URL: servers.redisUrl,
        AMQP_URL: servers.amqpUrl,
        AGREEMENTS_URL: agreements.url,
        STORAGE_DISK_ROOT: join(folder, 'objects'),
        SPOOL_DIR: join(folder, 'spool'),
        EVENT_RETRY_DELAYS: '200,500,2000,5000',
        ...env,
      }),
    );
    await eventually(
      async () => {
        const { status } = await fetch(`${service.url}/health`);
        if (status !== 200) throw new Error(`not ready: ${status}`);
      },
      30_000,
      'a ready service',
    );
    const publisher = new Publisher(servers.amqpUrl, 'test', pino({ level: 'silent' }));
    await publisher.ready();
    await speakAgreement(join(folder, 'speech.wav'), [
      { voice: 'a', text: 'Do you agree?' },
      { voice: 'b', text: 'Yes, I agree.' },
    ]);
    await recordInBrowserFormat(join(folder, 'speech.wav'), join(folder, 'speech.webm'), 'webm-opus');
    const speech = await readFile(join(folder, 'speech.webm'));
    return new Transcription(service, agreements, rows, tap, speech, publisher, servers, database, folder);
  }

  get store(): ObjectStore {
    return this.service.app.get<ObjectStore>(OBJECT_STORE, { strict: false });
  }

  /** An agreement of Anna's whose original lies in the store. */
  async recorded(content = this.speech): Promise<RecordingFacts> {
    const [agreementId, recordingId] = [newAgreementId(), randomUUID()];
    const objectKey = `recordings/${recordingId}/original`;
    await this.store.putBuffer(objectKey, content, 'audio/webm');
    this.agreements.agreements.set(agreementId, { ownerId: anna.id, status: 'pending' });
    return { agreementId, recordingId, objectKey };
  }

  /** Tells that the recording is stored; the same event `times` times. */
  async tellStored(facts: RecordingFacts, times = 1): Promise<void> {
    const event = createEnvelope(
      recordingStored,
      { ...facts, sha256: '0'.repeat(64), bytes: this.speech.length, mime: 'audio/webm', durationMs: 1000 },
      { correlationId: randomUUID(), causationId: null },
    );
    for (let time = 0; time < times; time += 1) await this.publisher.publish(event);
  }

  /** Tells that the agreement is paid; the same event `times` times. */
  async tellPaid({ agreementId, recordingId }: RecordingFacts, times = 1): Promise<void> {
    this.agreements.agreements.set(agreementId, { ownerId: anna.id, status: 'processing' });
    const event = createEnvelope(
      agreementPaid,
      {
        agreementId,
        recordingId,
        ownerId: anna.id,
        status: 'processing',
        paidAt: new Date().toISOString(),
      },
      { correlationId: randomUUID(), causationId: null },
    );
    for (let time = 0; time < times; time += 1) await this.publisher.publish(event);
  }

  /** Stored, prepared and paid, as it goes when people take their time. */
  async paid(content = this.speech): Promise<RecordingFacts> {
    const facts = await this.recorded(content);
    await this.tellStored(facts);
    await this.prepared(facts);
    await this.tellPaid(facts);
    return facts;
  }

  async prepared({ agreementId }: RecordingFacts): Promise<void> {
    await eventually(
      async () => {
        if (!this.told(agreementId).includes(recordingPrepared.name)) throw new Error('not prepared');
      },
      DONE_MS,
      'a prepared recording',
    );
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

  generate(
    agreementId: string,
    { caller = anna, headers = {} }: { caller?: Principal; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return this.call('POST', `/api/agreements/${agreementId}/generate-transcript`, caller, headers);
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

  private async call(
    method: string,
    path: string,
    caller: Principal,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const answer = await fetch(this.service.url + path, {
      method,
      headers: { 'x-service-token': this.tokens.issue(caller), ...headers },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
}
