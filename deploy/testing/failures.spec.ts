import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failureLines, failuresFolder, forgetFailures, keepFailures } from './failures.js';
import { checkCounts } from './results.js';
import type { Suite } from './suites.js';

describe('what a failure leaves behind', () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-failures-'));
  const report = join(root, 'unit.json');
  const suites = [
    { name: 'unit', args: [], count: checkCounts, report },
    { name: 'browser', args: [], count: checkCounts },
  ];
  const result = (suite: string, failed: number) => ({
    suite,
    ...{ passed: 1, failed, skipped: 0, seconds: 1, files: [] },
  });

  afterAll(() => rmSync(root, { recursive: true }));

  it('is the output and the messages of suites that failed, and nothing of the others', () => {
    writeFileSync(join(root, 'unit.log'), 'all that it said');
    const assertionResults = [
      { status: 'failed', fullName: 'adds up', failureMessages: ['1 is not 2'], numPassingAsserts: 0 },
      { status: 'passed', fullName: 'goes over nothing', failureMessages: [], numPassingAsserts: 0 },
      { status: 'passed', fullName: 'takes away', failureMessages: [], numPassingAsserts: 1 },
    ];
    writeFileSync(
      report,
      JSON.stringify({ testResults: [{ name: 'sum.spec.ts', message: '', assertionResults }] }),
    );
    mkdirSync(join(failuresFolder(root), 'browser'), { recursive: true });

    const kept = keepFailures(root, root, suites, [result('unit', 1), result('browser', 0)]);
    expect(kept).toEqual(['.local/test-failures/unit']);
    const read = (name: string) => readFileSync(join(failuresFolder(root), 'unit', name), 'utf8');
    expect(read('output.log')).toBe('all that it said');
    expect(read('failures.txt')).toBe(
      'sum.spec.ts › adds up\n1 is not 2\n\nsum.spec.ts › goes over nothing\nIt passed and expected nothing.\n',
    );

    forgetFailures(root);
    expect(keepFailures(root, root, suites, [result('unit', 0)])).toEqual([]);
  });

  it('is named at the end of the run, for a browser test too, without colours', () => {
    const browser = { ...suites[1], report: join(root, 'browser.json') } as Suite;
    const spec = (title: string, ok: boolean, message: string) => ({
      ...{ title, ok },
      tests: [{ results: [{ duration: 1, errors: ok ? [] : [{ message }] }] }],
    });
    const inner = {
      ...{ file: 'a.browser.ts', title: 'in one browser' },
      specs: [spec('reloads', false, '\u001b[31mnot there\u001b[39m\n\n  at a.browser.ts:1')],
    };
    const file = { file: 'a.browser.ts', title: 'a.browser.ts', specs: [spec('opens', true, '')] };
    writeFileSync(
      join(root, 'browser.json'),
      JSON.stringify({ errors: [], suites: [{ ...file, suites: [inner] }] }),
    );
    expect(failureLines([browser], [result('browser', 1)])).toEqual([
      '',
      '✗ a.browser.ts › in one browser › reloads',
      '    not there',
      '      at a.browser.ts:1',
    ]);
    expect(failureLines([browser], [result('browser', 0)])).toEqual([]);
  });
});
