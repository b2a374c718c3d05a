import { startService } from '#platform';
import { BakeDish, kitchenService, recipes } from './kitchen.js';

/**
 * A worker process of its own that never finishes a dish called `slow`; it says when it has begun. A second argument
 * of `usual` gives it the pace of production.
 */
recipes.set('slow', () => {
  process.stdout.write('begun\n');
  return new Promise(() => undefined);
});
const [, , name = '', pace] = process.argv;
await startService(kitchenService(name, [BakeDish], pace === 'usual' ? {} : undefined), process.env);
