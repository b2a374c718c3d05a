import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ReceiptView } from '../../lib/api/api-types';
import { pageByPage, readPage } from '../../lib/api/pages';

const PAGE_SIZE = 25;

/** The user's receipts, newest first, page by page. */
export const receiptsQuery = infiniteQueryOptions({
  queryKey: ['/api/user/receipts'],
  queryFn: ({ pageParam, signal }) =>
    readPage('/api/user/receipts', { query: { limit: PAGE_SIZE } }, pageParam, signal),
  ...pageByPage,
});

/** How much of a receipt went back. */
type Refund = 'none' | 'part' | 'all';

export function refundOf({ amountCents, refundedCents }: ReceiptView): Refund {
  if (refundedCents <= 0) return 'none';
  return refundedCents >= amountCents ? 'all' : 'part';
}
