import { createSigner } from 'fast-jwt';
import { ConfigError } from './config.js';
import { callersOf, type Principal, publicKeysOf, ServiceTokens, visitor } from './service-token.js';
import { signingKey } from './signatures.js';

const user: Principal = { kind: 'user', id: 7, sessionId: 's-1' };
const admin: Principal = { kind: 'admin', id: 1, sessionId: 's-2' };
const itself = (name: string): Principal => ({ kind: 'service', id: 0, sessionId: null, name });

const names = ['gateway', 'auth', 'agreements', 'payments', 'transcription', 'notifications', 'verify'];
const secrets = Object.fromEntries(names.map((name) => [name, `${name}-`.padEnd(40, 'x')]));
const publicKeys = publicKeysOf(secrets);
const tokensOf = (name: string) => new ServiceTokens({ name, secret: secrets[name] ?? '', publicKeys });

/** Signs any claims with a service's key, as somebody would who got into it. */
function forge(name: string, claims: object, options: object = {}): string {
  const key = signingKey(secrets[name] ?? '', 'service token').export({ type: 'pkcs8', format: 'pem' });
  return createSigner({ key, algorithm: 'EdDSA', iss: name, expiresIn: 60_000, ...options })(claims);
}

describe('ServiceTokens', () => {
  const gateway = tokensOf('gateway');
  const agreements = tokensOf('agreements');

  it.each([user, visitor, admin, { ...user, isConfirmed: true }])(
    'carries the person %j from the gateway to a service',
    (person) => {
      expect(agreements.verify(gateway.issue(person))).toEqual(person);
    },
  );

  it('carries a service to the one that it asks, and to no other', () => {
    const token = tokensOf('payments').issue(itself('payments'), 'agreements');
    expect(agreements.verify(token)).toEqual(itself('payments'));
    expect(tokensOf('auth').verify(token)).toBeNull();
  });

  it('takes no call from a service that has nothing to ask', () => {
    const token = tokensOf('transcription').issue(itself('transcription'), 'auth');
    expect(tokensOf('auth').verify(token)).toBeNull();
    expect(tokensOf('auth').verify(tokensOf('verify').issue(itself('verify'), 'auth'))).toBeNull();
    expect(Object.values(callersOf).flat()).toEqual(expect.arrayContaining(['gateway', 'verify']));
  });

  it.each(names.filter((name) => name !== 'gateway'))(
    'lets %s make no person, and no other service',
    (name) => {
      for (const person of [admin, user, visitor]) {
        expect(agreements.verify(forge(name, person))).toBeNull();
        expect(agreements.verify(forge(name, person, { iss: 'gateway' }))).toBeNull();
        expect(() => tokensOf(name).issue(person)).toThrow('only the gateway vouches for people');
      }
      expect(agreements.verify(forge(name, itself('gateway'), { aud: 'agreements' }))).toBeNull();
    },
  );

  it('passes on what a person came with', () => {
    const payments = tokensOf('payments');
    const came = gateway.issue(user);
    const caller = payments.verify(came) ?? visitor;
    expect(payments.issue(caller, 'agreements')).toBe(came);
    expect(agreements.verify(payments.issue(caller))).toEqual(user);
    expect(() => payments.issue({ ...caller, kind: 'admin' })).toThrow('only the gateway');
  });

  it('uses a token again for the same principal only', () => {
    expect(gateway.issue(user)).toBe(gateway.issue({ ...user }));
    expect(gateway.issue({ ...user, sessionId: 's-9' })).not.toBe(gateway.issue(user));
    expect(gateway.issue({ ...user, isConfirmed: true })).not.toBe(gateway.issue(user));
    expect(gateway.issue(itself('gateway'), 'auth')).not.toBe(gateway.issue(itself('gateway'), 'payments'));
  });

  it('refuses a token without a signature', () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { ...user, iss: 'gateway', exp: Math.floor(Date.now() / 1000) + 60 };
    expect(agreements.verify(`${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`)).toBeNull();
  });

  it('refuses another key, a public key as a shared one, another issuer and an altered token', () => {
    const hmac = createSigner({ key: publicKeys, algorithm: 'HS256', iss: 'gateway', expiresIn: 60_000 });
    expect(agreements.verify(hmac(admin))).toBeNull();
    expect(agreements.verify(forge('gateway', user, { iss: 'somebody' }))).toBeNull();
    expect(
      agreements.verify(new ServiceTokens('another-secret-of-thirty-two-characters!').issue(user)),
    ).toBeNull();
    const [head, , tail] = gateway.issue(user).split('.');
    const claims = Buffer.from(JSON.stringify({ ...admin, iss: 'gateway' })).toString('base64url');
    expect(agreements.verify(`${head}.${claims}.${tail}`)).toBeNull();
  });

  it('refuses an expired token, also one that it has seen while it was good', () => {
    const now = Date.now();
    const old = forge('gateway', user, { expiresIn: 1000, clockTimestamp: now - 120_000 });
    expect(agreements.verify(old)).toBeNull();
    const clock = Date.now;
    const token = gateway.issue({ ...user, id: 8 });
    expect(agreements.verify(token)).toMatchObject({ id: 8 });
    Date.now = () => now + 70_000;
    try {
      expect(agreements.verify(token)).toBeNull();
      expect(agreements.verify(gateway.issue({ ...user, id: 8 }))).toMatchObject({ id: 8 });
    } finally {
      Date.now = clock;
    }
  });

  it.each([{ kind: 'root', id: 1 }, { kind: 'user' }, { kind: 'user', id: '1' }, {}])(
    'refuses the claims %j',
    (claims) => {
      expect(agreements.verify(forge('gateway', claims))).toBeNull();
    },
  );

  it.each(['', 'x', 'a.b.c', '..'])('refuses %j', (text) => {
    expect(agreements.verify(text)).toBeNull();
  });

  it('does not start with keys that are not its own, or are none', () => {
    const start = (keys: string) => () =>
      new ServiceTokens({ name: 'auth', secret: secrets.auth ?? '', publicKeys: keys });
    expect(start(publicKeysOf({ auth: secrets.payments ?? '' }))).toThrow(ConfigError);
    expect(start(`${publicKeysOf({ auth: secrets.auth ?? '' })},gateway:none`)).toThrow(/key of gateway/);
    const one = { auth: secrets.auth ?? '', gateway: secrets.auth ?? '' };
    expect(start(publicKeysOf(one))).toThrow(/gateway has the key of somebody else/);
  });
});

describe('one secret for all, where a service is tested alone', () => {
  const tokens = new ServiceTokens('a-secret-of-at-least-thirty-two-characters');

  it.each([user, visitor, admin, itself('payments')])('carries %j', (principal) => {
    expect(tokens.verify(tokens.issue(principal))).toEqual(principal);
  });
});
