import { migrateDatabases } from '../image/preparation.js';
import { printLine } from './console.js';
import { localRun, main } from './local-run.js';

/** `make migrate`: the databases of the local run, or of the environment that a test gives. */
await main(async () => {
  await migrateDatabases(process.env.PROFILE ? process.env : localRun().env, printLine);
  return 0;
});
