import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import {
  agreementCompleted,
  createEnvelope,
  type EventEnvelope,
  newAgreementId,
  paymentSucceeded,
} from '#contracts';
import { Publisher, UnroutableError } from '#messaging';
import { type RunningService, ServiceTokens, startService } from '#platform';
import { createTestDatabase, MailTrap, type Servers, startServers, type TestDatabase } from '#testing';
import type { MailView } from '../src/mails/mail.row.js';
import { migrate } from '../src/migrate.js';
import { notificationsService } from '../src/service.js';
import { agreementFacts } from './facts.fixture.js';
import { addresses, type InternalApi, startInternalApi } from './internal-api.js';

const secret = 'test-secret-of-at-least-thirty-two-characters';

let servers: Servers;
let database: TestDatabase;
let rows: DataSource;
let api: InternalApi;
let publisher: Publisher;
let service: RunningService;
const trap = new MailTrap();

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createTestDatabase(servers.databaseUrl);
  await migrate(database.url);
  rows = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  api = await startInternalApi(secret);
  await trap.start();
  service = await startService(notificationsService, {
    PROFILE: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    PUBLIC_URL: 'https://contract.test',
    SERVICE_TOKEN_SECRET: secret,
    DATABASE_URL: database.url,
    REDIS_URL: servers.redisUrl,
    AMQP_URL: servers.amqpUrl,
    SMTP_URL: trap.url,
    MAIL_FROM: 'Split Second Contract <contracts@sender.test>',
    AGREEMENTS_URL: api.url,
    TRANSCRIPTION_URL: api.url,
    PAYMENTS_URL: api.url,
  });
  publisher = new Publisher(servers.amqpUrl, 'test', pino({ level: 'silent' }));
  await publisher.ready();
}, 180_000);

afterAll(async () => {
  await service?.close();
  await publisher?.close();
  await trap.stop();
  await api?.close();
  await rows?.destroy();
  await database?.drop();
  await servers?.stop();
}, 60_000);

const context = { correlationId: 'notifications-test', causationId: null };

function completed(agreementId: string): EventEnvelope {
  const hash = agreementFacts.sha256;
  const data = { agreementId, ownerId: 17, audioSha256: hash, transcriptSha256: hash };
  return createEnvelope(agreementCompleted, data, context);
}

/** Publishes as soon as the service's queue is there. */
async function publish(event: EventEnvelope): Promise<void> {
  await eventually(20_000, async () => {
    try {
      await publisher.publish(event);
      return true;
    } catch (error) {
      if (error instanceof UnroutableError) return false;
      throw error;
    }
  });
}

async function eventually(timeoutMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms`);
    await pause(50);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function list(agreementId: string): Promise<MailView[]> {
  const token = new ServiceTokens(secret).issue({ kind: 'service', id: 0, sessionId: null, name: 'test' });
  const answer = await fetch(`${service.url}/internal/mails?agreementId=${agreementId}`, {
    headers: { 'x-service-token': token },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as MailView[];
}

/** Waits until no mail about the contract is queued any more; answers the statuses in order of the keys. */
async function settled(agreementId: string, count: number): Promise<string[]> {
  let mails: MailView[] = [];
  await eventually(40_000, async () => {
    mails = await list(agreementId);
    return mails.length === count && mails.every(({ status }) => status !== 'queued');
  });
  return mails.map(({ recipient, status }) => `${recipient} ${status}`);
}

const recipients = (agreementId: string) =>
  trap
    .about(agreementId)
    .map(({ to }) => to)
    .sort();

it('sends each party one proof mail, however often the event comes', async () => {
  const agreementId = newAgreementId();
  const { partyA, partyB } = addresses(agreementId);
  const event = completed(agreementId);
  await publish(event);
  await publish(event);
  // The same fact told again as another event must not make a second mail either.
  await publish(completed(agreementId));
  expect(await settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  await eventually(10_000, async () => {
    const [inbox] = await rows.query<{ count: number }[]>('select count(*)::int as count from inbox');
    return inbox?.count === 2;
  });
  await pause(500);
  expect(recipients(agreementId)).toEqual([partyA.email, partyB.email]);

  const toB = trap.about(agreementId).find(({ to }) => to === partyB.email)?.raw ?? '';
  expect(toB).toContain(`Reply-To: Anna Weber <${partyA.email}>`);
  expect(toB).toContain('Subject: Your agreement with Anna Weber: recording and transcript');
  expect(toB).toMatch(/^Message-ID: <[0-9a-f]{32}@sender\.test>\r?$/m);
  expect(toB).toContain('Auto-Submitted: auto-generated');
  expect(attachment(toB)).toContain('[00:06] Bob Miller: Agreed. I will pick it up on Saturday.');
}, 60_000);

it('sends the payer one receipt', async () => {
  const agreementId = newAgreementId();
  const data = {
    paymentId: randomUUID(),
    agreementId,
    userId: 17,
    purpose: 'contract' as const,
    amountCents: 500,
    currency: 'usd' as const,
    receiptNumber: 'SSC-2026-000042',
    paidAt: '2026-11-20T14:03:11.000Z',
  };
  const event = createEnvelope(paymentSucceeded, data, context);
  await publish(event);
  await publish(event);
  expect(await settled(agreementId, 1)).toEqual(['partyA sent']);
  const mails = trap.mails.filter(({ to }) => to.includes(agreementId));
  expect(mails.map(({ to }) => to)).toEqual([addresses(agreementId).partyA.email]);
  expect(mails[0]?.raw).toContain('Subject: Your receipt for contract #');
  expect(mails[0]?.raw).toContain('SSC-2026-000042');
  expect(mails[0]?.raw).not.toContain('Reply-To:');
}, 60_000);

it('waits for a mail server that is away, and then sends once', async () => {
  const agreementId = newAgreementId();
  await trap.stop();
  await publish(completed(agreementId));
  await pause(3000);
  expect((await list(agreementId)).map(({ status }) => status)).toEqual(['queued', 'queued']);
  await trap.start();
  expect(await settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  const { partyA, partyB } = addresses(agreementId);
  expect(recipients(agreementId)).toEqual([partyA.email, partyB.email]);
}, 60_000);

it('records a refused recipient and still sends to the other', async () => {
  const agreementId = newAgreementId();
  const { partyA, partyB } = addresses(agreementId);
  trap.unknown.add(partyA.email);
  await publish(completed(agreementId));
  expect(await settled(agreementId, 2)).toEqual(['partyA failed', 'partyB sent']);
  expect(recipients(agreementId)).toEqual([partyB.email]);
  const [failed] = await rows.query<{ last_error: string }[]>(
    `select last_error from mails where agreement_id = $1 and status = 'failed'`,
    [agreementId],
  );
  expect(failed?.last_error).toBe('MailRefusedError: EENVELOPE RCPT TO 550');
}, 60_000);

it('asks again while the facts cannot be had', async () => {
  const agreementId = newAgreementId();
  api.isAway = true;
  await publish(completed(agreementId));
  await eventually(20_000, async () => api.refusals >= 4);
  expect(recipients(agreementId)).toEqual([]);
  api.isAway = false;
  expect(await settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  expect(recipients(agreementId)).toHaveLength(2);
}, 60_000);

it('makes a copy recognisable when the server took a mail but could not say so', async () => {
  const agreementId = newAgreementId();
  trap.unknown.add(addresses(agreementId).partyB.email);
  trap.cutAfterData = 1;
  await publish(completed(agreementId));
  expect(await settled(agreementId, 2)).toEqual(['partyA sent', 'partyB failed']);
  const copies = trap.about(agreementId).map(({ messageId }) => messageId);
  expect(copies).toHaveLength(2);
  expect(new Set(copies).size).toBe(1);
}, 60_000);

it('keeps neither addresses nor names nor words', async () => {
  for (const table of ['mails', 'jobs', 'inbox', 'outbox']) {
    const stored = JSON.stringify(await rows.query(`select * from ${table}`));
    expect(stored).not.toMatch(/people\.test|Anna|Bob|bicycle/);
  }
});

it('tells a caller without a service token nothing', async () => {
  const answer = await fetch(`${service.url}/internal/mails?agreementId=${newAgreementId()}`);
  expect(answer.status).toBe(401);
});

it('says that the mail server answers', async () => {
  const answer = await fetch(`${service.url}/health`);
  const { checks } = (await answer.json()) as { checks: { name: string; status: string }[] };
  expect(checks).toContainEqual({ name: 'smtp', status: 'up' });
});

/** The text of the transcript that is attached to a raw message. */
function attachment(raw: string): string {
  const part = raw.split(/^--[^\r\n]+\r?$/m).find((text) => text.includes('attachment; filename=')) ?? '';
  const body = part.slice(part.search(/\r?\n\r?\n/));
  if (/Content-Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8');
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
