import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  queryOptions,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { forgetAdminData, isAdminData, onAdministratorChange } from '../session/admin-session';
import { endSession, onUserChange } from '../session/session';
import { request } from './api-client';
import { ApiError } from './api-error';

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
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: dropDeadSession }),
  mutationCache: new MutationCache({ onError: dropDeadSession }),
  defaultOptions: CACHE_DEFAULTS,
});

/** What the server tells everybody, or whoever holds a link, no matter who is signed in. */
const PUBLIC_KEYS = ['/api/config', '/api/speech', '/api/agreements/remote/', 'verify'];

function isPublic({ queryKey }: Query): boolean {
  return PUBLIC_KEYS.some((start) => String(queryKey[0]).startsWith(start));
}

// Nobody sees what somebody else has read in this tab, also when it was another tab that changed the session.
onUserChange(() =>
  queryClient.removeQueries({ predicate: (query) => !isPublic(query) && !isAdminData(query) }),
);
onAdministratorChange(() => forgetAdminData(queryClient));

/** Gives what was read from the server to whatever is drawn in it. */
export function ServerData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** What the server says about payments, prices and limits. */
export const configQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: ({ signal }) => request('get', '/api/config', { signal }),
});

/** What can be transcribed now. */
export const speechQuery = queryOptions({
  queryKey: ['/api/speech'],
  queryFn: ({ signal }) => request('get', '/api/speech', { signal }),
});
