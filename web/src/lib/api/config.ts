import { queryOptions } from '@tanstack/react-query';
import { request } from './api-client';

/** What the server says about payments, prices and limits. */
export const configQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: ({ signal }) => request('get', '/api/config', { signal }),
});
