import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placesOf, reachableDirectory } from './reachable-directory.js';

describe('a directory that another user can get to', () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-reachable-'));
  const bases = { kept: join(root, 'lib'), swept: join(root, 'tmp') };
  const wanted = join(root, 'closed/postgres');

  beforeAll(() => {
    chmodSync(root, 0o711);
    for (const base of Object.values(bases)) mkdirSync(base);
    mkdirSync(wanted, { recursive: true });
    chmodSync(join(root, 'closed'), 0o700);
  });

  afterAll(() => rmSync(root, { recursive: true }));

  it('is the one that was asked for, where nothing is closed or nobody else is to get there', () => {
    expect(reachableDirectory(wanted, undefined, true, bases)).toBe(wanted);
    const open = join(root, 'open/not-made-yet');
    expect(placesOf(open, 'postgres', bases)).toEqual([open]);
  });

  it('is where nothing is swept away; what lies where it is comes along', () => {
    const [place = '', former = ''] = placesOf(wanted, 'postgres', bases);
    expect([place, former]).toEqual([
      expect.stringContaining(`${bases.kept}/ssc-`),
      expect.stringContaining(`${bases.swept}/ssc-`),
    ]);
    mkdirSync(former);
    writeFileSync(join(former, 'row'), 'kept');
    expect(reachableDirectory(wanted, 'postgres', true, bases)).toBe(place);
    expect(readFileSync(join(place, 'row'), 'utf8')).toBe('kept');
    expect(existsSync(former)).toBe(false);
    expect(reachableDirectory(wanted, 'postgres', true, bases)).toBe(place);
  });

  it('that is gone with its process is made where others clear up', () => {
    const place = reachableDirectory(wanted, 'postgres', false, bases);
    expect(place).toContain(`${bases.swept}/ssc-`);
    expect(existsSync(place)).toBe(true);
  });
});
