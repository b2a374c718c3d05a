import type { AgreementView } from '../../lib/api/api-types';
import { agreement, contracts } from '../../testing/agreements';
import { addressProblem, cancelWords, mailProblemWords } from './agreement-words';

describe('why a contract ended', () => {
  it.each([
    ['cancelled', 'declined', 'Tom declined'],
    ['cancelled', 'by_creator', 'Cancelled by party A'],
    ['cancelled', 'by_admin', 'Cancelled by our support'],
    ['cancelled', 'no_answer', 'Tom did not answer in time'],
    ['cancelled', 'unpaid_expired', 'Not paid within 30 days'],
    ['cancelled', 'something new', 'something new'],
    ['cancelled', null, null],
    ['processing', 'needs_fallback', null],
  ] as const)('%s %s: %s', (status, statusReason, words) => {
    expect(cancelWords({ status, statusReason, partyBName: 'Tom' })).toBe(words);
  });
});

describe('a mail that came back', () => {
  const emails = agreement({ ...contracts.awaiting, partyBEmail: 'tom@example.com' });
  const together = { isRemoteContract: false, escrowStatus: null };

  it('names the address of party B, and none of party A', () => {
    expect(mailProblemWords({ ...emails, mailProblem: 'partyB:bounced' })).toContain('tom@example.com');
    // Mail to party A goes to the address that the account has then, which may be another than the contract's.
    const own = mailProblemWords({ ...emails, mailProblem: 'partyA:bounced' });
    expect(own).toBe('An email to you came back. Check the address of your account in your profile.');
    const both = mailProblemWords({ ...emails, mailProblem: 'partyA:undelivered,partyB:bounced' });
    expect(both).toContain(own);
    expect(both).toContain('tom@example.com');
    expect(mailProblemWords({ ...emails, mailProblem: 'other' })).toMatch(/could not be delivered/);
    expect(mailProblemWords({ ...emails, mailProblem: 'seller:bounced' })).toMatch(/could not be delivered/);
    expect(mailProblemWords({ ...emails, mailProblem: null })).toBeNull();
  });

  it.each([
    ['an unopened invitation', {}, /correct it here while the invitation is unopened/],
    ['money that is held', { escrowStatus: 'held' }, /can no longer be changed/],
    ['a complete contract', contracts.completed, /can no longer be changed/],
    [
      'people in one room',
      { ...contracts.processing, ...together, isPartyBUnreached: true },
      /correct it here\. The proof goes there/,
    ],
    [
      'the complete contract of people in one room',
      { ...contracts.completed, ...together, isPartyBUnreached: true },
      /correct it here\. The proof goes there/,
    ],
    [
      'people in one room whom a mail had reached before',
      { ...contracts.completed, ...together },
      /no longer/,
    ],
  ])('says what can still be done about the address of party B: %s', (_, facts, words) => {
    const one = { ...emails, ...facts, mailProblem: 'partyB:bounced' } as AgreementView;
    expect(mailProblemWords(one)).toMatch(words);
  });
});

const PARTIES = { partyAEmail: 'maria@example.com', partyBEmail: 'tom@example.com' };

describe('a corrected address', () => {
  it.each([
    ['tom.baker@example.com', null],
    ['tom', 'Please enter a valid email address'],
    [' TOM@example.com', 'This is the address it was sent to already'],
    ['Maria@Example.com', 'This is your own address in this contract'],
  ])('"%s": %s', (email, problem) => {
    expect(addressProblem(email, PARTIES)).toBe(problem);
  });
});
