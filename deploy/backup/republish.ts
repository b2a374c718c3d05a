import { printResult, runProgram } from './output.js';
import { republishAll } from './republish-all.js';

/**
 * Tells again what was published since a moment (`2026-11-24T08:00Z`), or all that is kept: for when RabbitMQ has lost
 * what it held. The services may run. In the image: `node dist/deploy/backup/republish.js [moment]`.
 */
await runProgram(async () => {
  await republishAll(process.env, process.argv[2], printResult);
  return 0;
});
