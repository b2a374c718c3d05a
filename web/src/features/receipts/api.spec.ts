import type { ReceiptView } from '../../lib/api/api-types';
import { refundOf } from './api';

const receipt: ReceiptView = {
  number: 'SSC-2026-000001',
  description: 'Split Second Contract',
  purpose: 'contract',
  agreementId: '1234567890123456',
  amountCents: 500,
  refundedCents: 0,
  currency: 'usd',
  paidAt: '2026-11-21T12:00:00Z',
  refundedAt: null,
  isTest: true,
};

describe('the refund of a receipt', () => {
  it.each([
    [0, 'none'],
    [1, 'part'],
    [499, 'part'],
    [500, 'all'],
  ] as const)('of %i cents is %s', (refundedCents, expected) => {
    expect(refundOf({ ...receipt, refundedCents })).toBe(expected);
  });
});
