import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCounts, isSuccess, jestCounts, playwrightCounts, summary, total } from './results.js';

describe('counting results', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ssc-results-'));
  const file = join(directory, 'report.json');
  const jest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };

  afterAll(() => rmSync(directory, { recursive: true }));

  it('counts a test file that could not be loaded as one failure', () => {
    writeFileSync(file, JSON.stringify({ ...jest, numRuntimeErrorTestSuites: 1 }));
    expect(jestCounts(file, 1)).toEqual({ passed: 5, failed: 1, skipped: 2, flaky: 0 });
  });

  it('tells a test that passed when it was tried again', () => {
    const assertionResults = [
      { status: 'passed', invocations: 1 },
      { status: 'passed', invocations: 2 },
      { status: 'failed', invocations: 2 },
    ];
    writeFileSync(
      file,
      JSON.stringify({ ...jest, numRuntimeErrorTestSuites: 0, testResults: [{ assertionResults }] }),
    );
    expect(jestCounts(file, 1)).toMatchObject({ passed: 5, flaky: 1 });
  });

  it('believes a bad exit code more than a report without failures', () => {
    writeFileSync(file, JSON.stringify({ ...jest, numRuntimeErrorTestSuites: 0 }));
    expect(jestCounts(file, 0).failed).toBe(0);
    expect(jestCounts(file, 1).failed).toBe(1);
  });

  it('counts a suite without results as one failure', () => {
    expect(jestCounts(join(directory, 'none.json'), 0).failed).toBe(1);
    writeFileSync(file, '{"numPass');
    expect(playwrightCounts(file, 0).failed).toBe(1);
  });

  it('counts browser tests, and errors outside of them', () => {
    writeFileSync(
      file,
      JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: ['no browser'] }),
    );
    expect(playwrightCounts(file, 1)).toEqual({ passed: 4, failed: 2, skipped: 2, flaky: 1 });
  });

  it('sums up in one line', () => {
    const all = total([checkCounts(0), checkCounts(1), { passed: 7, failed: 0, skipped: 0, flaky: 0 }]);
    expect(summary(all)).toBe('8 passed, 1 failed');
    expect(summary({ ...all, skipped: 3 })).toBe('8 passed, 1 failed, 3 skipped');
  });

  it('does not take an empty run for a success', () => {
    expect(isSuccess({ passed: 0, failed: 0, skipped: 4 })).toBe(false);
    expect(isSuccess({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
    expect(isSuccess({ passed: 1, failed: 1, skipped: 0 })).toBe(false);
  });
});
