import { audioKey, invitationKey, invitationOfKey, partyOfKey } from './signed-links.js';

const SECRET = 'links-of-this-test-are-signed-with-this';
const AGREEMENT = '4207731958026614';
const OTHER = '4207731958026615';
const INVITATION = '0193c0de-0000-7000-8000-000000000001';

describe('the key of a mailed link', () => {
  const audio = audioKey(SECRET, AGREEMENT, 'b');
  const invitation = invitationKey(SECRET, AGREEMENT, INVITATION);

  it('opens what it was made for', () => {
    expect(partyOfKey(SECRET, AGREEMENT, audio)).toBe('b');
    expect(invitationOfKey(SECRET, AGREEMENT, invitation)).toBe(INVITATION);
    expect(invitation).toMatch(/^0193c0de-0000-7000-8000-000000000001\.[\w-]{43}$/);
  });

  it('opens nothing else', () => {
    expect(partyOfKey(SECRET, OTHER, audio)).toBeNull();
    expect(partyOfKey(SECRET, AGREEMENT, `a${audio.slice(1)}`)).toBeNull();
    expect(partyOfKey(SECRET, AGREEMENT, invitation)).toBeNull();
    expect(invitationOfKey(SECRET, OTHER, invitation)).toBeNull();
    expect(invitationOfKey(SECRET, AGREEMENT, audio)).toBeNull();
    expect(invitationOfKey('another secret', AGREEMENT, invitation)).toBeNull();
  });

  it('is refused with any character changed, removed or added', () => {
    for (let i = 0; i < invitation.length; i += 1) {
      const changed = invitation[i] === 'A' ? 'B' : 'A';
      const forged = invitation.slice(0, i) + changed + invitation.slice(i + 1);
      expect(invitationOfKey(SECRET, AGREEMENT, forged)).toBeNull();
      expect(invitationOfKey(SECRET, AGREEMENT, invitation.slice(0, i))).toBeNull();
    }
    expect(invitationOfKey(SECRET, AGREEMENT, `${invitation}A`)).toBeNull();
    expect(invitationOfKey(SECRET, AGREEMENT, `${invitation}é`)).toBeNull();
  });
});
