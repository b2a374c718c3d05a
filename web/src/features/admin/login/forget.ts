import type { QueryClient } from '@tanstack/react-query';

/** Drops everything that was read as an administrator; what the user of this browser has read stays. */
export function forgetAdminData(queries: QueryClient): void {
  queries.removeQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/') || queryKey[1] === 'admin',
  });
}
