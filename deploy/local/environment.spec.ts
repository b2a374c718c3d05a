import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '../../libs/testing/src/servers/process-table.js';
import { localEnvironment } from './environment.js';
import { localRun } from './local-run.js';
import { readSecrets } from './secrets.js';
import { portVariables, readPorts } from './settings.js';

describe('the environment of the local run', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ssc-environment-'));
  const secrets = readSecrets(join(directory, 'secrets.json'));
  const make = (user: NodeJS.ProcessEnv) =>
    localEnvironment({ root: '/app', directory, ports: readPorts(user), secrets, user });

  afterAll(() => rmSync(directory, { recursive: true }));

  it('gives every service an address and a database of its own', () => {
    const env = make({ PAYMENTS_PORT: '9083' });
    expect(env.PAYMENTS_URL).toBe('http://127.0.0.1:9083');
    expect(env.PAYMENTS_DATABASE_URL).toBe(
      `postgres://ssc_payments:${secrets['database-payments']}@127.0.0.1:15432/ssc_payments`,
    );
    expect(env.AUTH_DATABASE_URL).not.toBe(env.PAYMENTS_DATABASE_URL);
    expect(env.STRIPE_API_BASE).toBe('http://127.0.0.1:12111');
  });

  it('lets the values of the caller win, but not empty ones', () => {
    const env = make({ MAIL_FROM: 'us@example.test', ADMIN_EMAIL: '', PORT: '9000' });
    expect(env.MAIL_FROM).toBe('us@example.test');
    expect(env.ADMIN_EMAIL).toBe('admin@example.test');
    expect(env.PUBLIC_URL).toBe('http://localhost:9000');
  });

  it('talks to Stripe itself when given a key', () => {
    const env = make({ STRIPE_SECRET_KEY: 'sk_test_mine' });
    expect(env.STRIPE_SECRET_KEY).toBe('sk_test_mine');
    expect(env.STRIPE_API_BASE).toBeUndefined();
  });

  it('keeps its secrets, readable by their owner only', () => {
    const file = join(directory, 'secrets.json');
    expect(readSecrets(file)).toEqual(secrets);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('ports', () => {
  it('are those of the run that goes on, where the caller gives none, and then those of .env', () => {
    const before = portVariables().map((name) => [name, process.env[name]] as const);
    const root = mkdtempSync(join(tmpdir(), 'ssc-ports-'));
    const run = { pid: process.pid, identity: processIdentity(process.pid), status: 'running' };
    try {
      for (const [name] of before) delete process.env[name];
      process.env.REDIS_PORT = '19379';
      mkdirSync(join(root, '.local'));
      writeFileSync(join(root, '.env'), 'PORT=9000\nMAILBOX_PORT=9001\n');
      const ports = { PORT: 9123, POSTGRES_PORT: 19432, REDIS_PORT: 19999 };
      writeFileSync(join(root, '.local/run.json'), JSON.stringify({ ...run, ports }));
      const known = localRun(root);
      expect(known.ports).toMatchObject({ PORT: 9123, POSTGRES_PORT: 19432 });
      expect(known.ports).toMatchObject({ REDIS_PORT: 19379, MAILBOX_PORT: 9001, AUTH_PORT: 8081 });
      expect(known.env.PAYMENTS_DATABASE_URL).toContain('@127.0.0.1:19432/');
      // A restore stops the run and starts it where it was.
      rmSync(join(root, '.local/run.json'));
      expect(localRun(root).ports).toEqual(known.ports);
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      rmSync(root, { recursive: true });
    }
  });

  it('names every wrong value', () => {
    expect(() => readPorts({ PORT: 'eighty', REDIS_PORT: '70000' })).toThrow(
      'PORT=eighty is not a port number (1 to 65535)\nREDIS_PORT=70000 is not a port number (1 to 65535)',
    );
    expect(() => readPorts({ PORT: '8081' })).toThrow('AUTH_PORT and PORT are both 8081');
  });
});
