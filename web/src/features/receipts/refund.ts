import type { ReceiptView } from '../../lib/api/api-types';

/** How much of a receipt went back. */
export type Refund = 'none' | 'part' | 'all';

export function refundOf({ amountCents, refundedCents }: ReceiptView): Refund {
  if (refundedCents <= 0) return 'none';
  return refundedCents >= amountCents ? 'all' : 'part';
}
