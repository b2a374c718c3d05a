import type { AgreementStatus, CancelReason } from '#contracts';
import { AppError } from '#platform';

/** Why an agreement is where it is. Null where the status says it all. */
export type StatusReason = CancelReason | 'needs_fallback';

interface Move {
  readonly from: AgreementStatus;
  readonly on: 'paid' | 'consented' | 'cancelled' | 'transcript-completed' | 'transcript-failed';
  readonly to: AgreementStatus;
  readonly reasons: readonly (StatusReason | null)[];
}

/**
 * Forward only. Why an agreement moved is its reason, never another state. Everything else is refused. `AgreementLifecycle`
 * (`agreement.lifecycle.ts`) makes these steps and says who asks for each.
 */
export const moves: readonly Move[] = [
  { from: 'pending', on: 'paid', to: 'processing', reasons: [null] },
  { from: 'pending', on: 'paid', to: 'awaiting_party', reasons: [null] },
  { from: 'pending', on: 'cancelled', to: 'cancelled', reasons: ['by_creator', 'unpaid_expired'] },
  { from: 'awaiting_party', on: 'consented', to: 'processing', reasons: [null] },
  {
    from: 'awaiting_party',
    on: 'cancelled',
    to: 'cancelled',
    reasons: ['declined', 'by_creator', 'by_admin', 'no_answer'],
  },
  { from: 'processing', on: 'transcript-failed', to: 'processing', reasons: ['needs_fallback'] },
  { from: 'processing', on: 'transcript-completed', to: 'completed', reasons: [null] },
];

/** What may be asked for without leaving the status. */
const acts = {
  resend: ['pending'],
  remind: ['awaiting_party'],
  'correct-party-b': ['awaiting_party'],
  // Of people in one room: until it is complete nothing is sealed, and nothing was mailed to party B that confirms.
  'correct-present-party-b': ['pending', 'processing'],
  // Of those, where all that was mailed to party B came back.
  'correct-unreached-party-b': ['pending', 'processing', 'completed'],
  // Before its time: what still waits for somebody is cancelled first, or completes.
  'delete-content': ['completed', 'cancelled'],
} as const satisfies Record<string, readonly AgreementStatus[]>;

type Act = keyof typeof acts;

export function canMove(from: AgreementStatus, to: AgreementStatus, reason?: StatusReason | null): boolean {
  return moves.some(
    (move) => move.from === from && move.to === to && (reason === undefined || move.reasons.includes(reason)),
  );
}

export function canAct(status: AgreementStatus, act: Act): boolean {
  return (acts[act] as readonly AgreementStatus[]).includes(status);
}

/** @throws AppError `invalid_transition` when the table does not have the step, or not for this reason. */
export function assertMove(
  from: AgreementStatus,
  to: AgreementStatus,
  reason: StatusReason | null = null,
): void {
  if (!canMove(from, to, reason)) {
    throw new AppError('invalid_transition', { message: `This contract cannot go from ${from} to ${to}.` });
  }
}

/** @throws AppError `invalid_transition` when the contract is not at the step where this can be asked for. */
export function assertAct(status: AgreementStatus, act: Act): void {
  if (!canAct(status, act)) throw new AppError('invalid_transition');
}
