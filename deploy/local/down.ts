import { join } from 'node:path';
import { removePostgresData } from '../../libs/testing/src/servers/postgres.js';
import { removeLocalData } from './backup-key.js';
import { printLine } from './console.js';
import { removeContainers } from './infrastructure.js';
import { localRun, main } from './local-run.js';
import { stopRun } from './stop-run.js';

/** `make down`: stops what `make up` started; with `--purge` its data goes too. */
await main(async () => {
  const { root, directory } = localRun();
  const purge = process.argv.includes('--purge');
  await stopRun(directory, printLine);
  await removeContainers(root, purge, printLine);
  if (purge) {
    removePostgresData(join(directory, 'postgres'));
    const key = removeLocalData(root, directory);
    printLine('The local data is removed.');
    if (key !== null) printLine(`The key of the backups in backups/ is left: ${key}`);
  }
  return 0;
});
