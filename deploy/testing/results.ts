import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Of the passed, those that failed at first. Each is a fault to be found. */
  flaky: number;
}

export interface SuiteResult extends Counts {
  suite: string;
  seconds: number;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { status: string; invocations?: number }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** A check has no tests of its own: it counts as one. */
export function checkCounts(code: number): Counts {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, flaky: 0 };
}

/** A file that could not be loaded has no failed tests, so it counts as one itself. */
export function jestCounts(file: string, code: number): Counts {
  const report = readReport<JestReport>(file);
  if (!report) return crashed();
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return honest(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: tests.filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1).length,
  });
}

/** Tests that passed only when repeated count as passed; errors outside tests as failed. */
export function playwrightCounts(file: string, code: number): Counts {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return crashed();
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + report.errors.length;
  return honest(code, { passed: expected + flaky, failed, skipped, flaky });
}

export function total(results: Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number): number =>
    results.reduce((all, counts) => all + pick(counts), 0);
  return {
    passed: sum((c) => c.passed),
    failed: sum((c) => c.failed),
    skipped: sum((c) => c.skipped),
    flaky: sum((c) => c.flaky),
  };
}

/** The last line of a test run. */
export function summary({ passed, failed, skipped }: Omit<Counts, 'flaky'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Nothing failed, and something ran at all. */
export function isSuccess({ passed, failed }: Omit<Counts, 'flaky'>): boolean {
  return failed === 0 && passed > 0;
}

/** One row per suite, with the seconds that it took. */
export function table(results: SuiteResult[]): string[] {
  const row = (cells: (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(20) : String(cell).padStart(9))).join('');
  return [
    row(['suite', 'passed', 'failed', 'skipped', 'flaky', 'seconds']),
    ...results.map(({ suite, passed, failed, skipped, flaky, seconds }) =>
      row([suite, passed, failed, skipped, flaky, seconds.toFixed(1)]),
    ),
  ];
}

/** A suite that says that it failed without naming a failed test still failed. */
function honest(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function crashed(): Counts {
  return { passed: 0, failed: 1, skipped: 0, flaky: 0 };
}

function readReport<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
