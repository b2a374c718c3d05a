import type { components } from '../../../lib/api/api.gen';

export type LedgerAnswer = components['schemas']['LedgerView'];
type Balance = LedgerAnswer['balances'][number];

/** Accounts of one kind together: each held payment has one of its own. */
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
