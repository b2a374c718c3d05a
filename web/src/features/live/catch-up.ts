import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Asks again for what was answered before anybody listened. What is on its way is waited for, as it may be from before;
 * what could not be read is left to the person, who has been told.
 */
export async function catchUp(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await Promise.allSettled(
    queries
      .getQueryCache()
      .findAll({ queryKey })
      .map(({ promise }) => promise),
  );
  await queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.status === 'success' });
}
