import { createSigner } from 'fast-jwt';
import { type Principal, ServiceTokens, visitor } from './service-token.js';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const user: Principal = { kind: 'user', id: 7, sessionId: 's-1' };

describe('ServiceTokens', () => {
  const tokens = new ServiceTokens(secret);
  const sign = (claims: object, options: object = {}) =>
    createSigner({ key: secret, algorithm: 'HS256', iss: 'ssc', expiresIn: 60_000, ...options })(claims);

  it.each<Principal>([
    user,
    visitor,
    { kind: 'admin', id: 1, sessionId: 's-2' },
    { kind: 'service', id: 0, sessionId: null, name: 'payments' },
  ])('carries the principal %j', (principal) => {
    expect(tokens.verify(tokens.issue(principal))).toEqual(principal);
  });

  it('uses a token again for the same principal only', () => {
    expect(tokens.issue(user)).toBe(tokens.issue({ ...user }));
    expect(tokens.issue({ ...user, sessionId: 's-9' })).not.toBe(tokens.issue(user));
  });

  it('refuses a token without a signature', () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { ...user, iss: 'ssc', exp: Math.floor(Date.now() / 1000) + 60 };
    expect(tokens.verify(`${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`)).toBeNull();
  });

  it('refuses another key, another algorithm, another issuer and an altered token', () => {
    expect(tokens.verify(sign(user, { key: 'another-secret-of-thirty-two-characters!' }))).toBeNull();
    expect(tokens.verify(sign(user, { algorithm: 'HS512' }))).toBeNull();
    expect(tokens.verify(sign(user, { iss: 'somebody' }))).toBeNull();
    const [head, , tail] = tokens.issue(user).split('.');
    const claims = Buffer.from(JSON.stringify({ ...user, kind: 'admin', iss: 'ssc' })).toString('base64url');
    expect(tokens.verify(`${head}.${claims}.${tail}`)).toBeNull();
  });

  it('refuses an expired token, also one that it has seen while it was good', () => {
    const now = Date.now();
    expect(tokens.verify(sign(user, { expiresIn: 1000, clockTimestamp: now - 120_000 }))).toBeNull();
    const clock = Date.now;
    const token = tokens.issue({ ...user, id: 8 });
    expect(tokens.verify(token)).toMatchObject({ id: 8 });
    Date.now = () => now + 70_000;
    try {
      expect(tokens.verify(token)).toBeNull();
      expect(tokens.verify(tokens.issue({ ...user, id: 8 }))).toMatchObject({ id: 8 });
    } finally {
      Date.now = clock;
    }
  });

  it.each([{ kind: 'root', id: 1 }, { kind: 'user' }, { kind: 'user', id: '1' }, {}])(
    'refuses the claims %j',
    (claims) => {
      expect(tokens.verify(sign(claims))).toBeNull();
    },
  );

  it.each(['', 'x', 'a.b.c', '..'])('refuses %j', (text) => {
    expect(tokens.verify(text)).toBeNull();
  });
});
