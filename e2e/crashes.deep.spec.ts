import { resolve } from 'node:path';
import { allFailpoints } from '../deploy/testing/failpoints.js';
import { CrashRuns, report } from './crashes/crash-runs.js';
import { type Cell, cellName, crashMatrix, inRounds } from './crashes/matrix.js';
import { notReached } from './crashes/not-reached.js';

/**
 * Processes are killed, ended, stopped and made to fail at every failpoint, while people do everything that there is to
 * do; afterwards all that must hold holds. Without CRASH_SHARE a tenth of the cells is tried, those that TEST_SEED picks.
 * CRASH_ONLY takes those whose name has it: a failpoint, or as it was printed, `a.failpoint kill ×2`.
 */
const { CRASH_SHARE: share = '0.1', CRASH_ONLY: only = '' } = process.env;
const CELLS_AT_ONCE = 30;
const GO_MS = 900_000;

const names = allFailpoints(resolve(import.meta.dirname, '..'));
const reachable = names.filter((name) => !notReached.has(name));
const wanted = crashMatrix(reachable).filter((cell) => cellName(cell).includes(only));
const cells = only ? wanted : wanted.slice(0, Math.ceil(wanted.length * Number(share)));
const rounds = inRounds(cells, CELLS_AT_ONCE);
const sum = { clean: 0, violated: 0 };
const missed: Cell[] = [];
const runs = new CrashRuns();

afterAll(async () => {
  await runs.close();
  const all = `${cells.length} cells, ${sum.clean} clean, ${missed.length} not reached`;
  process.stdout.write(`${all}, ${sum.violated} with violations\n`);
}, 60_000);

async function go(round: readonly Cell[]): Promise<string[]> {
  const outcome = await runs.go(round, round[0]?.copies ?? 1);
  process.stdout.write(`${report(round, outcome)}\n`);
  const came = round.filter(({ failpoint }) => outcome.reached.has(failpoint));
  missed.push(...round.filter((cell) => !came.includes(cell)));
  if (outcome.problems.length === 0) sum.clean += came.length;
  else sum.violated += came.length;
  return outcome.problems;
}

it('has at least 60 failpoints to come to, over all services', () => {
  const services = new Set(reachable.map((name) => name.split('.')[0]));
  expect([...services].sort()).toEqual([
    'agreements',
    'auth',
    'gateway',
    'notifications',
    'payments',
    'transcription',
  ]);
  expect(reachable.length).toBeGreaterThan(60);
  expect([...notReached.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

it(
  'people come to every failpoint while nothing fails',
  async () => {
    const print = names.map((failpoint) => ({ failpoint, action: 'print' as const }));
    const { reached, problems, seconds } = await runs.go(print, 1);
    process.stdout.write(`${reached.size} of ${names.length} failpoints reached in ${seconds} s\n`);
    expect({ problems, missed: reachable.filter((name) => !reached.has(name)) }).toEqual({
      problems: [],
      missed: [],
    });
  },
  GO_MS,
);

describe('whatever happens to the processes, all that must hold holds afterwards', () => {
  it.each(rounds.map((round, n) => [`${n + 1} of ${rounds.length}`, round] as const))(
    'round %s',
    async (_name, round) => {
      expect(await go(round)).toEqual([]);
    },
    GO_MS,
  );

  it(
    'what nobody came to because of the others is tried once more',
    async () => {
      for (const round of inRounds(missed.splice(0), CELLS_AT_ONCE)) expect(await go(round)).toEqual([]);
      expect(missed.map(cellName)).toEqual([]);
    },
    4 * GO_MS,
  );
});
