import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { signalGroup } from '../../libs/testing/src/servers/process.js';
import type { Log } from '../local/console.js';
import { type SuiteResult, total } from './results.js';
import type { Suite } from './suites.js';

export interface RunOptions {
  root: string;
  log: Log;
  signal: AbortSignal;
}

/** Runs the suites one after the other; each gets its result, also when it could not be run. */
export async function runSuites(suites: Suite[], options: RunOptions): Promise<SuiteResult[]> {
  const { log, signal } = options;
  const results: SuiteResult[] = [];
  for (const suite of suites) {
    const began = Date.now();
    log(`\n── ${suite.name}${signal.aborted ? ': not run' : ''}`);
    const counts = signal.aborted
      ? { passed: 0, failed: 1, skipped: 0, flaky: 0 }
      : suite.count(await runPrepared(suite, options));
    results.push({ suite: suite.name, ...counts, seconds: (Date.now() - began) / 1000 });
    log(
      `── ${suite.name}: ${counts.passed} passed, ${counts.failed} failed (${total(results).passed} so far)`,
    );
  }
  return results;
}

async function runPrepared(suite: Suite, options: RunOptions): Promise<number> {
  // An old report must not stand in for a suite that crashes.
  if (suite.report) rmSync(suite.report, { force: true });
  let shared: Awaited<ReturnType<NonNullable<Suite['prepare']>>> | undefined;
  try {
    shared = await suite.prepare?.();
    return await runSuite({ ...suite, env: { ...suite.env, ...shared?.env } }, options);
  } catch (error) {
    options.log(`${suite.name} could not be prepared: ${String(error)}`);
    return 127;
  } finally {
    await shared?.stop();
  }
}

function runSuite(suite: Suite, { root, signal }: RunOptions): Promise<number> {
  const bin = join(root, 'node_modules/.bin');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, suite.args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A group of its own, so that browsers and workers can be ended with it.
      detached: true,
      env: {
        ...process.env,
        PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
        ...suite.env,
      },
    });
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
    child.once('exit', (code) => end(code ?? 1));
  });
}
