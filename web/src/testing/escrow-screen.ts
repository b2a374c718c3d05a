import type { Escrow } from '../features/escrow/escrow';
import { answer, example } from './api';
import { open } from './screen';

/** The contract whose payment is looked at. */
export const ID = '4207731958026614';
export const READ = 'GET /api/escrow/{agreementId}';

export const deal = {
  buyer: 'Anna Miller',
  seller: 'Ben Carter',
  kind: 'car',
  title: null,
  recordedAt: '2026-11-19T12:00:00.000Z',
  durationSeconds: 11,
} as const;

export function escrowOf(change: Partial<Escrow> = {}): Escrow {
  return {
    ...example(READ),
    state: 'held',
    role: 'buyer',
    buyerParty: 'a',
    amount: 25_000,
    platformFee: 1250,
    sellerAmount: 23_750,
    buyerRefund: 0,
    holdHours: 72,
    heldAt: '2026-11-20T10:00:00.000Z',
    deliveredAt: null,
    receivedAt: null,
    releaseAt: null,
    backAt: null,
    settledAt: null,
    takeBackAt: null,
    chargeback: null,
    isContractCancelled: false,
    isContentDeleted: false,
    isChargePossible: false,
    isAccountDisabled: false,
    isBuyerUnreached: false,
    chargedBack: 0,
    isBankTaking: false,
    sentBack: 0,
    payoutsByBuyer: false,
    deal,
    actions: [],
    steps: [],
    ...change,
  };
}

/** Opens the screen of a payment, as the buyer or with the seller's mailed link. */
export function follow(change: Partial<Escrow> = {}, more = '') {
  answer(READ, escrowOf(change));
  if (change.role === 'seller') return open(`/escrow?agreementId=${ID}&key=k-seller${more}`);
  return open(`/escrow?agreementId=${ID}${more}`, 'user');
}
