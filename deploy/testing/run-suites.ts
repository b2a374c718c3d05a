import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { signalGroup } from '../../libs/testing/src/servers/process.js';
import type { Servers } from '../../libs/testing/src/servers/servers.js';
import { type Log, step } from '../local/console.js';
import { type SuiteResult, total } from './results.js';
import type { Suite } from './suites.js';

export interface RunOptions {
  root: string;
  log: Log;
  signal: AbortSignal;
  /** Started once, before the first suite that needs them, and stopped in any case. */
  startServers: () => Promise<Servers>;
}

/** Runs the suites one after the other; each gets its result, also when it could not be run. */
export async function runSuites(suites: Suite[], options: RunOptions): Promise<SuiteResult[]> {
  const { log, signal } = options;
  const results: SuiteResult[] = [];
  let servers: Servers | undefined;
  let whyNot: string | undefined;
  try {
    for (const suite of suites) {
      const began = Date.now();
      if (suite.needsServers && !servers && !whyNot && !signal.aborted) {
        try {
          servers = await step(log, 'starting isolated PostgreSQL, Redis and RabbitMQ', options.startServers);
        } catch (error) {
          whyNot = error instanceof Error ? error.message : String(error);
          log(whyNot);
        }
      }
      const isPossible = !signal.aborted && (!suite.needsServers || servers !== undefined);
      log(`\n── ${suite.name}${isPossible ? '' : ': not run'}`);
      const code = isPossible ? await runSuite(suite, options, servers) : 1;
      const counts = isPossible ? suite.count(code) : { passed: 0, failed: 1, skipped: 0 };
      results.push({ suite: suite.name, ...counts, seconds: (Date.now() - began) / 1000 });
      log(
        `── ${suite.name}: ${counts.passed} passed, ${counts.failed} failed (${total(results).passed} so far)`,
      );
    }
  } finally {
    if (servers) await step(log, 'stopping the servers', servers.stop);
  }
  return results;
}

function runSuite(suite: Suite, { root, signal }: RunOptions, servers?: Servers): Promise<number> {
  // An old report must not stand in for a suite that crashes.
  if (suite.report) rmSync(suite.report, { force: true });
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
        ...(servers && {
          TEST_DATABASE_URL: servers.databaseUrl,
          TEST_REDIS_URL: servers.redisUrl,
          TEST_AMQP_URL: servers.amqpUrl,
        }),
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
