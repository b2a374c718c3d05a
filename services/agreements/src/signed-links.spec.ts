import { createHmac } from 'node:crypto';
import {
  audioKey,
  codeDigits,
  codeKey,
  evidenceKey,
  invitationKey,
  invitationOfKey,
  mailedConfirmationKey,
  partyOfKey,
  screenConfirmationKey,
} from './signed-links.js';

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

/** Links lie in mailboxes for years, and nothing of them is stored: what is signed must never read otherwise. */
describe('what is signed stays as it is', () => {
  const sign = (statement: string) => createHmac('sha256', SECRET).update(statement).digest('base64url');
  const shown = screenConfirmationKey(SECRET, AGREEMENT, new Date('2026-11-25T00:00:00Z')).key;
  const seconds = Date.parse('2026-11-25T00:15:00Z') / 1000;

  it.each([
    ['audio', audioKey(SECRET, AGREEMENT, 'a'), `a.${sign(`audio:${AGREEMENT}:a`)}`],
    ['evidence', evidenceKey(SECRET, AGREEMENT, 'b'), `b.${sign(`evidence:${AGREEMENT}:b`)}`],
    [
      'invitation',
      invitationKey(SECRET, AGREEMENT, INVITATION),
      `${INVITATION}.${sign(`invite:${AGREEMENT}:${INVITATION}`)}`,
    ],
    [
      'code',
      codeKey(SECRET, AGREEMENT, INVITATION),
      `c.${INVITATION}.${sign(`code-key:${AGREEMENT}:${INVITATION}`)}`,
    ],
    [
      'mailed confirmation',
      mailedConfirmationKey(SECRET, AGREEMENT),
      `m.${sign(`confirm:mail:${AGREEMENT}`)}`,
    ],
    ['shown confirmation', shown, `s.${seconds}.${sign(`confirm:screen:${AGREEMENT}:${seconds}`)}`],
  ])('%s', (_, key, expected) => {
    expect(key).toBe(expected);
  });

  it('the digits of a code', () => {
    const hmac = createHmac('sha256', SECRET).update(`code:${AGREEMENT}:${INVITATION}`).digest();
    const digits = String(hmac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
    expect(codeDigits(SECRET, AGREEMENT, INVITATION)).toBe(digits);
  });
});
