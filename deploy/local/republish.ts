import { republishAll } from '../backup/republish-all.js';
import { printLine } from './console.js';
import { localRun, main } from './local-run.js';

/** `make republish`: tells again what was published, of the local run or of the environment that a test gives. */
await main(async () => {
  await republishAll(process.env.PROFILE ? process.env : localRun().env, process.env.SINCE, printLine);
  return 0;
});
