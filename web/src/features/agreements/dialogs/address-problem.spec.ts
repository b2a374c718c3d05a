import { addressProblem } from './address-problem';

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
