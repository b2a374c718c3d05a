import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.js';
import { startPostgres } from './postgres.js';

describe('data of a PostgreSQL of our own', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ssc-kept-'));

  beforeAll(() => chmodSync(dir, 0o711));

  afterAll(() => rmSync(dir, { recursive: true, maxRetries: 5 }));

  it('that was half made is made anew, and other secrets are told at once', async () => {
    const [port = 0] = await freePorts(1);
    const options = { dir, port, durable: false };
    mkdirSync(join(options.dir, 'data.new'), { recursive: true });
    writeFileSync(join(options.dir, 'data.new/PG_VERSION'), '15\n');
    const server = await startPostgres({ ...options, password: 'first' });
    await server.stop();
    await expect(startPostgres({ ...options, password: 'second' })).rejects.toThrow(/with other secrets/);
    await (await startPostgres({ ...options, password: 'first' })).stop();
  }, 120_000);
});
