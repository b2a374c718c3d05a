import { makeLogins } from '../image/preparation.js';
import { printLine } from './console.js';
import { localRun, main } from './local-run.js';

/** `make seed`: the demo login and the administrator of the local run, or of the environment that a test gives. */
await main(async () => {
  await makeLogins(process.env.PROFILE ? process.env : localRun().env, printLine);
  return 0;
});
