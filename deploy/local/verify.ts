import { printVerification } from '../verify/verification.js';
import { printLine } from './console.js';
import { usesMailbox } from './environment.js';
import { localRun, main } from './local-run.js';

/** `make verify`: the local run, or the system of the environment that a test gives. */
await main(() => {
  const { JSON: json, ONLY: only } = process.env;
  return printVerification(
    process.env.PROFILE ? process.env : local(),
    { isJson: json === '1', only },
    printLine,
  );
});

function local(): Record<string, string> {
  const { env, ports } = localRun();
  return usesMailbox(process.env)
    ? { VERIFY_MAILBOX_URL: `http://127.0.0.1:${ports.MAILBOX_PORT}`, ...env }
    : env;
}
