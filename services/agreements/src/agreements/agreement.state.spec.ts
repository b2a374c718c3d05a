import { type AgreementStatus, agreementStatuses, cancelReasons } from '#contracts';
import { AppError } from '#platform';
import { assertAct, assertMove, canAct, canMove, moves, type StatusReason } from './agreement.state.js';

const reasons: (StatusReason | null)[] = [null, 'needs_fallback', ...cancelReasons];

/** Every allowed step, written out once more by hand. */
const ALLOWED = [
  'pending → processing',
  'pending → awaiting_party',
  'pending → cancelled (by_creator)',
  'pending → cancelled (unpaid_expired)',
  'awaiting_party → processing',
  'awaiting_party → cancelled (declined)',
  'awaiting_party → cancelled (by_creator)',
  'awaiting_party → cancelled (by_admin)',
  'awaiting_party → cancelled (no_answer)',
  'processing → processing (needs_fallback)',
  'processing → completed',
];

const everyStep = () =>
  agreementStatuses.flatMap((from) =>
    agreementStatuses.flatMap((to) => reasons.map((reason) => ({ from, to, reason }))),
  );
const nameOf = (from: AgreementStatus, to: AgreementStatus, reason: StatusReason | null) =>
  `${from} → ${to}${reason === null ? '' : ` (${reason})`}`;

describe('agreement status', () => {
  it('makes the written steps and no other, each for its reasons only', () => {
    const allowed = everyStep()
      .filter(({ from, to, reason }) => canMove(from, to, reason))
      .map(({ from, to, reason }) => nameOf(from, to, reason));
    expect(allowed.sort()).toEqual([...ALLOWED].sort());
  });

  it('refuses every other step with 409', () => {
    const refused = everyStep().filter(({ from, to, reason }) => !canMove(from, to, reason));
    expect(refused.length).toBe(5 * 5 * reasons.length - ALLOWED.length);
    for (const { from, to, reason } of refused) {
      expect(() => assertMove(from, to, reason)).toThrow(
        expect.objectContaining({ status: 409, code: 'invalid_transition' }),
      );
    }
  });

  it('reaches every status from pending and never goes back', () => {
    const seen = new Set<AgreementStatus>(['pending']);
    for (const from of agreementStatuses) {
      if (!seen.has(from)) continue;
      for (const move of moves.filter((candidate) => candidate.from === from)) seen.add(move.to);
    }
    expect([...seen].sort()).toEqual([...agreementStatuses].sort());
    for (const { from, to } of moves) {
      expect(agreementStatuses.indexOf(to)).toBeGreaterThanOrEqual(agreementStatuses.indexOf(from));
    }
    expect(moves.filter(({ from }) => from === 'completed' || from === 'cancelled')).toEqual([]);
  });

  it('says for every status what may be asked for', () => {
    const table = agreementStatuses.map((status) => [
      status,
      (['resend', 'remind', 'correct-party-b', 'correct-present-party-b', 'delete-content'] as const).filter(
        (act) => canAct(status, act),
      ),
    ]);
    expect(Object.fromEntries(table)).toEqual({
      pending: ['resend', 'correct-present-party-b'],
      awaiting_party: ['remind', 'correct-party-b'],
      processing: ['correct-present-party-b'],
      completed: ['delete-content'],
      cancelled: ['delete-content'],
    });
    expect(() => assertAct('completed', 'remind')).toThrow(AppError);
  });
});
