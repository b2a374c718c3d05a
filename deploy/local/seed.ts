import { makeLogins } from '../image/preparation.js';
import { printLine } from './console.js';
import { localRun, main } from './local-run.js';
import { NOT_ALL_LOGINS } from './parts.js';

/**
 * `make seed`: the demo login and the administrator of the local run, or of the environment that a test gives. Exit status
 * 3 where ADMIN_EMAIL is of somebody's own account.
 */
await main(async () => {
  const areAllThere = await makeLogins(process.env.PROFILE ? process.env : localRun().env, printLine);
  return areAllThere ? 0 : NOT_ALL_LOGINS;
});
