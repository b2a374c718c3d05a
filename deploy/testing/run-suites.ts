import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { signalGroup } from '../../libs/testing/src/servers/process.js';
import type { Log } from '../local/console.js';
import { type Counts, type SuiteResult, total } from './results.js';
import type { Need, Suite } from './suites.js';

export interface RunOptions {
  root: string;
  log: Log;
  signal: AbortSignal;
  /** Settles when the machine has the programs that suites run; those that need only Node do not wait. */
  installed?: Promise<void>;
  /** Starts what suites need, once for all of them; answers with the variables that lead to it. */
  provide?: (need: Need) => Promise<NodeJS.ProcessEnv>;
  /** Where the output of each suite is written. */
  outputs: string;
}

const CORES = 2;
/** What jest says when a test file has left something open. */
const LEFT_OPEN = /failed to exit gracefully|did not exit one second after/;

/**
 * Runs the suites in order; those that keep only one core busy run side by side. Each gets its result, also when it
 * could not be run.
 */
export async function runSuites(suites: Suite[], options: RunOptions): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  const running = new Set<Promise<void>>();
  let busy = 0;
  mkdirSync(options.outputs, { recursive: true });
  for (const [index, suite] of suites.entries()) {
    const cores = suite.cores ?? CORES;
    while (busy + cores > CORES) await Promise.race(running);
    busy += cores;
    const one = runOne(suite, options)
      .then((result) => {
        results[index] = result;
        const { passed, failed } = result;
        const sum = total(results.filter(Boolean));
        options.log(`── ${suite.name}: ${passed} passed, ${failed} failed (${sum.passed} so far)`);
      })
      .finally(() => {
        busy -= cores;
        running.delete(one);
      });
    running.add(one);
  }
  await Promise.all(running);
  return results;
}

async function runOne(suite: Suite, options: RunOptions): Promise<SuiteResult> {
  const { log, signal } = options;
  const began = Date.now();
  log(`\n── ${suite.name}${signal.aborted ? ': not run' : ''}`);
  // An old report must not stand in for a suite that crashes.
  if (suite.report) rmSync(suite.report, { force: true });
  let counts: Counts = { passed: 0, failed: 1, skipped: 0 };
  if (!signal.aborted) {
    try {
      if (!suite.needsOnlyNode) await options.installed;
      const env = suite.needs ? await options.provide?.(suite.needs) : undefined;
      const { code, output } = await runProgram({ ...suite, env: { ...suite.env, ...env } }, options);
      counts = suite.count(code);
      // Said and not counted: a busy machine takes longer than jest's half second to end a process in order.
      if (LEFT_OPEN.test(readFileSync(output, 'utf8'))) {
        log(`${suite.name}: a process was ended by force; a test file may have left something open`);
      }
    } catch (error) {
      log(`${suite.name} could not be run: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const seconds = (Date.now() - began) / 1000;
  return { suite: suite.name, ...counts, seconds, files: signal.aborted ? [] : (suite.files?.() ?? []) };
}

async function runProgram(
  suite: Suite,
  { root, signal, outputs, log }: RunOptions,
): Promise<{ code: number; output: string }> {
  const output = join(outputs, `${suite.name.replaceAll(/\W+/g, '-')}.log`);
  const file = createWriteStream(output);
  const child = spawn(process.execPath, suite.args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that browsers and workers can be ended with it.
    detached: true,
    env: {
      ...process.env,
      // Tests bring the models that they need.
      MODELS: 'off',
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
      ...suite.env,
    },
  });
  // The lines of two that run side by side would mix: those are shown when it is over.
  const isAlone = (suite.cores ?? CORES) === CORES;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.pipe(file, { end: false });
    if (isAlone) stream?.pipe(process.stdout, { end: false });
  }
  const code = await ended(child, signal);
  file.end();
  await finished(file);
  if (!isAlone && code !== 0) log(readFileSync(output, 'utf8'));
  return { code, output };
}

function ended(child: ChildProcess, signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const stop = (): void => {
      child.kill('SIGTERM');
      setTimeout(() => signalGroup(child.pid ?? 0, 'SIGKILL'), 5_000).unref();
    };
    signal.addEventListener('abort', stop);
    const end = (code: number): void => {
      signal.removeEventListener('abort', stop);
      signalGroup(child.pid ?? 0, 'SIGKILL');
      resolve(code);
    };
    child.once('error', () => end(127));
    // After the last of its output, unless a process that it left behind holds that open.
    child.once('exit', (code) => setTimeout(() => end(code ?? 1), 200));
  });
}
