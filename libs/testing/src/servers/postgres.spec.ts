import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './binaries.js';
import { hasPostgresData, removePostgresData, setPostgresDataAside, startPostgres } from './postgres.js';

describe("PostgreSQL's data", () => {
  let dir: string;
  const start = () => startPostgres({ dir, port: 1, password: 'x' });

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'ssc-postgres-'));
    chmodSync(dir, 0o711);
  });

  afterEach(() => rmSync(dir, { recursive: true }));

  const write = (name: string, text: string): void => {
    mkdirSync(join(dir, 'data'), { recursive: true });
    writeFileSync(join(dir, 'data', name), text);
  };

  it('that is not whole is left as it is, and it is said what to do', async () => {
    write('base', 'rows');
    await expect(start()).rejects.toThrow(/holds files but no PG_VERSION.*make clean/);
    expect(readFileSync(join(dir, 'data/base'), 'utf8')).toBe('rows');
  });

  it('of a version that is not installed is left as it is, and the package is named', async () => {
    write('PG_VERSION', '8\n');
    await expect(start()).rejects.toThrow(/of PostgreSQL 8, .* install postgresql-8/);
    expect(readdirSync(join(dir, 'data'))).toEqual(['PG_VERSION']);
  });

  it('is there or not, and can be removed', () => {
    expect(hasPostgresData(dir)).toBe(false);
    write('PG_VERSION', '15\n');
    expect(hasPostgresData(dir)).toBe(true);
    removePostgresData(dir);
    expect(hasPostgresData(dir)).toBe(false);
    mkdirSync(dir);
  });

  it('can be set aside, for new data in its place', () => {
    expect(setPostgresDataAside(dir)).toBeUndefined();
    write('base', 'rows');
    const aside = setPostgresDataAside(dir) ?? '';
    expect(readFileSync(join(aside, 'base'), 'utf8')).toBe('rows');
    expect(hasPostgresData(dir)).toBe(false);
  });

  it('is opened by the version that made it, though a newer one is installed', () => {
    for (const version of ['9', '15', '17']) {
      const programs = join(dir, version, 'bin');
      mkdirSync(programs, { recursive: true });
      writeFileSync(join(programs, 'postgres'), '', { mode: 0o755 });
    }
    expect(findPostgres('15', dir)).toBe(join(dir, '15/bin'));
    expect(findPostgres(undefined, dir)).toBe(join(dir, '17/bin'));
  });
});
