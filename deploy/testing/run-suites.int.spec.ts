import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCounts, jestCounts } from './results.js';
import { type RunOptions, runSuites } from './run-suites.js';
import type { Suite } from './suites.js';

describe('running suites', () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-suites-'));
  const report = join(root, 'report.json');

  afterAll(() => rmSync(root, { recursive: true }));

  const options = (change: Partial<RunOptions> = {}): RunOptions => ({
    root,
    log: () => undefined,
    signal: new AbortController().signal,
    ...change,
  });

  it('goes on after a failure and counts both', async () => {
    const results = await runSuites([check('bad', 'process.exit(1)'), check('good', '')], options());
    expect(results).toMatchObject([
      { suite: 'bad', passed: 0, failed: 1 },
      { suite: 'good', passed: 1, failed: 0 },
    ]);
  });

  it('counts a suite that crashes without results as one failure', async () => {
    const crash: Suite = {
      ...check('crash', 'process.kill(process.pid, "SIGKILL")'),
      report,
      count: (code) => jestCounts(report, code),
    };
    expect(await runSuites([crash], options())).toMatchObject([{ passed: 0, failed: 1 }]);
  });

  it('gives a suite what was prepared for it, takes that away, and counts it as failed when it cannot be made', async () => {
    const taken: string[] = [];
    const env = { PLACE: 'by the window' };
    const stop = async () => void taken.push('taken');
    const sees = check('sees', 'process.exit(process.env.PLACE === "by the window" ? 0 : 1)');
    const prepared: Suite = { ...sees, prepare: async () => ({ env, stop }) };
    const hopeless: Suite = { ...sees, prepare: () => Promise.reject(new Error('no room')) };
    expect(await runSuites([prepared, hopeless], options())).toMatchObject([{ passed: 1 }, { failed: 1 }]);
    expect(taken).toEqual(['taken']);
  });

  it('stops at once when asked to, and counts the rest as failed', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const began = Date.now();
    const suites = [check('long', 'setInterval(() => {}, 1000)'), check('never', '')];
    const results = await runSuites(suites, options({ signal: controller.signal }));
    expect(results).toMatchObject([{ failed: 1 }, { failed: 1 }]);
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  function check(name: string, script: string): Suite {
    return { name, args: ['-e', script], count: checkCounts };
  }
});
