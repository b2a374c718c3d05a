import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkCounts,
  isSuccess,
  jestCounts,
  jestFiles,
  playwrightCounts,
  playwrightFiles,
  summary,
  table,
  total,
} from './results.js';

describe('counting results', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ssc-results-'));
  const file = join(directory, 'report.json');
  const jest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };

  afterAll(() => rmSync(directory, { recursive: true }));

  it('counts a test file that could not be loaded as one failure', () => {
    writeFileSync(file, JSON.stringify({ ...jest, numRuntimeErrorTestSuites: 1 }));
    expect(jestCounts(file, 1)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  });

  it('believes a bad exit code more than a report without failures', () => {
    writeFileSync(file, JSON.stringify({ ...jest, numRuntimeErrorTestSuites: 0 }));
    expect(jestCounts(file, 0).failed).toBe(0);
    expect(jestCounts(file, 1).failed).toBe(1);
  });

  it('counts a test that passed and expected nothing as failed', () => {
    const test = { status: 'passed', fullName: 'x', failureMessages: [] };
    const assertionResults = [
      { ...test, numPassingAsserts: 2 },
      { ...test, numPassingAsserts: 0 },
      { ...test, status: 'pending', numPassingAsserts: 0 },
    ];
    const testResults = [{ name: '/root/a.ts', startTime: 0, endTime: 1, message: '', assertionResults }];
    writeFileSync(file, JSON.stringify({ ...jest, numRuntimeErrorTestSuites: 0, testResults }));
    expect(jestCounts(file, 0)).toEqual({ passed: 4, failed: 1, skipped: 2 });
  });

  it('counts a suite without results as one failure', () => {
    expect(jestCounts(join(directory, 'none.json'), 0).failed).toBe(1);
    writeFileSync(file, '{"numPass');
    expect(playwrightCounts(file, 0).failed).toBe(1);
  });

  it('counts browser tests; errors outside of them and tests that passed only when repeated have failed', () => {
    writeFileSync(
      file,
      JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: ['no browser'] }),
    );
    expect(playwrightCounts(file, 1)).toEqual({ passed: 3, failed: 3, skipped: 2 });
    expect(playwrightCounts(file, 0)).toEqual({ passed: 3, failed: 3, skipped: 2 });
  });

  it('sums up in one line', () => {
    const all = total([checkCounts(0), checkCounts(1), { passed: 7, failed: 0, skipped: 0 }]);
    expect(summary(all)).toBe('8 passed, 1 failed');
    expect(summary({ ...all, skipped: 3 })).toBe('8 passed, 1 failed, 3 skipped');
  });

  it('does not take an empty run for a success', () => {
    expect(isSuccess({ passed: 0, failed: 0 })).toBe(false);
    expect(isSuccess({ passed: 1, failed: 0 })).toBe(true);
    expect(isSuccess({ passed: 1, failed: 1 })).toBe(false);
  });

  it('tells the minutes of each suite and the files that took longest', () => {
    const results = [1, 2].map((n) => ({ name: `/root/a/${n}.ts`, startTime: 0, endTime: n * 1000 }));
    writeFileSync(file, JSON.stringify({ testResults: results }));
    const jestTimes = jestFiles(file);
    const specs = [{ tests: [{ results: [{ duration: 2500 }] }] }];
    writeFileSync(
      file,
      JSON.stringify({
        config: { rootDir: '/root/e2e/browser' },
        suites: [{ file: 'b.ts', specs: [], suites: [{ file: 'b.ts', specs }] }],
      }),
    );
    const browserTimes = playwrightFiles(file);
    const counts = { passed: 1, failed: 0, skipped: 0 };
    const lines = table(
      [
        { suite: 'unit', ...counts, seconds: 90, files: jestTimes },
        { suite: 'browser', ...counts, seconds: 6, files: browserTimes },
      ],
      '/root',
    );
    expect(lines[1]).toMatch(/^unit +1 +0 +0 +1\.5$/);
    expect(lines.slice(-3).map((line) => line.trim())).toEqual([
      '2.5  e2e/browser/b.ts',
      '2.0  a/2.ts',
      '1.0  a/1.ts',
    ]);
  });
});
