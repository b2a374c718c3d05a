import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSharedServers } from '../../libs/testing/src/servers/shared-servers.js';
import { printLine } from '../local/console.js';
import { stopSignal } from '../local/stop-signal.js';
import { installMissing } from '../local/system-packages.js';
import { Checkout } from './mutants/checkout.js';
import { type Patch, readPatches } from './mutants/patch.js';
import { type Catch, Search } from './mutants/search.js';

interface Outcome {
  patch: Patch;
  /** Null when nothing noticed the patch, a sentence when it could not be found out. */
  caught: Catch | string | null;
  seconds: number;
}

/** How many specs share the servers: each patch that is noticed takes two, one that nobody knows yet takes many. */
const SHARES = 60;
const SHARES_A_PATCH = 2;

/**
 * `make mutants`: applies each patch of `deploy/testing/mutants` to a copy of the tree and looks for the test of the gate
 * that notices it. `ONLY=payments` takes those with the word in their name, `MUTANT_WORKERS=4` works on four at a time.
 */
const root = process.cwd();
const work = join(root, '.local/mutants');
const logs = join(work, 'logs');
const signal = stopSignal(printLine);
const patches = readPatches(root, process.env.ONLY);
const workers = Math.min(Number(process.env.MUTANT_WORKERS) || 2, patches.length);

await installMissing(['servers', 'speech', 'browser', 'documents'], printLine);
rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
const outcomes: Outcome[] = [];
const left = [...patches];
// Files run one after the other in each checkout: it is the checkouts that run side by side.
process.env.TEST_WORKERS ??= '1';
const shared = await startSharedServers(SHARES + SHARES_A_PATCH * patches.length);
try {
  // A copy for each worker, made one after the other: side by side they would only wait for the disk.
  const checkouts: Checkout[] = [];
  for (let n = 1; n <= workers; n += 1) checkouts.push(await Checkout.make(root, join(work, String(n))));
  await Promise.all(checkouts.map((checkout) => takePatches(checkout)));
} finally {
  await shared.stop();
}
const survived = outcomes.filter(({ caught }) => caught === null || typeof caught === 'string');
printLine('');
for (const outcome of outcomes.sort((a, b) => a.patch.name.localeCompare(b.patch.name))) {
  printLine(row(outcome));
}
const notRun = patches.length - outcomes.length;
printLine(
  `\n${outcomes.length - survived.length} caught, ${survived.length} survived${notRun > 0 ? `, ${notRun} not run` : ''}`,
);
process.exitCode = survived.length === 0 && notRun === 0 && outcomes.length > 0 ? 0 : 1;

async function takePatches(checkout: Checkout): Promise<void> {
  const search = new Search(checkout, { logs, env: shared.env, signal });
  for (let patch = left.shift(); patch && !signal.aborted; patch = left.shift()) {
    const began = Date.now();
    const caught = await search.find(patch).catch((error: unknown) => String(error));
    if (signal.aborted) return;
    const outcome = { patch, caught, seconds: (Date.now() - began) / 1000 };
    outcomes.push(outcome);
    printLine(row(outcome));
  }
}

function row({ patch, caught, seconds }: Outcome): string {
  const by =
    caught === null
      ? `SURVIVED: ${patch.about}`
      : typeof caught === 'string'
        ? `NOT KNOWN: ${caught}`
        : `${caught.level}: ${caught.file ?? ''}${caught.file ? ' › ' : ''}${caught.test}`;
  return `${patch.name.padEnd(46)}${seconds.toFixed(0).padStart(5)} s  ${by}`;
}
