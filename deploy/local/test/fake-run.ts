import { printLine } from '../console.js';
import { detach } from '../detach.js';
import { type Plan, runPlan } from '../orchestrator.js';
import { stopRun } from '../stop-run.js';
import { stopSignal } from '../stop-signal.js';

/** What a spec says about the run: only the pieces that differ. */
export type FakePlan = Pick<
  Plan,
  'directory' | 'ports' | 'tasks' | 'parts' | 'healthUrl' | 'healthTimeoutMs'
> & {
  /** Outside dependencies, as health names them. */
  outside?: string[];
  /** How long `down` waits for an orderly end. */
  stopWithinMs?: number;
  /** Whether its servers never stop. */
  isStuck?: boolean;
};

const [command, json = ''] = process.argv.slice(2);
const fake = JSON.parse(json) as FakePlan;
const plan: Plan = {
  ...fake,
  root: fake.directory,
  prepare: async () => undefined,
  infrastructure: async () => ({
    provider: 'native',
    pids: () => [],
    heal: async () => false,
    stop: () => (fake.isStuck ? never() : Promise.resolve(printLine('infrastructure stopped'))),
  }),
  allPorts: {},
  outside: fake.outside ?? [],
  awayLines: (services) => services.map(({ name, status }) => `${name} is ${status}`),
  banner: ['the addresses'],
  graceMs: 3_000,
};

if (command === 'down') {
  await stopRun(plan.directory, printLine, fake.stopWithinMs ?? 20_000);
} else if (command === 'detach') {
  const script = process.argv[1] ?? '';
  const args = [...process.execArgv, script, 'up', json];
  process.exitCode = await detach(plan.directory, args, (text) => process.stdout.write(text));
} else {
  process.exitCode = await runPlan(plan, printLine, stopSignal(printLine));
}

function never(): Promise<void> {
  return new Promise(() => setInterval(() => undefined, 60_000));
}
