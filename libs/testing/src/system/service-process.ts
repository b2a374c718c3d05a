import { join } from 'node:path';

/**
 * How a service's process is started. Bytes of uploads pass as short-lived buffers: a small young generation and few
 * allocator arenas give them back soon, so that memory follows the work and not the size of a file. What was compiled
 * once is kept for the next start; source maps would cost each start and each refusal more than they tell.
 *
 * @param root the checkout
 */
export function serviceProcess(root: string, service: string) {
  return {
    args: ['--max-semi-space-size=1', join(root, `dist/services/${service}/src/main.js`)],
    env: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(root, '.local/compile-cache') },
  } as const;
}
