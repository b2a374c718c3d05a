import { existsSync, readFileSync } from 'node:fs';

/** A test that failed. */
export interface Failure {
  /** As the report has it: jest's from the root of the disk, Playwright's from its folder of tests. */
  file: string;
  test: string;
}

interface JestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

interface PlaywrightSuite {
  file: string;
  specs?: { title: string; ok: boolean }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: unknown[];
}

/** Whether a report is there as a whole. */
export function isWritten(report: string): boolean {
  if (!existsSync(report)) return false;
  try {
    JSON.parse(readFileSync(report, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/** The first test of a report of jest or Playwright that failed; null when none did. @throws Error without a report */
export function firstFailure(report: string): Failure | null {
  if (!existsSync(report)) throw new Error(`The tests left no report (${report})`);
  const read = JSON.parse(readFileSync(report, 'utf8')) as JestReport | PlaywrightReport;
  return 'testResults' in read ? ofJest(read) : ofPlaywright(read);
}

function ofJest({ testResults }: JestReport): Failure | null {
  const failed = testResults.find(({ status }) => status === 'failed');
  if (!failed) return null;
  const test = failed.assertionResults.find(({ status }) => status === 'failed')?.fullName;
  return { file: failed.name, test: test === undefined ? 'the file itself' : oneLine(test) };
}

function ofPlaywright({ suites, errors }: PlaywrightReport): Failure | null {
  for (const suite of flat(suites)) {
    const spec = suite.specs?.find(({ ok }) => !ok);
    if (spec) return { file: suite.file, test: oneLine(spec.title) };
  }
  return errors.length > 0 ? { file: '', test: 'the start of the product' } : null;
}

const flat = (suites: PlaywrightSuite[]): PlaywrightSuite[] =>
  suites.flatMap((suite) => [suite, ...flat(suite.suites ?? [])]);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
