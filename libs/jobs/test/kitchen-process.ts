import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '#platform';
import { kitchenService, recipes } from './kitchen.js';

/** A worker process of its own that never finishes a dish called `slow`; it says when it has begun. */
recipes.set('slow', async () => {
  process.stdout.write('begun\n');
  await sleep(600_000);
});
await startService(kitchenService(process.argv[2] ?? ''), process.env);
