import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api/api-error';
import { endSession } from '../lib/session/session';

/**
 * Cache rules: data never goes stale by itself, no refetch on focus, no retries. Without a network a change is refused
 * at once, never kept back to happen at a later moment that nobody chose.
 */
export const CACHE_DEFAULTS = {
  queries: {
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  },
  mutations: { retry: false, networkMode: 'always' },
} as const;

function dropDeadSession(error: Error): void {
  if (error instanceof ApiError && error.code === 'unauthenticated') endSession();
}

/** The one cache of server data; an answer "not signed in" ends the stored session. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: dropDeadSession }),
    mutationCache: new MutationCache({ onError: dropDeadSession }),
    defaultOptions: CACHE_DEFAULTS,
  });
}
