import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const MARKERS = ['node_modules/.package-lock.json', 'dist/.built'];

describe('make', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'ssc-make-'));
    copyFileSync(join(root, 'Makefile'), join(checkout, 'Makefile'));
    for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'])
      put(file);
  });

  afterEach(() => rmSync(checkout, { recursive: true }));

  const running = ['down', 'status', 'verify', 'backup', 'republish', 'models', 'demo', 'seed'];

  it.each(running)(
    '%s leaves installed packages and the compiled program as they run, whatever the sources are now',
    (command) => {
      for (const marker of MARKERS) put(marker);
      expect(work(planned(command))).toEqual({ installs: false, compiles: false });
    },
  );

  it('restore leaves them for the objects of a running system alone', () => {
    for (const marker of MARKERS) put(marker);
    expect(work(planned('restore', 'ONLY=objects'))).toEqual({ installs: false, compiles: false });
    expect(work(planned('restore'))).toEqual({ installs: true, compiles: true });
  });

  it.each([...MARKERS, 'either'])('%s missing, what is about a running product is built first', (missing) => {
    for (const marker of MARKERS) if (missing !== 'either' && marker !== missing) put(marker);
    for (const command of running) {
      expect([command, work(planned(command))]).toEqual([command, { installs: true, compiles: true }]);
    }
  });

  it('up installs and compiles what has changed', () => {
    for (const marker of MARKERS) put(marker);
    expect(work(planned('up'))).toEqual({ installs: true, compiles: true });
  });

  it('installs the tools that it runs on for a production, too', () => {
    expect(planned('build')).toMatch(/ npm ci .*--include=dev/);
  });

  function put(file: string): void {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    writeFileSync(join(checkout, file), '');
  }

  /** What make would run when package.json has changed. Nothing of a make that runs this test is handed on. */
  function planned(...args: string[]): string {
    const { MAKEFLAGS: _flags, MFLAGS: _old, MAKELEVEL: _level, ONLY: _only, ...env } = process.env;
    return execFileSync('make', ['-n', '-W', 'package.json', ...args], {
      cwd: checkout,
      env,
      encoding: 'utf8',
    });
  }
});

it('what is told of a long command is no part of what is printed for a file', () => {
  const script = join(import.meta.dirname, 'with-progress.sh');
  const run = (command: string) => spawnSync('sh', [script, 'a long command', command], { encoding: 'utf8' });
  expect(run('true')).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringContaining('✓ a long command'),
  });
  expect(run('false')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('✗ a long command'),
  });
});

function work(plan: string): { installs: boolean; compiles: boolean } {
  return { installs: plan.includes('npm ci'), compiles: plan.includes('bin/tsc') };
}
