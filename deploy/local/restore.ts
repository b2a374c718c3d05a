import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from '../backup/archive.js';
import { LOSS, objectsLines, printProgress } from '../backup/output.js';
import { restoreBackup } from '../backup/restore-backup.js';
import { restoreObjects } from '../backup/restore-objects.js';
import { printVerification, verify } from '../verify/verification.js';
import { readIdentity } from './backup-key.js';
import { printLine, step } from './console.js';
import { localPlan, localRun, main, verifyEnvironment } from './local-run.js';
import { currentRun, RunState } from './run-state.js';
import { StandInFiles } from './stand-in-files.js';
import { stopRun } from './stop-run.js';

/** How long what was under way at the moment of the backup may take to come to its end. */
const SETTLED_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 5000;

/**
 * `make restore`: makes the local run what it was, starts it, and verifies. What is there already is given up only with
 * REPLACE=yes. With a Stripe key, a mail server or a store elsewhere ONLY_COPY=yes says that no other copy uses them. With
 * ONLY=objects it only brings back objects that are missing or damaged, of a system that runs.
 */
await main(async () => {
  const run = localRun();
  const isReplacing = process.env.REPLACE === 'yes';
  const { FROM: from } = process.env;
  if (!from) throw new Error('Which backup? make restore FROM=backups/….tar.age');
  const identity = await readIdentity(run.directory);
  if (process.env.ONLY === 'objects') {
    const input = { env: run.env, from: resolve(run.root, from), identity, log: printProgress };
    const result = await restoreObjects(input);
    for (const line of objectsLines(result)) printLine(line);
    const status = await printVerification(verifyEnvironment(), { isJson: false, only: 'store' }, printLine);
    return status === 0 && result.left.length + result.damaged.length > 0 ? LOSS : status;
  }
  if (currentRun(run.directory)) {
    if (!isReplacing) {
      throw new Error('Split Second Contract runs. If its data may be lost: make restore … REPLACE=yes');
    }
    await stopRun(run.directory, printProgress);
  }
  const { takenAt } = await fill(resolve(run.root, from), identity, isReplacing);
  const code = await start(run.root);
  if (code !== 0) return code;
  await step(printProgress, 'until what was under way has come to its end', settle);
  const status = await printVerification(verifyEnvironment(), { isJson: false }, printLine);
  printLine(`Everything is as it was at ${takenAt}.`);
  return status;
});

/** With the servers alone: no service runs meanwhile, and none is started. */
async function fill(from: string, identity: string, isReplacing: boolean): Promise<Manifest> {
  const run = localRun();
  const plan = await localPlan({ isReplacing });
  const state = await RunState.acquire(run.directory, plan);
  if (!(state instanceof RunState)) throw new Error('Somebody starts it just now. Stop it with: make down');
  try {
    await plan.prepare(printProgress);
    const servers = await plan.infrastructure(printProgress, new AbortController().signal);
    try {
      state.note('infrastructure', servers.pids());
      const files = new StandInFiles(run);
      const onFile = (name: string, content: AsyncIterable<Buffer>) => files.put(name, content);
      const isOnlyCopy = process.env.ONLY_COPY === 'yes';
      const input = { env: run.env, from, identity, isReplacing, isOnlyCopy, log: printProgress, onFile };
      return await restoreBackup(input);
    } finally {
      await servers.stop();
    }
  } finally {
    state.release();
  }
}

/** As `make up DETACH=1` does; what it prints is how it goes. */
async function start(root: string): Promise<number> {
  const up = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/deploy/local/up.js')], {
    env: { ...process.env, DETACH: '1' },
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  const [code] = (await once(up, 'exit')) as [number | null];
  return code ?? 1;
}

/** Until nothing breaks what must hold, or for as long as it may take. */
async function settle(): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN_MS;
  while (Date.now() < until) {
    let isWhole = true;
    for await (const { violationCount, error } of verify(verifyEnvironment())) {
      if (violationCount > 0 || error !== undefined) isWhole = false;
    }
    if (isWhole) return;
    await sleep(LOOK_EVERY_MS);
  }
}
