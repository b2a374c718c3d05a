import { pino } from 'pino';
import { DataSource } from 'typeorm';
import {
  agreementCompleted,
  createEnvelope,
  type EventDefinition,
  type EventEnvelope,
  mailFailed,
  mailReached,
  ticketOpened,
} from '#contracts';
import { Publisher, UnroutableError } from '#messaging';
import {
  databaseOptions,
  type Principal,
  type RunningService,
  ServiceTokens,
  startService,
  visitor,
} from '#platform';
import { MailTrap, type TrappedMail } from '#stand-ins';
import {
  createMigratedDatabase,
  EventTap,
  eventually,
  PATIENT_RETRIES,
  type Servers,
  startServers,
  type TestDatabase,
} from '#testing';
import { Deliveries } from '../../../libs/outbox/test/deliveries.js';
import { testEnv, until } from '../../../libs/platform/test/test-service.js';
import type { MailView } from '../src/mails/mails.service.js';
import { migrate } from '../src/migrate.js';
import { notificationsService } from '../src/service.js';
import { agreementFacts } from './facts.fixture.js';
import { type InternalApi, startInternalApi } from './internal-api.js';

export const SUPPORT = 'help@contract.test';
const secret = 'test-secret-of-at-least-thirty-two-characters';
export const tester: Principal = { kind: 'service', id: 0, sessionId: null, name: 'test' };

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** The notifications service in this process, on servers, a mail trap and answers of its own. */
export class NotificationsUnderTest {
  private readonly tokens = new ServiceTokens(secret);

  private constructor(
    private service: RunningService | null,
    readonly env: Record<string, string>,
    readonly trap: MailTrap,
    readonly api: InternalApi,
    /** What the service has told others. */
    readonly told: EventTap,
    private readonly rows: DataSource,
    private readonly publisher: Publisher,
    readonly servers: Servers,
    private readonly database: TestDatabase,
    private readonly deliveries: Deliveries,
  ) {}

  /** @param isAlone whether its servers are its own, to be stopped as it likes */
  static async start(
    extra: Record<string, string> = {},
    { isAlone = false } = {},
  ): Promise<NotificationsUnderTest> {
    const servers = await startServers({ ephemeral: true, native: isAlone });
    const database = await createMigratedDatabase(servers.databaseUrl, 'notifications', migrate);
    const rows = await new DataSource(databaseOptions(database.url, 5, [])).initialize();
    const api = await startInternalApi(secret);
    const trap = new MailTrap();
    await trap.start();
    const env = testEnv({
      PUBLIC_URL: 'https://contract.test',
      SERVICE_TOKEN_SECRET: secret,
      DATABASE_URL: database.url,
      REDIS_URL: servers.redisUrl,
      AMQP_URL: servers.amqpUrl,
      EVENT_RETRY_DELAYS: PATIENT_RETRIES,
      LINK_SECRET: 'link-secret-of-at-least-thirty-two-characters',
      SMTP_URL: trap.url,
      MAIL_FROM: 'Split Second Contract <contracts@sender.test>',
      SUPPORT_EMAIL: SUPPORT,
      AUTH_URL: api.url,
      AGREEMENTS_URL: api.url,
      TRANSCRIPTION_URL: api.url,
      PAYMENTS_URL: api.url,
      ...extra,
    });
    const deliveries = new Deliveries();
    const service = await startService(notificationsService, env);
    deliveries.watch(service);
    const publisher = new Publisher(servers.amqpUrl, 'test', pino({ level: 'silent' }));
    await publisher.ready();
    const told = await EventTap.open(servers.amqpUrl, [mailFailed, mailReached, ticketOpened]);
    return new NotificationsUnderTest(
      service,
      env,
      trap,
      api,
      told,
      rows,
      publisher,
      servers,
      database,
      deliveries,
    );
  }

  get url(): string {
    return this.service?.url ?? '';
  }

  get app(): RunningService['app'] {
    if (!this.service) throw new Error('the service does not run');
    return this.service.app;
  }

  async stopService(): Promise<void> {
    await this.service?.close();
    this.service = null;
  }

  async startService(): Promise<void> {
    this.service = await startService(notificationsService, this.env);
    this.deliveries.watch(this.service);
  }

  async stop(): Promise<void> {
    await this.stopService();
    await this.publisher.close();
    await this.told.close();
    await this.trap.stop();
    await this.api.close();
    await this.rows.destroy();
    await this.database.drop();
    await this.servers.stop();
  }

  /** Publishes as soon as the service's queue is there. */
  async publish(event: EventEnvelope): Promise<void> {
    const isUnroutable = (error: unknown) => error instanceof UnroutableError;
    await until('the queue is there', async () => {
      try {
        await this.publisher.publish(event);
        return true;
      } catch (error) {
        if (!isUnroutable(error)) throw error;
        return false;
      }
    });
  }

  /** Until every consumer that knows the event has come to the end of this many deliveries of it. */
  async handled(event: EventEnvelope, times: number): Promise<void> {
    const consumers = await eventually(
      async () => {
        const rows = await this.query<{ consumer: string }>(
          'select consumer from inbox where message_id = $1',
          [event.id],
        );
        if (rows.length === 0) throw new Error('nobody has handled it');
        return rows.map(({ consumer }) => consumer);
      },
      40_000,
      `${event.type} handled`,
    );
    for (const consumer of consumers) await this.deliveries.reach(event, consumer, times);
  }

  /** One call; `address` is the person's, as the gateway tells it. */
  async call<T = { code: string }>(
    method: string,
    path: string,
    options: { json?: unknown; principal?: Principal; address?: string; language?: string } = {},
  ): Promise<Answer<T>> {
    const { json, principal = visitor, address = '203.0.113.1', language } = options;
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        'x-service-token': this.tokens.issue(principal),
        'x-forwarded-for': address,
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    const body = (text === '' ? null : JSON.parse(text)) as T;
    return { status: answer.status, body, headers: answer.headers };
  }

  async list(agreementId: string): Promise<MailView[]> {
    const path = `/internal/mails?agreementId=${agreementId}`;
    const { status, body } = await this.call<MailView[]>('GET', path, { principal: tester });
    expect(status).toBe(200);
    return body;
  }

  /** Waits until so many mails about the contract exist and none is queued; answers how they ended, by their keys. */
  settled(agreementId: string, count: number): Promise<string[]> {
    return eventually(
      async () => {
        const mails = await this.list(agreementId);
        if (mails.length !== count || mails.some(({ status }) => status === 'queued')) {
          throw new Error(JSON.stringify(mails));
        }
        return mails.map(({ recipient, status }) => `${recipient} ${status}`);
      },
      40_000,
      'the end of the mails',
    );
  }

  query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.rows.query<Row[]>(sql, values);
  }

  /** What an address has received, oldest first. */
  to(address: string): TrappedMail[] {
    return this.trap.mails.filter(({ to }) => to === address);
  }
}

const context = { correlationId: 'notifications-test', causationId: null };

export function happened<Data extends object>(
  definition: EventDefinition<Data>,
  data: Data,
): EventEnvelope<Data> {
  return createEnvelope(definition, data, context);
}

export function completed(agreementId: string): EventEnvelope {
  const hash = agreementFacts.sha256;
  const data = { agreementId, ownerId: 17, audioSha256: hash, transcriptSha256: hash };
  return happened(agreementCompleted, data);
}

/** A raw message as a person reads it: soft line ends and quoted bytes resolved, base64 parts as text. */
export function readable(raw: string): string {
  return raw
    .split(/^--[^\r\n]+\r?$/m)
    .map((part) => {
      const at = part.search(/\r?\n\r?\n/);
      const body = part.slice(at);
      if (/Content-Transfer-Encoding: base64/i.test(part.slice(0, at))) {
        return part.slice(0, at) + Buffer.from(body, 'base64').toString('utf8');
      }
      const bytes = part
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    })
    .join('\n');
}
