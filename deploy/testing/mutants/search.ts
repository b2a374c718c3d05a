import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { OwnedProcess } from '../../../libs/testing/src/servers/process.js';
import { type Suite, suites } from '../suites.js';
import type { Checkout } from './checkout.js';
import { type Failure, firstFailure } from './failures.js';
import type { Patch } from './patch.js';

/** What noticed a patch. */
export interface Catch {
  level: string;
  test: string;
  /** The test file from the root of the repository; null where a program noticed it, such as the compiler. */
  file: string | null;
}

export interface SearchOptions {
  /** Where the output of the tests goes. */
  logs: string;
  /** For specs that need servers. */
  env: NodeJS.ProcessEnv;
  isNative: boolean;
  signal: AbortSignal;
}

/** Longer than any suite takes; a change may as well keep a test from ever ending. */
const LIMIT_MS = 20 * 60_000;
/** So many files with servers run before the next look whether one of them has failed. */
const AT_ONCE = 4;

const JEST = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
const TSC = 'node_modules/@typescript/native/bin/tsc';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';

/** Which suite of the gate a test file belongs to, by its name. */
export function levelOf(file: string): string {
  if (file.endsWith('.browser.ts')) return 'browser';
  if (file.endsWith('.e2e.spec.ts')) return 'system';
  if (file.endsWith('.int.spec.ts')) return 'integration';
  return file.endsWith('.spec.tsx') && file.startsWith('web/') ? 'component' : 'unit';
}

/** Looks in one checkout for what notices a patch: the test that is known to do so, then all that can, cheapest first. */
export class Search {
  /** Whether test files pass in the tree as it is; shared by all checkouts, as the tree is. */
  private static readonly passing = new Map<string, Promise<boolean>>();

  constructor(
    private readonly checkout: Checkout,
    private readonly options: SearchOptions,
  ) {}

  /** Null when nothing noticed it. A test that fails without the patch, too, has noticed nothing. */
  async find(patch: Patch): Promise<Catch | null> {
    await this.checkout.apply(patch);
    let found: Catch | null;
    try {
      found = await this.look(patch);
    } finally {
      await this.checkout.restore(patch);
    }
    if (found?.file && !(await this.passes(found.file))) {
      throw new Error(`${found.file} fails without the patch, too`);
    }
    return found;
  }

  private async look(patch: Patch): Promise<Catch | null> {
    const { caughtBy } = patch;
    const known = caughtBy && (await this.runFiles(patch, [caughtBy]));
    if (known) return known;
    const related = (await this.related(patch)).filter((file) => file !== caughtBy);
    const of = (...levels: string[]) => related.filter((file) => levels.includes(levelOf(file)));
    const found = await this.runFiles(patch, of('unit', 'component'));
    if (found) return found;
    const withServers = of('integration');
    for (let at = 0; at < withServers.length; at += AT_ONCE) {
      const seen = await this.runFiles(patch, withServers.slice(at, at + AT_ONCE));
      if (seen) return seen;
    }
    return (await this.check(patch)) ?? (await this.runBuilt(patch));
  }

  /** Whether a test file passes in the tree as it is. */
  private passes(file: string): Promise<boolean> {
    const known = Search.passing.get(file);
    if (known !== undefined) return known;
    const unchanged: Patch = { name: 'unchanged', path: '', about: '', caughtBy: null, files: [] };
    const passes = this.runFiles(unchanged, [file]).then((failure) => failure === null);
    Search.passing.set(file, passes);
    return passes;
  }

  /** The spec files that import what the patch changes, however far away. */
  private async related({ files }: Patch): Promise<string[]> {
    const args = [...JEST, '--listTests', '--json', '--findRelatedTests', ...files];
    const listed = JSON.parse(await this.checkout.program(...args)) as string[];
    return listed.map((file) => relative(this.checkout.folder, file)).sort();
  }

  /** Runs test files of the same suite. */
  private async runFiles(patch: Patch, files: string[]): Promise<Catch | null> {
    const [first] = files;
    if (first === undefined) return null;
    const level = levelOf(first);
    if (level === 'system' || level === 'browser') await this.checkout.build(patch);
    const report = this.report(level);
    if (level === 'browser') {
      const [suite] = this.builtSuites().filter(({ name }) => name.startsWith('browser'));
      const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'];
      const env = { ...suite?.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
      return this.outcome(patch, level, [...args, '--reporter=list,json', ...files], report, env);
    }
    const args = ['--json', `--outputFile=${report}`, '--maxWorkers=1', '--runTestsByPath', ...files];
    return this.outcome(patch, level, [...JEST, ...args], report, this.options.env);
  }

  /** The compiler and the linter. */
  private async check({ files }: Patch): Promise<Catch | null> {
    const isOfWeb = files.every((file) => file.startsWith('web/'));
    const checks: [level: string, args: string[]][] = [
      ['lint', [BIOME, 'ci', ...files]],
      ['types', [TSC, '-p', isOfWeb ? 'web/tsconfig.json' : 'tsconfig.json']],
    ];
    for (const [level, args] of checks) {
      const isGood = await this.checkout.program(...args).then(
        () => true,
        () => false,
      );
      if (!isGood) return { level, test: args.slice(1).join(' '), file: null };
    }
    return null;
  }

  /** The suites of the gate that start the whole product. */
  private async runBuilt(patch: Patch): Promise<Catch | null> {
    await this.checkout.build(patch);
    for (const { name, args, env, report } of this.builtSuites()) {
      // Only a browser sees the web app.
      if (name === 'system' && patch.files.every((file) => file.startsWith('web/'))) continue;
      const found = await this.outcome(patch, name, args, report ?? '', { ...this.options.env, ...env });
      if (found) return found;
    }
    return null;
  }

  private builtSuites(): Suite[] {
    return suites(this.checkout.folder, this.options.isNative).filter(
      ({ name }) => name === 'system' || name.startsWith('browser'),
    );
  }

  private report(level: string): string {
    const folder = join(this.checkout.folder, '.local/test-reports');
    mkdirSync(folder, { recursive: true });
    return join(folder, `${level}-of-a-patch.json`);
  }

  /** Runs tests that write a report, and reads it. */
  private async outcome(
    { name }: Patch,
    level: string,
    args: string[],
    report: string,
    env: NodeJS.ProcessEnv,
  ): Promise<Catch | null> {
    const { logs, signal } = this.options;
    signal.throwIfAborted();
    rmSync(report, { force: true });
    const tests = await OwnedProcess.start({
      name,
      command: process.execPath,
      args,
      cwd: this.checkout.folder,
      env: { ...process.env, ...env },
      logFile: join(logs, `${name}.log`),
    });
    const stop = (): void => void tests.stop();
    signal.addEventListener('abort', stop);
    let isEndless = false;
    const timer = setTimeout(() => {
      isEndless = true;
      stop();
    }, LIMIT_MS);
    await tests.exited;
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    if (isEndless) return { level, test: 'a test that never ends', file: null };
    const failure = firstFailure(report);
    return failure && { level: levelAt(level, failure), test: failure.test, file: this.nameOf(failure) };
  }

  private nameOf({ file }: Failure): string | null {
    if (file === '') return null;
    return file.startsWith('/') ? relative(this.checkout.folder, file) : join('e2e/browser', file);
  }
}

/** Unit and component specs run together. */
const levelAt = (level: string, { file }: Failure): string =>
  level === 'unit' && file.endsWith('.spec.tsx') && file.includes('/web/') ? 'component' : level;
