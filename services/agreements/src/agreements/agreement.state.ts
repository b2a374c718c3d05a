import type { AgreementStatus } from '#contracts';
import { AppError } from '#platform';

/** Forward only. Why an agreement moved is its reason, never another state. */
const transitions: Record<AgreementStatus, readonly AgreementStatus[]> = {
  pending: ['processing', 'awaiting_party', 'cancelled'],
  awaiting_party: ['processing', 'cancelled'],
  processing: ['completed'],
  completed: [],
  cancelled: [],
};

export function canMove(from: AgreementStatus, to: AgreementStatus): boolean {
  return transitions[from].includes(to);
}

/** @throws AppError `invalid_transition` when the table does not have the step. */
export function assertMove(from: AgreementStatus, to: AgreementStatus): void {
  if (!canMove(from, to)) {
    throw new AppError('invalid_transition', { message: `This contract cannot go from ${from} to ${to}.` });
  }
}

export const agreementStatuses = Object.keys(transitions) as AgreementStatus[];
