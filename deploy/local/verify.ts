import { printVerification } from '../verify/verification.js';
import { printLine } from './console.js';
import { main, verifyEnvironment } from './local-run.js';

/** `make verify`: the local run, or the system of the environment that a test gives. */
await main(() => {
  const { JSON: json, ONLY: only } = process.env;
  return printVerification(
    process.env.PROFILE ? process.env : verifyEnvironment(),
    { isJson: json === '1', only },
    printLine,
  );
});
