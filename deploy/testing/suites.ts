import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../../libs/testing/src/servers/binaries.js';
import {
  type Counts,
  checkCounts,
  type FileTime,
  jestCounts,
  jestFiles,
  playwrightCounts,
  playwrightFiles,
} from './results.js';

/** What has to run before a suite can. */
export type Need = 'servers' | 'product';

/** One program that tests something. */
export interface Suite {
  name: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** How many tests passed and failed, given the exit code. */
  count: (code: number) => Counts;
  /** How long each file took. */
  files?: () => FileTime[];
  /** Where it writes its results. */
  report?: string;
  needs?: Need;
  /** It needs no program but Node: it does not wait until others are installed. */
  needsOnlyNode?: boolean;
  /** How many of the machine's cores it keeps busy; default both. What takes one runs beside another. */
  cores?: 1 | 2;
}

/** What of a suite to run. */
export interface Selection {
  /** Part of a path: only files whose path has it. */
  file?: string;
  /** Only what the uncommitted changes touch. */
  onlyChanged?: boolean;
}

interface Level {
  /** How many files at once. */
  workers: number;
  needs?: Need;
  needsOnlyNode?: boolean;
  /** Those of `jest.config.mjs` that it consists of, when it is more than the one of its name. */
  projects?: string[];
}

/** Levels of the gate that jest runs, in an order in which the first runs while programs are installed. */
const LEVELS: Record<string, Level> = {
  component: { workers: 2, needsOnlyNode: true },
  unit: { workers: 2, projects: ['unit', 'unit-web'] },
  integration: { workers: 4, needs: 'servers' },
  system: { workers: 2, needs: 'product' },
};

/** That every kind of row can still be measured; figures to publish take more rounds and the machine for themselves. */
const SHORT_BENCH = { BENCH_ROUNDS: '2', BENCH_ROWS: 'P0,P2,P4,P10,P13,P18,P26,P28,P30,R8' };

/** Looks at the sources without running them. */
export function checks(): Suite[] {
  const check = (name: string, args: string[]): Suite => ({
    name,
    args,
    count: checkCounts,
    cores: 1,
    needsOnlyNode: true,
  });
  const tsc = 'node_modules/@typescript/native/bin/tsc';
  const folders = ['services', 'libs', 'stand-ins', 'web/src', 'e2e', 'bench', 'deploy'];
  return [
    check('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.']),
    check('types', [tsc, '-p', 'tsconfig.json']),
    check('types of the web', [tsc, '-p', 'web/tsconfig.json']),
    check('types of the worker', [tsc, '-p', 'web/worker/tsconfig.json']),
    check('API document', ['dist/deploy/api/openapi.js', '--check']),
    check('dependencies', [
      ...[
        'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        '.dependency-cruiser.cjs',
      ],
      ...folders,
    ]),
  ];
}

/** What `make test` runs: every behaviour once, on the cheapest level that proves it. */
export function gate(root: string, selection: Selection = {}): Suite[] {
  const reports = reportsFolder(root);
  return [
    ...Object.entries(LEVELS).map(([name, level]) => jest(name, reports, selection, level)),
    playwright('browser', reports, selection),
  ];
}

/** What `make test-deep` runs besides: what is exhaustive, or needs the machine for itself. */
export function deep(root: string, selection: Selection = {}): Suite[] {
  const reports = reportsFolder(root);
  return [
    jest('deep', reports, selection, { workers: 2, needs: 'servers' }),
    // Each starts a whole product of its own, kills parts of it and counts what is left.
    jest('deep-system', reports, selection, { workers: 1 }),
    playwright('browser-deep', reports, selection),
    // Starts a product of its own, whose speech engine really listens.
    { ...playwright('engines', reports, selection, 'e2e/engines.config.ts'), needs: 'servers' },
    playwright('lighthouse', reports, { file: 'lighthouse' }, 'e2e/measure.config.ts'),
    { name: 'bench', args: ['dist/bench/run.js'], env: SHORT_BENCH, count: checkCounts },
  ];
}

/** The level that a file belongs to, by its name. */
export function levelOf(file: string): string | undefined {
  if (/\.deep\.spec\.tsx?$/.test(file)) return /(^|\/)e2e\//.test(file) ? 'deep-system' : 'deep';
  if (file.endsWith('.browser.ts')) return 'browser';
  if (file.endsWith('.engines.ts')) return 'engines';
  if (file.endsWith('.e2e.spec.ts')) return 'system';
  if (file.endsWith('.int.spec.ts')) return 'integration';
  if (/(^|\/)web\/.*\.spec\.tsx$/.test(file)) return 'component';
  return /\.spec\.tsx?$/.test(file) ? 'unit' : undefined;
}

function reportsFolder(root: string): string {
  const reports = join(root, '.local/test-reports');
  mkdirSync(reports, { recursive: true });
  return reports;
}

function jest(
  name: string,
  reports: string,
  { file, onlyChanged }: Selection,
  { workers, needs, needsOnlyNode = false, projects = [name] }: Level,
): Suite {
  const report = join(reports, `${name}.json`);
  return {
    name,
    args: [
      ...['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'],
      ...['--selectProjects', ...projects, '--json', `--outputFile=${report}`],
      `--maxWorkers=${process.env.TEST_WORKERS || workers}`,
      ...(onlyChanged ? ['--onlyChanged'] : []),
      ...(file ? [file] : []),
    ],
    count: (code) => jestCounts(report, code),
    files: () => jestFiles(report),
    report,
    needsOnlyNode,
    ...(needs ? { needs } : {}),
  };
}

/** @param config of its own, all of whose projects run; else the project of this name among all browser suites */
function playwright(name: string, reports: string, { file }: Selection, config?: string): Suite {
  const report = join(reports, `${name}.json`);
  return {
    name,
    args: [
      ...['node_modules/@playwright/test/cli.js', 'test', '-c', config ?? 'e2e/playwright.config.ts'],
      ...[...(config ? [] : [`--project=${name}`]), '--reporter=list,json'],
      ...(file ? [file] : []),
    ],
    env: {
      CHROMIUM_PATH: process.env.CHROMIUM_PATH || findBinary('chromium'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
    count: (code) => playwrightCounts(report, code),
    files: () => playwrightFiles(report),
    report,
    needs: 'product',
  };
}
