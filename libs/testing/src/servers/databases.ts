import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Makes a role and a database `ssc_<name>` of its own for every service (what exists is kept, passwords are renewed).
 * @param adminUrl address of an administrator on the same server
 * @param passwords password by service name
 */
export async function createServiceDatabases(
  adminUrl: string,
  passwords: Record<string, string>,
): Promise<void> {
  await withClient(adminUrl, async (client) => {
    for (const [service, password] of Object.entries(passwords)) {
      const name = databaseName(service);
      const role = client.escapeIdentifier(name);
      await makeRole(client, name, password);
      const database = await client.query('select 1 from pg_database where datname = $1', [name]);
      if (!database.rowCount) await client.query(`create database ${role} owner ${role}`);
      await client.query(`revoke connect on database ${role} from public`);
      await makeRuntimeRole(client, `${name}_runtime`, name);
    }
  });
}

async function makeRole(client: pg.Client, name: string, password: string): Promise<void> {
  const exists = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  const verb = exists.rowCount ? 'alter' : 'create';
  const role = client.escapeIdentifier(name);
  await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
}

/** What a service works as when it shall not own its tables; the service's migrations say what it may do. */
async function makeRuntimeRole(client: pg.Client, name: string, member: string): Promise<void> {
  const [role, service] = [client.escapeIdentifier(name), client.escapeIdentifier(member)];
  const exists = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  if (!exists.rowCount) await client.query(`create role ${role} nologin`);
  await client.query(`grant ${role} to ${service}`);
}

/** Address of a service's own database, derived from any address on that server. */
export function serviceDatabaseUrl(serverUrl: string, service: string, password: string): string {
  const url = new URL(serverUrl);
  const name = databaseName(service);
  url.username = name;
  url.password = encodeURIComponent(password);
  url.pathname = `/${name}`;
  return url.toString();
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty database with a name nobody else has; `drop` removes it even while clients are connected. */
export function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  return createFrom(adminUrl, 'template0');
}

/** The same for all tests, as the role of a service is. */
const ROLE_PASSWORD = 'of-a-test';

/**
 * An empty database with a name nobody else has that belongs to the role of its service, which may do no more here than in
 * production: what an administrator of the server alone may do fails.
 */
export async function createOwnedDatabase(adminUrl: string, service: string): Promise<TestDatabase> {
  const role = databaseName(service);
  await withClient(adminUrl, async (client) => {
    // Another test may make the same roles now.
    await client.query('select pg_advisory_lock(hashtext($1))', ['roles of services']);
    await makeRole(client, role, ROLE_PASSWORD);
    await makeRuntimeRole(client, `${role}_runtime`, role);
  });
  const { url, drop } = await createFrom(adminUrl, 'template0', role);
  const owned = new URL(url);
  owned.username = role;
  owned.password = ROLE_PASSWORD;
  return { url: owned.toString(), drop };
}

/**
 * A database with a name nobody else has, as a service's migrations leave it: a copy of one that was migrated once on
 * this server. Specs that come together wait for the one that makes it.
 * @param service names the template
 */
export async function createMigratedDatabase(
  adminUrl: string,
  service: string,
  migrate: (databaseUrl: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const template = `template_${service}`;
  await withClient(adminUrl, async (client) => {
    const known = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (known.rowCount) return;
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const made = await client.query('select datistemplate as done from pg_database where datname = $1', [
      template,
    ]);
    if (made.rows[0]?.done) return;
    // Half-made by a process that died.
    if (made.rowCount) await client.query(`drop database ${template} with (force)`);
    await client.query(`create database ${template}`);
    await migrate(databaseAddress(adminUrl, template));
    // Nobody can be copied while somebody is connected.
    await client.query(`alter database ${template} with is_template true allow_connections false`);
  });
  return createFrom(adminUrl, template);
}

async function createFrom(adminUrl: string, template: string, owner?: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const owned = owner === undefined ? '' : `owner ${owner}`;
  await withClient(adminUrl, (client) =>
    client.query(`create database ${name} template ${template} ${owned}`),
  );
  return {
    url: databaseAddress(adminUrl, name),
    drop: async () => {
      await withClient(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

function databaseAddress(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

function databaseName(service: string): string {
  return `ssc_${service}`;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
