import { isSameSecret, isSignatureOf, signingKey, signStatement } from './signatures.js';

describe('a signature', () => {
  const signature = signStatement('a secret', 'audio:4207731958026614:a');

  it('is the same whenever it is made, and fits into an address', () => {
    expect(signStatement('a secret', 'audio:4207731958026614:a')).toBe(signature);
    expect(signature).toMatch(/^[\w-]{43}$/);
  });

  it('belongs to its statement and its secret alone', () => {
    expect(isSignatureOf('a secret', 'audio:4207731958026614:a', signature)).toBe(true);
    expect(isSignatureOf('a secret', 'audio:4207731958026614:b', signature)).toBe(false);
    expect(isSignatureOf('another secret', 'audio:4207731958026614:a', signature)).toBe(false);
  });

  it.each(['', 'a', signature.slice(1), `${signature}=`, signature.replace(/.$/, 'é')])(
    'is not %j',
    (given) => {
      expect(isSignatureOf('a secret', 'audio:4207731958026614:a', given)).toBe(false);
    },
  );
});

it('secrets are the same when every character is', () => {
  expect(isSameSecret('042917', '042917')).toBe(true);
  expect(isSameSecret('042917', '042918')).toBe(false);
  expect(isSameSecret('é', 'e')).toBe(false);
});

it('keys of one secret for different purposes have nothing in common', () => {
  const text = (purpose: string) => signingKey('a secret', purpose).export({ format: 'jwk' }).x;
  expect(text('one')).toBe(text('one'));
  expect(text('one')).not.toBe(text('other'));
});
