import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCounts, jestCounts } from './results.js';
import { type RunOptions, runSuites } from './run-suites.js';
import type { Need, Suite } from './suites.js';

describe('running suites', () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-suites-'));
  const report = join(root, 'report.json');

  afterAll(() => rmSync(root, { recursive: true }));

  const options = (change: Partial<RunOptions> = {}): RunOptions => ({
    root,
    log: () => undefined,
    signal: new AbortController().signal,
    outputs: root,
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

  it('gives a suite what it needs, and counts it as failed when that cannot be had', async () => {
    const env = { PLACE: 'by the window' };
    const sees = check('sees', 'process.exit(process.env.PLACE === "by the window" ? 0 : 1)');
    const provide = (need: Need) =>
      need === 'servers' ? Promise.resolve(env) : Promise.reject(new Error('no room'));
    const suites: Suite[] = [
      { ...sees, needs: 'servers' },
      { ...sees, needs: 'product' },
    ];
    expect(await runSuites(suites, options({ provide }))).toMatchObject([{ passed: 1 }, { failed: 1 }]);
  });

  it('runs two that keep one core busy side by side, and whoever needs both alone', async () => {
    const marks = join(root, 'marks');
    // Each of two that run side by side sees that the other has begun, however long a process takes to start.
    const script = (name: string, ends: string) =>
      `const { appendFileSync, readFileSync } = require('node:fs');
       const marks = ${JSON.stringify(marks)};
       const until = Date.now() + 20_000;
       appendFileSync(marks, '+${name}');
       const look = () => {
         if (!readFileSync(marks, 'utf8').includes('${ends}') && Date.now() < until) setTimeout(look, 20);
         else appendFileSync(marks, '-${name}');
       };
       look();`;
    const narrow = (name: string, other: string): Suite => ({
      ...check(name, script(name, `+${other}`)),
      cores: 1,
    });
    const suites = [narrow('a', 'b'), narrow('b', 'a'), check('c', script('c', '+c'))];
    const results = await runSuites(suites, options());
    expect(results.map(({ suite }) => suite)).toEqual(['a', 'b', 'c']);
    expect(readFileSync(marks, 'utf8')).toMatch(/^(\+[ab]){2}(-[ab]){2}\+c-c$/);
  });

  it('looks at the sources while programs are installed, and fails what needs them where they cannot be', async () => {
    const lines: string[] = [];
    let fail: (reason: Error) => void = () => undefined;
    // The installation ends only after the first suite has: whoever waited for it would wait for ever.
    const installed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const log = (line: string) => {
      lines.push(line);
      if (line.startsWith('── looks: 1 passed')) fail(new Error('no network'));
    };
    const suites = [{ ...check('looks', ''), needsOnlyNode: true }, check('runs', '')];
    expect(await runSuites(suites, options({ installed, log }))).toMatchObject([
      { passed: 1 },
      { failed: 1 },
    ]);
    expect(lines).toContain('runs could not be run: no network');
  });

  it('says that a test file may have left something open', async () => {
    const says = 'A worker process has failed to exit gracefully and has been force exited.';
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await runSuites([check('open', `console.error(${JSON.stringify(says)})`)], options({ log }));
    expect(lines).toContainEqual(expect.stringContaining('open: a process was ended by force'));
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
