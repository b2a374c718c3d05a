import { asksToDecline, keyFrom, plainAddress } from './invitation-key';

describe('the key of an invitation link', () => {
  it('is read from the address', () => {
    expect(keyFrom('?key=0197b7c2-1.aB_c-D')).toBe('0197b7c2-1.aB_c-D');
  });

  it.each(['', '?', '?key=', '?other=1', '?key=%3Cscript%3E', `?key=${'x'.repeat(301)}`])(
    'is missing in "%s"',
    (search) => {
      expect(keyFrom(search)).toBeNull();
    },
  );

  it.each([
    ['?key=abc', '', '/remote-contract/1'],
    ['?key=abc&lang=en', '#top', '/remote-contract/1?lang=en#top'],
    ['?key=abc&decline=1', '', '/remote-contract/1'],
    ['?decline=1', '', '/remote-contract/1'],
    ['', '', '/remote-contract/1'],
  ])('leaves the address %s%s as %s', (search, hash, expected) => {
    expect(plainAddress('/remote-contract/1', search, hash)).toBe(expected);
  });
});

describe('a link that says no', () => {
  it.each([
    ['?key=abc&decline=1', true],
    ['?decline=1', true],
    ['?key=abc', false],
    ['?key=abc&decline=0', false],
    ['?key=abc&decline', false],
    ['', false],
  ])('"%s": %s', (search, expected) => {
    expect(asksToDecline(search)).toBe(expected);
  });
});
