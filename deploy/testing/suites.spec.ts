import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { SHARES } from './shared-parts.js';
import { deep, gate, levelOf } from './suites.js';

interface JestConfig {
  default: {
    projects: readonly { displayName: string; testMatch: string[]; testPathIgnorePatterns?: string[] }[];
  };
}

describe('the suites', () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-levels-'));

  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    ['libs/outbox/src/relay.spec.ts', 'unit'],
    ['services/notifications/src/mails/mail.spec.tsx', 'unit'],
    ['web/src/lib/format.spec.ts', 'unit'],
    ['web/src/features/auth/login.spec.tsx', 'component'],
    ['services/auth/test/resets.int.spec.ts', 'integration'],
    ['e2e/calls.e2e.spec.ts', 'system'],
    ['e2e/browser/drafts/upload.browser.ts', 'browser'],
    ['e2e/engines/voice-deal.engines.ts', 'engines'],
    ['services/payments/test/webhook-orders.deep.spec.ts', 'deep'],
    ['e2e/fuzz.deep.spec.ts', 'deep-system'],
    ['libs/outbox/src/relay.ts', undefined],
  ])('%s is of the level %s', (file, level) => {
    expect(levelOf(file)).toBe(level);
  });

  it('never repeat a test, end a process by force or take an empty run for a good one', () => {
    const args = [...gate(root), ...deep(root)].flatMap((suite) => suite.args).join(' ');
    expect(args).not.toMatch(/retr|forceExit|passWithNoTests|bail/i);
  });

  it('have a share of the servers for each file that asks, though some ask twice', () => {
    const root = join(import.meta.dirname, '../..');
    const files = globSync(['{libs,services,deploy}/**/*.int.spec.ts', 'e2e/*.e2e.spec.ts'], { cwd: root });
    expect(files.length).toBeGreaterThan(100);
    expect(SHARES).toBeGreaterThan(1.2 * files.length);
  });

  it('run each spec file in one project, and in the one that its name says', async () => {
    const { projects } = ((await import(join(import.meta.dirname, '../../jest.config.mjs'))) as JestConfig)
      .default;
    const specs = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.spec.ts', '*.spec.tsx'],
      { encoding: 'utf8' },
    )
      .trim()
      .split('\n');
    expect(specs.length).toBeGreaterThan(400);
    const runBy = (spec: string) =>
      projects
        .filter(
          ({ testMatch, testPathIgnorePatterns = [] }) =>
            testMatch.some((pattern) => matchesGlob(spec, pattern.replace('<rootDir>/', ''))) &&
            !testPathIgnorePatterns.some((pattern) => new RegExp(pattern).test(`/${spec}`)),
        )
        .map(({ displayName }) => displayName.replace('unit-web', 'unit'));
    for (const spec of specs) expect([spec, runBy(spec)]).toEqual([spec, [levelOf(spec)]]);
  });

  it('run one file of one level', () => {
    const unit = gate(root, { file: 'libs/outbox' }).find(({ name }) => name === 'unit');
    expect(unit?.args.slice(-1)).toEqual(['libs/outbox']);
  });
});
