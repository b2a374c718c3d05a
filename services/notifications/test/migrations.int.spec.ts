import { DataSource } from 'typeorm';
import { createTestDatabase, type Servers, startServers, type TestDatabase } from '#testing';
import { Mails1763690400000 } from '../src/migrations/20261121-0100-mails.js';
import { AllMails1763704800000 } from '../src/migrations/20261121-0600-all-mails.js';
import { MoneyMails1763708400000 } from '../src/migrations/20261121-0700-money-mails.js';
import { OperationsMails1763971800000 } from '../src/migrations/20261124-0810-operations-mails.js';

let servers: Servers;
let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createTestDatabase(servers.databaseUrl);
  dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
}, 180_000);

afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
  await servers?.stop();
}, 60_000);

const read = () =>
  dataSource.query<{ key: string; status: string }[]>('select key, status from mails order by key');

it('keeps the mails that were written down before, there and back', async () => {
  const runner = dataSource.createQueryRunner();
  await new Mails1763690400000().up(runner);
  await dataSource.query(`
    insert into mails (key, template, recipient, agreement_id, payment_id, status, message_id, last_error, sent_at)
    values
      ('a', 'receipt', 'partyA', '4207731958026614', '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a01', 'sent', '<a>', null, now()),
      ('b', 'proof', 'partyB', '4207731958026614', null, 'failed', '<b>', 'MailRefusedError: EENVELOPE', null),
      ('c', 'proof', 'partyA', '4207731958026614', null, 'failed', '<c>', 'MailDelayedError: ESOCKET', null),
      ('d', 'proof', 'partyA', '4207731958026614', null, 'queued', '<d>', null, null)`);
  const later = new AllMails1763704800000();
  await later.up(runner);
  expect(await read()).toEqual([
    { key: 'a', status: 'sent' },
    { key: 'b', status: 'bounced' },
    { key: 'c', status: 'undelivered' },
    { key: 'd', status: 'queued' },
  ]);
  const [receipt] = await dataSource.query<object[]>(`select subject_id, details from mails where key = 'a'`);
  expect(receipt).toEqual({ subject_id: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a01', details: {} });
  await later.down(runner);
  expect((await read()).map(({ status }) => status)).toEqual(['sent', 'failed', 'failed', 'queued']);
  await later.up(runner);
  await runner.release();
}, 60_000);

it('lets mails go to buyers, sellers and support, there and back', async () => {
  const runner = dataSource.createQueryRunner();
  const before = await read();
  const money = new MoneyMails1763708400000();
  const add = (key: string, recipient: string, agreementId: string | null) =>
    dataSource.query(
      `insert into mails (key, template, recipient, agreement_id, message_id, created_at)
       values ($1, 'held-payment-held', $2, $3, $1, now())`,
      [key, recipient, agreementId],
    );
  await expect(add('x', 'buyer', '4207731958026614')).rejects.toThrow('mails_recipient_check');
  await money.up(runner);
  for (const recipient of ['buyer', 'seller', 'support']) await add(recipient, recipient, '4207731958026614');
  for (const recipient of ['buyer', 'seller', 'support', 'partyA', 'ticketSender']) {
    await expect(add(`no ${recipient}`, recipient, null)).rejects.toThrow('mails_check');
  }
  await money.down(runner);
  expect(await read()).toEqual(before);
  await expect(add('x', 'support', '4207731958026614')).rejects.toThrow('mails_check3');
  await money.up(runner);
  await runner.release();
}, 60_000);

it('lets mails about the system go to support, there and back', async () => {
  const runner = dataSource.createQueryRunner();
  const before = await read();
  const operations = new OperationsMails1763971800000();
  const add = (key: string, subjectId: string | null) =>
    dataSource.query(
      `insert into mails (key, template, recipient, subject_id, message_id, created_at)
       values ($1, 'dead-letter', 'support', $2, $1, now())`,
      [key, subjectId],
    );
  await expect(add('x', 'letter')).rejects.toThrow('mails_check4');
  await operations.up(runner);
  await add('y', 'letter');
  await expect(add('z', null)).rejects.toThrow('mails_check4');
  await operations.down(runner);
  expect(await read()).toEqual(before);
  await operations.up(runner);
  await runner.release();
}, 60_000);
