import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { removePostgresData } from '../../libs/testing/src/servers/postgres.js';
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
    rmSync(directory, { recursive: true, force: true });
    printLine('The local data is removed.');
  }
  return 0;
});
