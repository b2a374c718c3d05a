import { createHmac } from 'node:crypto';
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

describe('a secret that was changed', () => {
  const statement = 'confirm:mail:4207731958026614';
  const old = signStatement('the old one', statement);

  it('signs with the new one, and both count', () => {
    const both = 'the new one, the old one';
    expect(signStatement(both, statement)).toBe(signStatement('the new one', statement));
    expect(isSignatureOf(both, statement, signStatement(both, statement))).toBe(true);
    expect(isSignatureOf(both, statement, old)).toBe(true);
    expect(isSignatureOf(both, 'confirm:mail:4207731958026615', old)).toBe(false);
    expect(isSignatureOf('the new one', statement, old)).toBe(false);
  });

  it.each(['the new one,', ',the new one', 'the new one, ,'])('has no empty one: %j', (secrets) => {
    // What is signed with no secret could be made by anybody.
    const anybodys = createHmac('sha256', '').update(statement).digest('base64url');
    expect(isSignatureOf(secrets, statement, anybodys)).toBe(false);
    expect(signStatement(secrets, statement)).toBe(signStatement('the new one', statement));
  });
});
