import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasDockerEngine } from '../../libs/testing/src/servers/docker.js';
import { printLine } from '../local/console.js';
import { stopSignal } from '../local/stop-signal.js';
import { installMissing } from '../local/system-packages.js';
import { Checkout } from './mutants/checkout.js';
import { type Patch, readPatches } from './mutants/patch.js';
import { type Catch, Search } from './mutants/search.js';
import { suites } from './suites.js';

/**
 * `make mutants`: applies each patch of `deploy/testing/mutants` to a copy of the tree and looks for the test of the gate
 * that notices it. `ONLY=payments` takes those with the word in their name, `MUTANT_WORKERS=4` works on four at a time.
 */
interface Outcome {
  patch: Patch;
  /** Null when nothing noticed the patch, a sentence when it could not be found out. */
  caught: Catch | string | null;
  seconds: number;
}

const root = process.cwd();
const work = join(root, '.local/mutants');
const logs = join(work, 'logs');
const signal = stopSignal(printLine);
const isNative = process.env.INFRA === 'native' || !(await hasDockerEngine());
const patches = readPatches(root, process.env.ONLY);
const workers = Math.min(Number(process.env.MUTANT_WORKERS) || 2, patches.length);

await installMissing(isNative ? ['servers', 'speech', 'browser'] : ['speech', 'browser'], printLine);
rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
const outcomes: Outcome[] = [];
const left = [...patches];
const shared = await suites(root, isNative)
  .find(({ name }) => name === 'integration')
  ?.prepare?.();
try {
  // A copy for each worker, made one after the other: side by side they would only wait for the disk.
  const checkouts: Checkout[] = [];
  for (let n = 1; n <= workers; n += 1) checkouts.push(await Checkout.make(root, join(work, String(n))));
  await Promise.all(checkouts.map((checkout) => takePatches(checkout)));
} finally {
  await shared?.stop();
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
  const search = new Search(checkout, { logs, env: { CI: '', ...shared?.env }, isNative, signal });
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
