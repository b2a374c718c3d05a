import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FileTime {
  file: string;
  seconds: number;
}

export interface SuiteResult extends Counts {
  suite: string;
  seconds: number;
  files: FileTime[];
}

export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: JestTest[];
  }[];
}

interface JestTest {
  status: string;
  fullName: string;
  failureMessages: string[] | null;
  /** Expectations that held. */
  numPassingAsserts: number;
}

export interface PlaywrightSuite {
  file: string;
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    ok: boolean;
    tests: { results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
}

export interface PlaywrightReport {
  config?: { rootDir: string };
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

/** A check has no tests of its own: it counts as one. */
export function checkCounts(code: number): Counts {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * It passed, and no expectation held, as when it goes over a list that is empty: it shows nothing, so it counts as
 * failed. A test that only waits for something expects that at its end.
 */
export function isWithoutExpectation({ status, numPassingAsserts }: JestTest): boolean {
  return status === 'passed' && numPassingAsserts === 0;
}

/** A file that could not be loaded has no failed tests, so it counts as one itself. */
export function jestCounts(file: string, code: number): Counts {
  const report = readReport<JestReport>(file);
  if (!report) return crashed();
  const idle = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(isWithoutExpectation).length;
  return honest(code, {
    passed: report.numPassedTests - idle,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites + idle,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

/** Errors outside tests count as failed, and so does a test that passed only when it was repeated. */
export function playwrightCounts(file: string, code: number): Counts {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return crashed();
  const { expected, unexpected, flaky, skipped } = report.stats;
  return honest(code, { passed: expected, failed: unexpected + flaky + report.errors.length, skipped });
}

/** How long each file of a jest run took. */
export function jestFiles(file: string): FileTime[] {
  const results = readReport<JestReport>(file)?.testResults ?? [];
  return results.map(({ name, startTime, endTime }) => ({
    file: name,
    seconds: (endTime - startTime) / 1000,
  }));
}

/** How long the tests of each file of a browser run took. */
export function playwrightFiles(file: string): FileTime[] {
  const milliseconds = ({ specs, suites = [] }: PlaywrightSuite): number =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration, 0) +
    suites.reduce((sum, suite) => sum + milliseconds(suite), 0);
  const report = readReport<PlaywrightReport>(file);
  const folder = report?.config?.rootDir ?? '';
  return (report?.suites ?? []).map((suite) => ({
    file: join(folder, suite.file),
    seconds: milliseconds(suite) / 1000,
  }));
}

export function total(results: Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number): number =>
    results.reduce((all, counts) => all + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

/** The last line of a test run. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Nothing failed, and something ran at all. */
export function isSuccess({ passed, failed }: Omit<Counts, 'skipped'>): boolean {
  return failed === 0 && passed > 0;
}

/** One row per suite, with the minutes that it took, then the files that took longest. */
export function table(results: SuiteResult[], root: string): string[] {
  const row = (cells: (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(20) : String(cell).padStart(9))).join('');
  const slowest = results
    .flatMap(({ files }) => files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST);
  return [
    row(['suite', 'passed', 'failed', 'skipped', 'minutes']),
    ...results.map(({ suite, passed, failed, skipped, seconds }) =>
      row([suite, passed, failed, skipped, (seconds / 60).toFixed(1)]),
    ),
    ...(slowest.length > 0 ? ['', 'slowest files, in seconds'] : []),
    ...slowest.map(
      ({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file.replace(`${root}/`, '')}`,
    ),
  ];
}

const SLOWEST = 10;

/** A suite that says that it failed without naming a failed test still failed. */
function honest(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function crashed(): Counts {
  return { passed: 0, failed: 1, skipped: 0 };
}

export function readReport<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
