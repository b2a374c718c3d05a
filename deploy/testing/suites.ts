import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../../libs/testing/src/servers/binaries.js';
import { startSharedBroker } from '../../libs/testing/src/servers/shared-broker.js';
import { type Counts, checkCounts, jestCounts, playwrightCounts } from './results.js';

/** One program that tests something. */
export interface Suite {
  name: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** How many tests passed and failed, given the exit code. */
  count: (code: number) => Counts;
  /** Where it writes its results. */
  report?: string;
  /** Starts what its specs share. */
  prepare?: () => Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }>;
}

/** More than there are specs that ask for a broker, so that none has to start its own. */
const BROKER_PLACES = 150;

/** Looks at the sources without running them. */
export function checks(root: string): Suite[] {
  const check = (name: string, args: string[]): Suite => ({
    name,
    args,
    count: checkCounts,
  });
  const folders = ['services', 'libs', 'web/src', 'e2e', 'bench', 'deploy'].filter((name) =>
    existsSync(join(root, name)),
  );
  const tsc = 'node_modules/@typescript/native/bin/tsc';
  return [
    check('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.']),
    check('types', [tsc, '-p', 'tsconfig.json']),
    ...(existsSync(join(root, 'web/tsconfig.json'))
      ? [
          check('types of the web', [tsc, '-p', 'web/tsconfig.json']),
          check('types of the worker', [tsc, '-p', 'web/worker/tsconfig.json']),
        ]
      : []),
    check('API document', ['dist/deploy/api/openapi.js', '--check']),
    ...(existsSync(join(root, '.dependency-cruiser.cjs'))
      ? [
          check('dependencies', [
            'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
            '--config',
            '.dependency-cruiser.cjs',
            ...folders,
          ]),
        ]
      : []),
  ];
}

/** Runs the code: unit, integration, whole system, browser. Specs that need servers start their own (but for a virtual host in a broker that they share), so none disturbs another. TEST_WORKERS limits how much runs at once. */
export function suites(root: string, isNative: boolean): Suite[] {
  const reports = join(root, '.local/test-reports');
  mkdirSync(reports, { recursive: true });
  return [
    jest('unit', reports, 2),
    {
      ...jest('integration', reports, 2),
      ...(isNative ? { prepare: () => startSharedBroker(BROKER_PLACES) } : {}),
    },
    jest('system', reports, 1),
    ...(existsSync(join(root, 'e2e/playwright.config.ts'))
      ? [playwright('promises', reports), playwright('states', reports)]
      : []),
  ];
}

function jest(name: string, reports: string, workers: number): Suite {
  const report = join(reports, `${name}.json`);
  const options = [
    '--selectProjects',
    name,
    '--json',
    `--outputFile=${report}`,
    '--passWithNoTests',
    '--forceExit',
  ];
  return {
    name,
    args: [
      '--experimental-vm-modules',
      '--no-warnings',
      'node_modules/jest/bin/jest.js',
      ...options,
      `--maxWorkers=${process.env.TEST_WORKERS || workers}`,
    ],
    count: (code) => jestCounts(report, code),
    report,
  };
}

function playwright(project: string, reports: string): Suite {
  const report = join(reports, `browser-${project}.json`);
  return {
    name: `browser: ${project}`,
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      'e2e/playwright.config.ts',
      `--project=${project}`,
      '--reporter=list,json',
    ],
    env: {
      CHROMIUM_PATH: process.env.CHROMIUM_PATH || findBinary('chromium'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
    count: (code) => playwrightCounts(report, code),
    report,
  };
}
