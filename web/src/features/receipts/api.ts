import { infiniteQueryOptions } from '@tanstack/react-query';
import { send } from '../../lib/api/api-client';
import type { ReceiptView } from '../../lib/api/api-types';

const PAGE_SIZE = 25;

interface ReceiptsPage {
  items: ReceiptView[];
  nextCursor: string | null;
}

/** The user's receipts, newest first, page by page. */
export const receiptsQuery = infiniteQueryOptions({
  queryKey: ['/api/user/receipts'],
  initialPageParam: null as string | null,
  queryFn: async ({ queryKey, pageParam, signal }): Promise<ReceiptsPage> => {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
    if (pageParam) query.set('cursor', pageParam);
    const answer = await send(`${queryKey[0]}?${query}`, { signal });
    return {
      items: (await answer.json()) as ReceiptView[],
      nextCursor: answer.headers.get('x-next-cursor'),
    };
  },
  getNextPageParam: (page) => page.nextCursor,
});

/** How much of a receipt went back. */
type Refund = 'none' | 'part' | 'all';

export function refundOf({ amountCents, refundedCents }: ReceiptView): Refund {
  if (refundedCents <= 0) return 'none';
  return refundedCents >= amountCents ? 'all' : 'part';
}
