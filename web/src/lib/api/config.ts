import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client';
import type { AppConfig } from './api-types';

/** What the server says about payments, prices and limits. */
export const configQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: ({ signal }) => call<AppConfig>('/api/config', { signal }),
});
