import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../lib/api/api.gen';
import { adminRequest, paths } from './api';

type Schemas = components['schemas'];

/** An escrow as administrators see it; amounts in cents. */
export type AdminEscrow = Schemas['AdminEscrowView'];

/** One of them with every step. */
export type AdminEscrowDetail = Schemas['AdminEscrowDetails'];

type DecisionFacts = Pick<AdminEscrow, 'state' | 'chargeback' | 'isOverdue'>;

/** Whether an administrator may decide now. While a bank asks for the money back, nobody does. */
export function canDecide({ state, chargeback, isOverdue }: DecisionFacts): boolean {
  if (chargeback === 'open') return false;
  return state === 'disputed' || (isOverdue && (state === 'held' || state === 'release_due'));
}

export function escrowDetailQuery(id: string) {
  return queryOptions({
    queryKey: [`${paths.escrows}/${encodeURIComponent(id)}`] as const,
    // The parties and the clock change it too: it is read again whenever it is opened.
    staleTime: 0,
    queryFn: ({ signal }) =>
      adminRequest('get', `${paths.escrows}/{id}`, { params: { path: { id } }, signal }),
  });
}

/** Divides what is held; `sellerCents` is the seller's part before the fee. */
export function decideEscrow(id: string, sellerCents: number, reason: string): Promise<AdminEscrow> {
  return adminRequest('post', `${paths.escrows}/{id}/decide`, {
    params: { path: { id } },
    body: { sellerAmount: sellerCents / 100, reason },
  });
}

export type LedgerAnswer = components['schemas']['LedgerView'];
type Balance = LedgerAnswer['balances'][number];

/** Accounts of one kind together: each escrow has one of its own. */
export interface LedgerGroup {
  name: string;
  balanceCents: number;
  /** How many accounts it has. */
  count: number;
}

const PER_PAYMENT = /^(held|chargebacks):/;

/** Whether a group stands for many payments. */
export const isPerPayment = (group: LedgerGroup): boolean => PER_PAYMENT.test(`${group.name}:`);

/** The accounts, those of single payments put together, in the order of their first. */
export function groupBalances(balances: readonly Balance[]): LedgerGroup[] {
  const groups = new Map<string, LedgerGroup>();
  for (const { account, balanceCents } of balances) {
    const name = PER_PAYMENT.exec(account)?.[1] ?? account;
    const group = groups.get(name) ?? { name, balanceCents: 0, count: 0 };
    groups.set(name, {
      name,
      balanceCents: group.balanceCents + balanceCents,
      count: group.count + 1,
    });
  }
  return [...groups.values()];
}
