import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LOSS, objectsLines, printProgress, printResult, runProgram } from './output.js';
import { restoreBackup } from './restore-backup.js';
import { restoreObjects } from './restore-objects.js';

/**
 * Makes the system that the environment is about what it was when the backup was made; its services must not run.
 * `BACKUP_KEY` is the key. In the image: `node dist/deploy/backup/restore.js <file>`, with `--replace` where there is
 * something that may be lost, and with `--only-copy` where no other copy uses its Stripe account, mail server or bucket.
 * With `--objects` it only brings back objects that are missing or damaged, and services may run.
 */
await runProgram(async () => {
  const { values, positionals } = parseArgs({
    options: {
      replace: { type: 'boolean', default: false },
      'only-copy': { type: 'boolean', default: false },
      objects: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [from] = positionals;
  const identity = process.env.BACKUP_KEY;
  if (!from) throw new Error('Which backup? restore.js <file>');
  if (!identity) throw new Error('BACKUP_KEY (AGE-SECRET-KEY-1…) is not set');
  const input = { env: process.env, from: resolve(from), identity, log: printProgress };
  if (values.objects) {
    const result = await restoreObjects(input);
    for (const line of objectsLines(result)) printResult(line);
    return result.left.length + result.damaged.length > 0 ? LOSS : 0;
  }
  const { takenAt } = await restoreBackup({
    ...input,
    isReplacing: values.replace,
    isOnlyCopy: values['only-copy'],
  });
  printResult(
    `Everything is as it was at ${takenAt}. Start the services, wait until they are healthy, then verify.`,
  );
  return 0;
});
