import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  isWithoutExpectation,
  type JestReport,
  type PlaywrightReport,
  type PlaywrightSuite,
  readReport,
  type SuiteResult,
} from './results.js';
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
    const messages = failedTests(suites, [result]).map(({ name: test, message }) => `${test}\n${message}\n`);
    if (messages.length > 0) writeFileSync(join(folder, name, 'failures.txt'), messages.join('\n'));
  }
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => join('.local/test-failures', name));
}

/**
 * The failed tests and the beginning of what each said, for the very end of a run: of a long output often only the end
 * is left to read.
 */
export function failureLines(suites: Suite[], results: SuiteResult[]): string[] {
  const failed = failedTests(suites, results);
  const shown = failed.slice(0, SHOWN).flatMap(({ name, message }) => {
    const lines = message.split('\n').filter((line) => line.trim() !== '');
    return ['', `✗ ${name}`, ...lines.slice(0, LINES).map((line) => `    ${line}`)];
  });
  return failed.length > SHOWN ? [...shown, '', `and ${failed.length - SHOWN} more`] : shown;
}

const SHOWN = 10;
const LINES = 12;

/** A test that failed, by its file and title, and what it said without colours. */
interface FailedTest {
  name: string;
  message: string;
}

function failedTests(suites: Suite[], results: SuiteResult[]): FailedTest[] {
  return results
    .filter(({ failed }) => failed > 0)
    .flatMap(({ suite: name }) => {
      const report = suites.find((suite) => suite.name === name)?.report;
      const found = report ? [...jestFailures(report), ...playwrightFailures(report)] : [];
      return found.map((test) => ({ ...test, message: stripVTControlCharacters(test.message) }));
    });
}

function jestFailures(report: string): FailedTest[] {
  const results = readReport<JestReport>(report)?.testResults ?? [];
  return results.flatMap(({ name: file, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed' || isWithoutExpectation(test));
    if (failed.length === 0 && message && assertionResults.length === 0) return [{ name: file, message }];
    return failed.map((test) => ({
      name: `${file} › ${test.fullName}`,
      message: isWithoutExpectation(test)
        ? 'It passed and expected nothing.'
        : (test.failureMessages ?? []).join('\n'),
    }));
  });
}

function playwrightFailures(report: string): FailedTest[] {
  const { suites = [], errors = [] } = readReport<PlaywrightReport>(report) ?? {};
  const ofSuite = ({ file, title, specs = [], suites: inner = [] }: PlaywrightSuite): FailedTest[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map((spec) => ({
        name: `${file} › ${title === file ? '' : `${title} › `}${spec.title}`,
        message: spec.tests
          .flatMap(({ results }) => results)
          .flatMap((result) => result.errors.map(({ message }) => message ?? ''))
          .join('\n'),
      })),
    ...inner.flatMap(ofSuite),
  ];
  return [
    ...suites.flatMap(ofSuite),
    ...errors.map(({ message }) => ({ name: 'outside a test', message: message ?? '' })),
  ];
}
