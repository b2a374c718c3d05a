import { useEffect } from 'react';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Loads page after page while what is wanted may lie further back; answers whether there is more to come. */
export function useFurther(list: Pages, isWanted: boolean): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const looksFurther = isWanted && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (looksFurther && !isFetchingNextPage) fetchNextPage().catch(() => undefined);
  }, [looksFurther, isFetchingNextPage, fetchNextPage]);
  return looksFurther;
}
