import { CACHE_DEFAULTS } from './server-data';

describe('the data cache', () => {
  it('never goes stale, never asks again by itself', () => {
    expect(CACHE_DEFAULTS.queries).toEqual({
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    });
    expect(CACHE_DEFAULTS.mutations).toEqual({ retry: false, networkMode: 'always' });
  });
});
