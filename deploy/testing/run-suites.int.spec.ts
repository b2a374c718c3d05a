import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCounts, jestCounts } from './results.js';
import { type RunOptions, runSuites } from './run-suites.js';
import type { Suite } from './suites.js';

describe('running suites', () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-suites-'));
  const report = join(root, 'report.json');
  let stopped = 0;

  afterAll(() => rmSync(root, { recursive: true }));
  beforeEach(() => {
    stopped = 0;
  });

  const options = (change: Partial<RunOptions> = {}): RunOptions => ({
    root,
    log: () => undefined,
    signal: new AbortController().signal,
    startServers: async () => ({
      provider: 'environment',
      databaseUrl: 'postgres://isolated',
      redisUrl: 'redis://isolated',
      amqpUrl: 'amqp://isolated',
      stop: async () => {
        stopped++;
      },
    }),
    ...change,
  });

  it('tells suites that need servers where they are, and stops the servers after a failure', async () => {
    const script = 'process.exit(process.env.TEST_DATABASE_URL === "postgres://isolated" ? 0 : 1)';
    const results = await runSuites(
      [check('with', script, true), check('bad', 'process.exit(1)', true)],
      options(),
    );
    expect(results).toMatchObject([
      { suite: 'with', passed: 1, failed: 0 },
      { suite: 'bad', passed: 0, failed: 1 },
    ]);
    expect(stopped).toBe(1);
  });

  it('counts a suite that crashes without results as one failure', async () => {
    const crash: Suite = {
      ...check('crash', 'process.kill(process.pid, "SIGKILL")', false),
      report,
      count: (code) => jestCounts(report, code),
    };
    expect(await runSuites([crash], options())).toMatchObject([{ passed: 0, failed: 1 }]);
  });

  it('fails what needs servers when they cannot be started, and runs the rest', async () => {
    const startServers = async () => {
      throw new Error('no servers');
    };
    const results = await runSuites(
      [check('needs', '', true), check('plain', '', false)],
      options({ startServers }),
    );
    expect(results).toMatchObject([{ failed: 1 }, { passed: 1 }]);
  });

  it('stops at once when asked to, and counts the rest as failed', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const began = Date.now();
    const suites = [check('long', 'setInterval(() => {}, 1000)', true), check('never', '', true)];
    const results = await runSuites(suites, options({ signal: controller.signal }));
    expect(results).toMatchObject([{ failed: 1 }, { failed: 1 }]);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(stopped).toBe(1);
  });

  function check(name: string, script: string, needsServers: boolean): Suite {
    return { name, args: ['-e', script], needsServers, count: checkCounts };
  }
});
