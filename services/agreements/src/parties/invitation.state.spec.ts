import type { AgreementStatus } from '#contracts';
import { invitationKey, invitationOfKey } from '../signed-links.js';
import { assertKeyed, assertOpen, type Invited, invitationState, type Opening } from './invitation.state.js';

const SECRET = 'links-of-this-test-are-signed-with-this';
const NOW = new Date('2026-11-21T10:00:00.000Z');
const CURRENT = '0193c0de-0000-7000-8000-000000000002';
const REPLACED = '0193c0de-0000-7000-8000-000000000001';

const invited = (status: AgreementStatus, expiresAt = '2026-12-01T00:00:00.000Z'): Invited => ({
  isRemote: true,
  status,
  invitation: status === 'pending' ? null : { id: CURRENT, expiresAt: new Date(expiresAt) },
});
const keyOf = (id: string) => invitationKey(SECRET, '4207731958026614', id);
/** What a key of the mail is worth. */
const opening = (key: string | null): Opening => {
  if (key === null) return { via: 'none' };
  const invitationId = invitationOfKey(SECRET, '4207731958026614', key);
  return invitationId === null ? { via: 'wrong' } : { via: 'link', invitationId, codeId: null };
};
const state = (invitation: Invited | null, key: string | null = null) =>
  invitationState(invitation, opening(key), NOW);

describe('an invitation from outside', () => {
  it.each<[AgreementStatus, string, number]>([
    ['pending', 'not_paid', 409],
    ['processing', 'answered', 409],
    ['completed', 'answered', 409],
    ['cancelled', 'cancelled', 410],
  ])('of a contract that is %s is %s', (status, expected, code) => {
    expect(state(invited(status))).toBe(expected);
    expect(() => assertOpen(state(invited(status)))).toThrow(expect.objectContaining({ status: code }));
  });

  it('is open until its link ends, with the current key or without one', () => {
    expect(state(invited('awaiting_party'))).toBe('open');
    expect(state(invited('awaiting_party'), keyOf(CURRENT))).toBe('open');
    expect(state(invited('awaiting_party', NOW.toISOString()))).toBe('expired');
    expect(() => assertOpen(state(invited('awaiting_party')))).not.toThrow();
  });

  it('is heard and answered with a key alone', () => {
    expect(() => assertKeyed(opening(keyOf(CURRENT)))).not.toThrow();
    for (const key of [null, '', 'x']) {
      expect(() => assertKeyed(opening(key))).toThrow(
        expect.objectContaining({ status: 403, code: 'link_required' }),
      );
    }
  });

  it('looks the same with a wrong key, a replaced one, in person and when it does not exist', () => {
    const seen = [
      state(null),
      state({ ...invited('awaiting_party'), isRemote: false }),
      state(invited('awaiting_party'), 'x'),
      state(invited('awaiting_party'), ''),
      state(invited('awaiting_party'), keyOf(REPLACED)),
      state(invited('pending'), keyOf(CURRENT)),
      state(invited('cancelled'), keyOf(REPLACED)),
    ];
    expect(new Set(seen)).toEqual(new Set(['hidden']));
    expect(() => assertOpen('hidden')).toThrow(
      expect.objectContaining({ status: 404, code: 'agreement_not_found' }),
    );
  });
});
