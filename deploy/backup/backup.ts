import { resolve } from 'node:path';
import { recipientOf } from './archive.js';
import { createBackup } from './create-backup.js';
import { daysToKeep, removeOldBackups } from './old-backups.js';
import { LOSS, lossLines, printProgress, printResult, runProgram } from './output.js';

/**
 * Makes a backup of the system that the environment is about, with the variables of its services, for
 * `BACKUP_RECIPIENT` (or whom `BACKUP_KEY` belongs to), and removes those beside it that are older than `BACKUP_DAYS`. In
 * the image: `node dist/deploy/backup/backup.js <file>`.
 */
await runProgram(async () => {
  const [to] = process.argv.slice(2);
  const { BACKUP_RECIPIENT: recipient, BACKUP_KEY: identity } = process.env;
  if (!to) throw new Error('Where to? backup.js <file>');
  if (!recipient && !identity)
    throw new Error('BACKUP_RECIPIENT (age1…) is not set: who shall be able to open it?');
  const days = daysToKeep(process.env);
  const { objects, takenAt } = await createBackup({
    env: process.env,
    to: resolve(to),
    recipient: recipient || (await recipientOf(identity ?? '')),
    log: printProgress,
  });
  const losses = lossLines(objects);
  for (const line of losses) printResult(line);
  for (const line of await removeOldBackups(resolve(to), new Date(takenAt), days)) printProgress(line);
  printResult(`${resolve(to)} is written`);
  return losses.length > 0 ? LOSS : 0;
});
