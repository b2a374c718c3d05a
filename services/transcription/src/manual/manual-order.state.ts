import { AppError } from '#platform';

/** Paying and paying back come from the payments; until an order is paid it has no hour at which it is due. */
const transitions = {
  requested: ['paid', 'delivered'],
  paid: ['delivered', 'refunded'],
  delivered: [],
  refunded: [],
} as const satisfies Record<string, readonly string[]>;

export type ManualOrderStatus = keyof typeof transitions;
export const manualOrderStatuses = Object.keys(transitions) as ManualOrderStatus[];

export function canMove(from: ManualOrderStatus, to: ManualOrderStatus): boolean {
  return (transitions[from] as readonly ManualOrderStatus[]).includes(to);
}

/** @throws AppError `invalid_transition` when the table does not have the step. */
export function assertMove(from: ManualOrderStatus, to: ManualOrderStatus): void {
  if (!canMove(from, to)) {
    throw new AppError('invalid_transition', { message: `This order cannot go from ${from} to ${to}.` });
  }
}
