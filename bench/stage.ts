import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelModel, connect } from 'amqplib';
import { type Principal, ServiceTokens, visitor } from '#platform';
import { type Servers, startServers, systemEnvironment, systemPorts } from '#testing';
import { migrate as migrateAgreements } from '../services/agreements/src/migrate.js';
import { migrate as migrateAuth } from '../services/auth/src/migrate.js';
import { migrate as migratePayments } from '../services/payments/src/migrate.js';
import { migrate as migrateTranscription } from '../services/transcription/src/migrate.js';
import type { Finding } from './finding.js';
import { PinnedProcess } from './pinned-process.js';
import { waveHeader } from './wave.js';

/** Where all events go. */
export const EXCHANGE = 'ssc.events';

export const owner: Principal = { kind: 'user', id: 7, sessionId: 'bench' };

/** What a row needs to be measured: servers, databases, folders, and processes that end with it. */
export class Stage {
  readonly tokens: ServiceTokens;
  private readonly processes: PinnedProcess[] = [];

  private constructor(
    readonly rounds: number,
    readonly servers: Servers,
    readonly env: Record<string, string>,
    readonly folder: string,
    private readonly sink: ChannelModel,
  ) {
    this.tokens = new ServiceTokens(env.GATEWAY_SERVICE_TOKEN_SECRET ?? '');
  }

  static async open(rounds: number): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-bench-'));
    const servers = await startServers({ ephemeral: true, native: true });
    const env = await systemEnvironment(servers, await systemPorts(), folder, {
      REQUESTS_PER_MINUTE: '100000000',
      LOG_LEVEL: 'error',
      // Rounds as seldom as in production, not as often as in tests.
      SCHEDULE_MAX_MS: '3600000',
    });
    await migrateAgreements(env.AGREEMENTS_DATABASE_URL ?? '');
    await migrateAuth(env.AUTH_DATABASE_URL ?? '');
    await migratePayments(env.PAYMENTS_DATABASE_URL ?? '');
    await migrateTranscription(env.TRANSCRIPTION_DATABASE_URL ?? '');
    return new Stage(rounds, servers, env, folder, await openSink(servers.amqpUrl));
  }

  /** One of our services, started as it is in production. */
  service(
    name: 'agreements' | 'auth' | 'gateway' | 'payments' | 'transcription',
    env: Record<string, string> = {},
  ): Promise<PinnedProcess> {
    return this.keep(PinnedProcess.start('service.main', name, { ...this.env, ...env }));
  }

  /** A bare server to compare with. */
  control(
    name: 'health' | 'http' | 'sql' | 'upstream' | 'proxy' | 'upload' | 'verify',
    env: Record<string, string> = {},
  ): Promise<PinnedProcess> {
    return this.keep(PinnedProcess.start('control.main', name, env));
  }

  /** Uploads a recording of one second and has the owner claim it, as a payment would. Answers its number. */
  async agreement(url: string): Promise<string> {
    const form = new FormData();
    form.append('agreementData', JSON.stringify(agreementData));
    const format = { rate: 48_000, channels: 1, bytesPerSample: 2 };
    const sound = Buffer.alloc(96_000, '\x10\x20\x30\x10');
    form.append('audio', new Blob([waveHeader(sound.length, format), sound], { type: 'audio/wav' }), 'a.wav');
    const saved = await fetch(`${url}/api/agreements/temporary`, {
      method: 'POST',
      body: form,
      headers: { 'x-service-token': this.tokens.issue(visitor) },
    });
    const text = await saved.text();
    if (saved.status !== 201) throw new Error(`the upload was answered ${saved.status}: ${text}`);
    const { agreementId, claimToken } = JSON.parse(text) as { agreementId: string; claimToken: string };
    const claimed = await fetch(`${url}/internal/agreements/${agreementId}/claim`, {
      method: 'POST',
      body: JSON.stringify({ claimToken }),
      headers: { 'content-type': 'application/json', 'x-service-token': this.tokens.issue(owner) },
    });
    if (claimed.status !== 200) throw new Error(`the claim was answered ${claimed.status}`);
    return agreementId;
  }

  /** Ends the processes of a row. */
  async clear(): Promise<void> {
    await Promise.all(this.processes.splice(0).map((process) => process.stop()));
  }

  async close(): Promise<void> {
    await this.clear();
    await this.sink.close();
    await this.servers.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async keep(starting: Promise<PinnedProcess>): Promise<PinnedProcess> {
    const started = await starting;
    this.processes.push(started);
    return started;
  }
}

/** Takes the events of agreements that nobody here waits for; a relay that cannot get rid of them would keep trying. */
async function openSink(amqpUrl: string): Promise<ChannelModel> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, 'agreements.#');
  await channel.bindQueue(queue, EXCHANGE, 'auth.#');
  await channel.bindQueue(queue, EXCHANGE, 'payments.#');
  await channel.consume(queue, () => undefined, { noAck: true });
  return connection;
}

/** Measures something; throws when what it measured did not happen as it should. */
export type Row = (stage: Stage) => Promise<Finding[]>;

export const agreementData = {
  partyAName: 'Anna Miller',
  partyAEmail: 'anna@example.test',
  partyBName: 'Ben Carter',
  partyBEmail: 'ben@example.test',
  agreementAmount: '250.00',
  planType: 'pro',
  temporary: true,
};

export const newContext = () => ({ correlationId: randomUUID(), causationId: null });
