import { hasDockerEngine } from '../../libs/testing/src/servers/docker.js';
import { printLine } from '../local/console.js';
import { stopSignal } from '../local/stop-signal.js';
import { installMissing } from '../local/system-packages.js';
import { isSuccess, summary, table, total } from './results.js';
import { runSuites } from './run-suites.js';
import { checks, suites } from './suites.js';

/** `make test`: every suite on servers of its own; with `checks`, only what looks at the sources. */
const root = process.cwd();
const onlyChecks = process.argv.includes('checks');
const signal = stopSignal(printLine);

const isNative = process.env.INFRA === 'native' || !(await hasDockerEngine());

let failure: string | undefined;
try {
  if (!onlyChecks) {
    // The system suite kills and restarts its servers, so it has native ones whatever else there is.
    await installMissing(['servers', 'speech', 'browser'], printLine);
  }
} catch (error) {
  failure = error instanceof Error ? error.message : String(error);
}

const chosen = onlyChecks ? checks(root) : [...checks(root), ...suites(root, isNative)];
const results = failure ? [] : await runSuites(chosen, { root, log: printLine, signal });
const all = failure ? { passed: 0, failed: 1, skipped: 0, flaky: 0 } : total(results);
for (const line of failure ? [failure] : ['', ...table(results), '']) printLine(line);
printLine(summary(all));
process.exitCode = isSuccess(all) ? 0 : 1;
