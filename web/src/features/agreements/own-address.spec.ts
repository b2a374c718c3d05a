import { agreement } from '../../testing/agreements';
import { ownAddress } from './agreement-words';

it.each([
  ['of an account that is confirmed', { email: 'anna@new.example', emailVerified: true }, 'anna@new.example'],
  [
    'that was typed, of an account that is not',
    { email: 'x@y.example', emailVerified: false },
    'anna@example.com',
  ],
  ['that was typed, while nobody is signed in', null, 'anna@example.com'],
])('party A is mailed at the address %s', (_which, user, expected) => {
  expect(ownAddress(agreement(), user)).toBe(expected);
});
