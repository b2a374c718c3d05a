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
  return { file: failed.name, test: test ?? 'the file itself' };
}

function ofPlaywright({ suites, errors }: PlaywrightReport): Failure | null {
  for (const suite of flat(suites)) {
    const spec = suite.specs?.find(({ ok }) => !ok);
    if (spec) return { file: suite.file, test: spec.title };
  }
  return errors.length > 0 ? { file: '', test: 'the start of the product' } : null;
}

const flat = (suites: PlaywrightSuite[]): PlaywrightSuite[] =>
  suites.flatMap((suite) => [suite, ...flat(suite.suites ?? [])]);
