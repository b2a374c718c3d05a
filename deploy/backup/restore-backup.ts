import { join } from 'node:path';
import type pg from 'pg';
import { type ClockRule, giveTimeAnew, loadConfig } from '#platform';
import { createObjectStore, type ObjectStore } from '#storage';
import { agreementClocks } from '../../services/agreements/src/agreements/agreement.clocks.js';
import { AgreementsConfig } from '../../services/agreements/src/config.js';
import { escrowClocks } from '../../services/payments/src/escrow/escrow.clocks.js';
import { migrateDatabases, type ServiceName, serviceNames, unknownMigrations } from '../image/preparation.js';
import { endSessions, moveNumbersAhead } from './after-restore.js';
import { type Manifest, readArchive, withFolderBeside } from './archive.js';
import { databaseUrls, describe, type Log, type Values } from './create-backup.js';
import { refuseSecondCopy } from './only-copy.js';
import { fillDatabase, findProgram, majorOf, withDatabase } from './postgres.js';
import { Queues } from './queues.js';
import { republishAll } from './republish-all.js';
import { RESTORE_AGAIN, readRestoreMark, removeRestoreMark, setRestoreMark } from './restore-mark.js';
import { isInStore, ownKeys, putObject, removeOthers, unpack } from './restore-objects.js';
import type { DatabaseUrls } from './snapshot.js';

interface RestoreInput {
  /** The variables of the services: their databases, the object store, Redis and RabbitMQ. */
  env: Values;
  /** The archive. Beside it each object lies while it is put into the store. */
  from: string;
  /** The key (`AGE-SECRET-KEY-1…`). */
  identity: string;
  /** Whether what is there is given up for what the archive holds. */
  isReplacing: boolean;
  /** Whether no other copy uses what this system reaches beyond its machine. */
  isOnlyCopy: boolean;
  log: Log;
  /** Takes what the archive holds besides databases and objects. */
  onFile?: (name: string, content: AsyncIterable<Buffer>) => Promise<void>;
}

const TELL_EVERY_MS = 10_000;
/** Inboxes forget after 30 days. What an old backup remembers must outlive the events that it tells again. */
const REMEMBER = `update inbox set processed_at = now() where processed_at < now() - interval '15 days'`;
/** The services that act by clocks of their rows. */
const CLOCKS: Partial<Record<ServiceName, readonly ClockRule[]>> = {
  payments: escrowClocks,
  agreements: agreementClocks,
};
/**
 * Makes a system what it was at the moment of a backup. Its services must not run; they may be started afterwards, and
 * what was under way goes on. Where it is cut short, a mark on the databases keeps services from being started until it is
 * made again.
 * @throws Error before anything is touched: when the archive is not whole, or for another key, or of a newer version,
 * when something does not answer, when services are connected, when there is no pg_restore for a server, when there are
 * data and they are not to be replaced, or when another copy may use the same account, mail server or store
 */
export async function restoreBackup(input: RestoreInput): Promise<Manifest> {
  refuseSecondCopy(input.env, input.isOnlyCopy);
  return withFolderBeside(input.from, 'object', (folder) => restoreAll(input, folder));
}

async function restoreAll(input: RestoreInput, folder: string): Promise<Manifest> {
  const { env, from, identity, isReplacing, log } = input;
  const urls = databaseUrls(env);
  const store = createObjectStore(loadConfig(AgreementsConfig, 'agreements', env));
  // An archive is read for hours: what does not answer, or is not to be replaced, is said before.
  await (await connectToEmpty(input, urls, store)).close();
  log(`… reading ${from} to its end`);
  const manifest = await readArchive(from, identity, async () => undefined);
  const { objects, takenAt } = manifest;
  log(`It is whole: everything as it was at ${takenAt}, ${objects.count} objects`);
  await refuseNewer(manifest);
  const queues = await connectToEmpty(input, urls, store);
  try {
    for (const [service, role] of RUNTIME_ROLES) {
      await withDatabase(service, urls, (client) => makeRole(client, role));
    }
    for (const service of serviceNames) {
      await withDatabase(service, urls, (client) => setRestoreMark(client, takenAt));
    }
    await queues.clear();
    for (const service of serviceNames) await withDatabase(service, urls, clear);
    await fill(input, { urls, store, folder }, manifest);
    for (const service of serviceNames) await withDatabase(service, urls, compare(service, manifest, log));
    await migrateDatabases(env, log, { isRestoring: true });
    // Once the tables of an older backup are those of today, which name the objects.
    if (isReplacing) await removeOthers(store, urls, log);
    for (const service of serviceNames) {
      await withDatabase(service, urls, async (client) => {
        await client.query(REMEMBER);
        const clocks = CLOCKS[service];
        if (clocks) await giveTimeAnew(client, clocks);
        await moveNumbersAhead(client, takenAt);
      });
    }
    await withDatabase('auth', urls, endSessions);
    // All that is kept: an event may have waited for days for something that was away.
    await republishAll(env, undefined, log);
    for (const service of serviceNames) await withDatabase(service, urls, removeRestoreMark);
  } finally {
    await queues.close();
  }
  return manifest;
}

/**
 * @returns the queues, when all servers answer and hold nothing, or what they hold may be replaced
 * @throws Error otherwise
 */
async function connectToEmpty(
  { env, isReplacing }: RestoreInput,
  urls: DatabaseUrls,
  store: ObjectStore,
): Promise<Queues> {
  const queues = await Queues.connect(env);
  try {
    for (const service of serviceNames) {
      await withDatabase(service, urls, async (client) => {
        await refuse(client, service, isReplacing);
        // Before anything is given up for what could not be put there.
        findProgram('pg_restore', await majorOf(client));
      });
    }
    // Makes a bucket that is not there, which can be neither listed nor filled.
    await store.check();
    if (!isReplacing) {
      for await (const key of ownKeys(store))
        throw new Error(`The object store has objects (${key}). ${SAY_SO}`);
      await queues.refuseUsed();
    }
    return queues;
  } catch (error) {
    await queues.close();
    throw error;
  }
}

const SAY_SO = 'If they may be lost, say so: REPLACE=yes (or --replace)';

/** The other way is fine: then the databases are migrated. */
async function refuseNewer({ databases }: Manifest): Promise<void> {
  for (const service of serviceNames) {
    const unknown = await unknownMigrations(service, databases[service].migrations);
    if (unknown.length > 0) {
      throw new Error(`The backup is of a newer version: it has ${unknown.join(', ')} of ${service}`);
    }
  }
}

async function refuse(client: pg.Client, service: ServiceName, isReplacing: boolean): Promise<void> {
  const { rows: others } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (others.length > 0) {
    throw new Error(`Somebody is connected to the database of ${service}: stop the services first`);
  }
  if (isReplacing) return;
  const { rowCount } = await client.query(`select from pg_tables where schemaname = 'public' limit 1`);
  if (rowCount && (await readRestoreMark(client)) !== null) {
    throw new Error(`A restore was cut short in the database of ${service}. ${RESTORE_AGAIN}`);
  }
  if (rowCount) throw new Error(`The database of ${service} has tables. ${SAY_SO}`);
}

/** What services work as, for whom the dumps have rights. A cluster that is new may lack them. */
const RUNTIME_ROLES = [
  ['agreements', 'ssc_agreements_runtime'],
  ['payments', 'ssc_payments_runtime'],
] as const;

async function makeRole(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  try {
    if (!rowCount) await client.query(`create role ${role} nologin`);
    const { rows } = await client.query<{ isMember: boolean }>(
      `select pg_has_role(current_user, $1, 'member') as "isMember"`,
      [role],
    );
    if (!rows[0]?.isMember) await client.query(`grant ${role} to current_user`);
  } catch (error) {
    throw new Error(`The role ${role} is needed, and must be granted to the role of its service`, {
      cause: error,
    });
  }
}

async function clear(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query('drop schema public cascade');
  await client.query('create schema public authorization pg_database_owner');
  await client.query('grant usage on schema public to public');
  await client.query('commit');
}

async function fill(
  { from, identity, log, onFile }: RestoreInput,
  { urls, store, folder }: { urls: DatabaseUrls; store: ObjectStore; folder: string },
  { objects }: Manifest,
): Promise<void> {
  let done = 0;
  const damaged = new Set(objects.damaged);
  const ticker = setInterval(() => log(`… ${done} of ${objects.count} objects`), TELL_EVERY_MS);
  try {
    await readArchive(from, identity, async (name, content) => {
      const [, folderName, rest = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
      if (folderName === 'databases') {
        const service = serviceNames.find((one) => rest === `${one}.dump`);
        if (!service) throw new Error(`${name} belongs to no service`);
        const major = await withDatabase(service, urls, majorOf);
        await fillDatabase(urls[service], major, content);
        log(`${service}: filled`);
      } else if (folderName === 'objects') {
        if (damaged.has(rest) && (await isInStore(store, rest)))
          log(`${rest} is damaged in the backup, and left as it is`);
        else await putObject(store, await unpack(rest, content, join(folder, 'object')));
        done += 1;
      } else {
        await onFile?.(name, content);
      }
    });
    log(`${done} objects`);
  } finally {
    clearInterval(ticker);
  }
}

/** @throws Error when a table has other rows than were backed up */
function compare(service: ServiceName, manifest: Manifest, log: Log): (client: pg.Client) => Promise<void> {
  return async (client) => {
    const rows = async <Row extends object>(_service: ServiceName, sql: string): Promise<Row[]> =>
      (await client.query<Row>(sql)).rows;
    const found = await describe({ rows }, service);
    const wanted = manifest.databases[service].rows;
    for (const [table, count] of Object.entries(wanted)) {
      if (found.rows[table] !== count) {
        throw new Error(`${service}: ${table} has ${found.rows[table] ?? 'no'} rows, not ${count}`);
      }
    }
    log(`${service}: ${Object.keys(wanted).length} tables as they were`);
  };
}
