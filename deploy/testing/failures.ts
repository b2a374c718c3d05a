import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JestReport, readReport, type SuiteResult } from './results.js';
import type { Suite } from './suites.js';

/** Where everything is kept that tells why a test failed, until the next run. */
export function failuresFolder(root: string): string {
  return join(root, '.local/test-failures');
}

export function forgetFailures(root: string): void {
  rmSync(failuresFolder(root), { recursive: true, force: true });
}

/**
 * Keeps, of each suite that failed, its output and the messages of its failed tests. The browser suites put traces and
 * pictures there themselves.
 * @param outputs where the output of each suite was written
 * @returns what is kept, for the one who reads the end of the run
 */
export function keepFailures(
  root: string,
  outputs: string,
  suites: Suite[],
  results: SuiteResult[],
): string[] {
  const folder = failuresFolder(root);
  // A browser test whose failure is wanted leaves a trace and a picture, too.
  for (const { suite } of results.filter(({ failed }) => failed === 0)) {
    rmSync(join(folder, suite.replaceAll(/\W+/g, '-')), { recursive: true, force: true });
  }
  for (const result of results.filter(({ failed }) => failed > 0)) {
    const name = result.suite.replaceAll(/\W+/g, '-');
    mkdirSync(join(folder, name), { recursive: true });
    const output = join(outputs, `${name}.log`);
    if (existsSync(output)) cpSync(output, join(folder, name, 'output.log'));
    const report = suites.find((suite) => suite.name === result.suite)?.report;
    const messages = report ? messagesOf(report) : '';
    if (messages) writeFileSync(join(folder, name, 'failures.txt'), messages);
  }
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => join('.local/test-failures', name));
}

function messagesOf(report: string): string {
  const results = readReport<JestReport>(report)?.testResults ?? [];
  return results
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0 && message) return [`${name}\n${message}\n`];
      return failed.map((test) => `${name}\n${test.fullName}\n${(test.failureMessages ?? []).join('\n')}\n`);
    })
    .join('\n');
}
