import { EmailAddress, validateBody } from '#platform';
import { isEmail } from '../../web/src/lib/name-and-email.js';

class Body {
  @EmailAddress() email: string;
}

const kept = (email: string): string => validateBody(Body, { email }).email;

function takenByServer(email: string): boolean {
  try {
    kept(email);
    return true;
  } catch {
    return false;
  }
}

const ADDRESSES = [
  'anna@example.com',
  ' Anna.Miller+cars@Example.COM ',
  "o'brien@example.com",
  'anna@mail.example.co.uk',
  'anna@example.museum',
  'anna@xn--bcher-kva.example',
  'anna@bücher.example',
  '山田@例え.jp',
  'josé.núñez@example.com',
  'anna@example.xn--p1ai',
  'a-b_c@ex-ample.com',
  '{anna}|1@example.com',
  'anna@1.example.com',
  `${'a'.repeat(64)}@example.com`,
  `anna@${'b'.repeat(63)}.com`,
  'a@b.co',
];

const NONE = [
  '',
  'anna',
  'anna@',
  '@example.com',
  'anna@example',
  'anna@example.c',
  'anna@example.123',
  'anna@example.c0m',
  'anna@.example.com',
  'anna@example..com',
  'anna@example.com.',
  'anna@-example.com',
  'anna@example-.com',
  'anna@exa_mple.com',
  'anna@example.com,ben@example.com',
  'anna@example,com',
  'anna@exam(ple).com',
  '.anna@example.com',
  'anna.@example.com',
  'anna..miller@example.com',
  'anna miller@example.com',
  'anna@exam ple.com',
  'anna@@example.com',
  'anna@ben@example.com',
  'anna,miller@example.com',
  'anna;@example.com',
  'anna:miller@example.com',
  'mailto:anna@example.com',
  '(anna)@example.com',
  '<anna@example.com>',
  'Anna Miller <anna@example.com>',
  '[anna]@example.com',
  'anna\\@example.com',
  '"anna"@example.com',
  '"anna miller"@example.com',
  'anna@[127.0.0.1]',
  'anna@127.0.0.1',
  'anna@ｅxample.com',
  'anna\u200b@example.com',
  'an\u00adna@example.com',
  'anna\u3000miller@example.com',
  'anna\u00a0@example.com',
  'anna@example.com\u200e',
  'anna\ud83d@example.com',
  'anna😀@example.com',
  'anna@example.💩',
  'anna\u0000@example.com',
  'b\u0435n@example.com',
  '\u03bd.miller@example.com',
  `${'a'.repeat(65)}@example.com`,
  `${'ñ'.repeat(33)}@example.com`,
  `anna@${'b'.repeat(64)}.com`,
  `anna@${Array.from({ length: 5 }, () => 'b'.repeat(60)).join('.')}.com`,
];

it.each([
  // What looks like another domain is kept in letters that do not.
  ['ben@ex\u0430mple.org', 'ben@xn--exmple-4nf.org'],
  ['anna@Bücher.example', 'anna@xn--bcher-kva.example'],
  ['anna@xn--bcher-kva.example', 'anna@xn--bcher-kva.example'],
  [' Anna@Example.COM ', 'anna@example.com'],
])('%j is kept as %s', (typed, address) => {
  expect(kept(typed)).toBe(address);
});

/** What the browser lets through before a recording and the server refuses after it would be lost work. */
describe('an e-mail address', () => {
  it.each(ADDRESSES)('is %j, in the browser and on the server', (address) => {
    expect([isEmail(address), takenByServer(address)]).toEqual([true, true]);
  });

  it.each(NONE)('is not %j, in the browser and on the server', (text) => {
    expect([isEmail(text), takenByServer(text)]).toEqual([false, false]);
  });
});
