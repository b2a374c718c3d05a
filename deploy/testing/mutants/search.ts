import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OwnedProcess } from '../../../libs/testing/src/servers/process.js';
import { gate, levelOf, type Suite } from '../suites.js';
import type { Checkout } from './checkout.js';
import type { Patch } from './patch.js';
import { firstFailure, isWritten } from './report.js';

/** What noticed a patch. */
export interface Catch {
  level: string;
  test: string;
  /** The test file from the root of the repository; null where a program noticed it, such as the compiler. */
  file: string | null;
}

interface SearchOptions {
  /** Where the output of the tests goes. */
  logs: string;
  /** For specs that need servers. */
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Longer than any suite takes; a change may as well keep a test from ever ending. */
const LIMIT_MS = 20 * 60_000;
const LOOK_EVERY_MS = 500;
/** So many files with servers run before the next look whether one of them has failed. */
const AT_ONCE = 4;

const JEST = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
const TSC = 'node_modules/@typescript/native/bin/tsc';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';

/** Looks in one checkout for what notices a patch: the test that is known to do so, then all that can, cheapest first. */
export class Search {
  /** Whether test files pass in the tree as it is; shared by all checkouts, as the tree is. */
  private static readonly passing = new Map<string, Promise<boolean>>();
  private readonly suites: Suite[];

  constructor(
    private readonly checkout: Checkout,
    private readonly options: SearchOptions,
  ) {
    this.suites = gate(checkout.folder);
  }

  /**
   * Null when nothing noticed it.
   * @throws Error when the test that noticed it fails without the patch, too, or a suite could not be run
   */
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
    const of = (level: string) => related.filter((file) => levelOf(file) === level);
    const withServers = of('integration');
    const rounds = [of('unit'), of('component')];
    while (withServers.length > 0) rounds.push(withServers.splice(0, AT_ONCE));
    for (const files of rounds) {
      const found = await this.runFiles(patch, files);
      if (found) return found;
    }
    return (await this.check(patch)) ?? (await this.runProduct(patch));
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

  /** Runs test files of one suite. @throws Error when they belong to no suite of the gate */
  private async runFiles(patch: Patch, files: string[]): Promise<Catch | null> {
    const [first] = files;
    if (first === undefined) return null;
    const suite = this.suites.find(({ name }) => name === levelOf(first));
    if (!suite) throw new Error(`${first} does not belong to the gate`);
    if (suite.needs === 'product') await this.checkout.build(patch);
    const isBrowser = suite.name === 'browser';
    return this.run(patch, suite, isBrowser ? files : ['--runTestsByPath', ...files]);
  }

  /** The linter and the compiler. */
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

  /** The suites of the gate that need the whole product; each starts that of the checkout. */
  private async runProduct(patch: Patch): Promise<Catch | null> {
    await this.checkout.build(patch);
    for (const suite of this.suites.filter(({ needs }) => needs === 'product')) {
      // Only a browser sees the web app.
      if (suite.name === 'system' && patch.files.every((file) => file.startsWith('web/'))) continue;
      const found = await this.run(patch, suite, []);
      if (found) return found;
    }
    return null;
  }

  /** Runs a suite, or only some of its files, and reads its report. */
  private async run({ name }: Patch, suite: Suite, files: string[]): Promise<Catch | null> {
    const { logs, signal, env } = this.options;
    const { report = '' } = suite;
    signal.throwIfAborted();
    rmSync(report, { force: true });
    const tests = await OwnedProcess.start({
      name,
      command: process.execPath,
      args: [...suite.args, ...files],
      cwd: this.checkout.folder,
      env: { ...process.env, ...env, ...suite.env },
      logFile: join(logs, `${name}.log`),
    });
    const limit = Date.now() + LIMIT_MS;
    // A test that failed half-way may leave something open that keeps its process alive: the report is the end.
    while (tests.isRunning && !signal.aborted && !isWritten(report) && Date.now() < limit) {
      await Promise.race([tests.exited, sleep(LOOK_EVERY_MS)]);
    }
    const isEndless = tests.isRunning && Date.now() >= limit;
    await tests.stop();
    signal.throwIfAborted();
    if (isEndless) return { level: suite.name, test: 'a test that never ends', file: null };
    const failure = firstFailure(report);
    return failure && { level: suite.name, test: failure.test, file: this.nameOf(failure.file) };
  }

  /** Playwright names files from its own folder. */
  private nameOf(file: string): string | null {
    if (file === '') return null;
    return file.startsWith('/') ? relative(this.checkout.folder, file) : join('e2e/browser', file);
  }
}
