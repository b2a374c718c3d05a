import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { printLine } from '../local/console.js';
import { stopSignal } from '../local/stop-signal.js';
import { installMissing } from '../local/system-packages.js';
import { failureLines, forgetFailures, keepFailures } from './failures.js';
import { isSuccess, type SuiteResult, summary, table, total } from './results.js';
import { runSuites } from './run-suites.js';
import { SharedParts } from './shared-parts.js';
import { checks, deep, gate, levelOf, type Selection, type Suite } from './suites.js';

/**
 * `make test` (the gate), `make test-deep` (what is exhaustive) and `make check` (only what looks at the sources):
 * every suite on servers of its own. SUITE names one suite, FILE a part of a path, CHANGED=1 what the uncommitted
 * changes touch.
 */
const root = process.cwd();
const outputs = join(root, '.local/test-reports');
const signal = stopSignal(printLine);
const { SUITE: suite, FILE: file, CHANGED: changed } = process.env;

const WITHOUT_PRODUCT = new Set(['unit', 'component', 'integration']);

const began = Date.now();
const parts = new SharedParts(root);
let results: SuiteResult[] = [];
try {
  const chosen = choose(process.argv[2] ?? 'gate');
  forgetFailures(root);
  // What needs nothing but Node begins meanwhile.
  const installed = installPrograms(chosen);
  installed.catch(() => undefined);
  // Whoever needs servers later finds them running. The product, which is never idle, starts when its first suite does.
  if (chosen.some(({ needs }) => needs))
    installed.then(() => parts.provide('servers')).catch(() => undefined);
  const provide = parts.provide.bind(parts);
  results = await runSuites(chosen, { root, log: printLine, signal, installed, provide, outputs });
  if (results.some(({ failed }) => failed > 0)) {
    await parts.keepLogs(join(root, '.local/test-failures/services'));
  }
  const kept = keepFailures(root, outputs, chosen, results);
  for (const line of ['', ...table(results, root), ...failureLines(chosen, results), '']) printLine(line);
  if (kept.length > 0) printLine(`Kept for whoever asks why: ${kept.join(', ')}`);
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error));
  results.push({ suite: 'test run', passed: 0, failed: 1, skipped: 0, seconds: 0, files: [] });
} finally {
  await parts.stop();
}
const all = total(results);
printLine(`${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
printLine(summary(all));
process.exitCode = isSuccess(all) ? 0 : 1;
// Whatever was left open after a failure must not keep the run from ending.
setTimeout(() => process.exit(), 10_000).unref();

/** @throws Error saying which names are known */
function choose(what: string): Suite[] {
  if (what === 'checks') return checks();
  if (what === 'deep') {
    // The gate answers the same question each time; what is exhaustive in the end looks further with each run.
    process.env.TEST_SEED ||= String(randomInt(2 ** 31));
    printLine(`TEST_SEED=${process.env.TEST_SEED}`);
  }
  const selection: Selection = { ...(file ? { file } : {}), ...(changed ? { onlyChanged: true } : {}) };
  const all = [...gate(root, selection), ...deep(root, selection)];
  if (suite || file) {
    const names = suite ? [suite] : levelsOf(file ?? '');
    const found = all.filter((one) => names.includes(one.name));
    if (found.length > 0) return found;
    throw new Error(
      `No tests: SUITE=${suite ?? ''} FILE=${file ?? ''}. Suites: ${all.map((one) => one.name).join(', ')}`,
    );
  }
  if (what === 'deep') return deep(root);
  // What a change touches of the whole product cannot be told from its imports.
  const suites = changed ? all.filter(({ name: one }) => WITHOUT_PRODUCT.has(one)) : gate(root);
  return [...checks(), ...suites];
}

async function installPrograms(chosen: readonly Suite[]): Promise<void> {
  if (chosen.every(({ needsOnlyNode }) => needsOnlyNode)) return;
  await installMissing(['servers', 'speech', 'browser', 'documents'], printLine);
  if (chosen.some(({ name }) => name === 'engines')) await installEngines();
}

/** Other browsers than the one of all tests: where they cannot be had, their tests are skipped and say so. */
async function installEngines(): Promise<void> {
  try {
    await installMissing(['engines'], printLine);
  } catch (error) {
    printLine(`Some browsers are not tried: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The levels of all test files whose path has this. A browser file may have tests for the gate and others. */
function levelsOf(part: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const files = listed
    .toString()
    .split('\n')
    .filter((name) => name.includes(part));
  const levels = [...new Set(files.map(levelOf))].filter((level) => level !== undefined);
  return levels.includes('browser') ? [...levels, 'browser-deep'] : levels;
}
