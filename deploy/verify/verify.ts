import { parseArgs } from 'node:util';
import { printVerification } from './verification.js';

/**
 * Checks what must hold on the system that the environment is about, with the variables of its services; `--json` for
 * machines, `--only=ledger` for those whose name has it. In the image: `node dist/deploy/verify/verify.js`.
 */
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const { json: isJson, only } = parseArgs({
    options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
  }).values;
  process.exitCode = await printVerification(process.env, { isJson, only }, print);
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
