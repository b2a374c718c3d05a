import { join, relative, resolve } from 'node:path';
import { createBackup } from '../backup/create-backup.js';
import { backupName, daysToKeep, removeOldBackups } from '../backup/old-backups.js';
import { lossLines, printProgress } from '../backup/output.js';
import { readRecipient } from './backup-key.js';
import { printLine } from './console.js';
import { localRun, main } from './local-run.js';
import { currentRun } from './run-state.js';
import { standInFiles } from './stand-in-files.js';

/** `make backup`: of the local run, while it runs. Not below `.local`, which `make clean` removes. */
await main(async () => {
  const run = localRun();
  if (!currentRun(run.directory))
    throw new Error('Split Second Contract does not run. Start it with: make up');
  const days = daysToKeep(process.env);
  const to = resolve(run.root, process.env.TO || join('backups', backupName()));
  const { recipient, madeFile } = await readRecipient(run.directory);
  if (madeFile) {
    printProgress(
      `A key was made: ${madeFile}. Without it no backup can be opened; make clean leaves it while backups/ has any:`,
    );
    printProgress('keep a copy elsewhere, and not beside the backups.');
  }
  const { objects, takenAt } = await createBackup({
    env: run.env,
    to,
    recipient,
    files: (takenAt) => standInFiles(run, takenAt),
    log: printProgress,
  });
  const losses = lossLines(objects);
  for (const line of losses) printLine(line);
  for (const line of await removeOldBackups(to, new Date(takenAt), days)) printProgress(line);
  printLine(
    `${relative(run.root, to)} is written. Restore it with: make restore FROM=${relative(run.root, to)}`,
  );
  return losses.length > 0 ? 3 : 0;
});
