import { createPublicKey, type KeyObject } from 'node:crypto';
import { createDecoder, createSigner, createVerifier } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import { ConfigError } from './config.js';
import { signingKey } from './signatures.js';

/** Who is asking, as the gateway found out. `visitor` has no account, `service` is another service of ours. */
export interface Principal {
  readonly kind: 'visitor' | 'user' | 'admin' | 'service';
  /** `users.id`; 0 for visitors and services. */
  readonly id: number;
  readonly sessionId: string | null;
  /** The password was given in this session in the last five minutes. */
  readonly isConfirmed?: boolean;
  /** The service's name for `service`. */
  readonly name?: string;
}

/** What a process signs with, and whose signatures it takes. */
export interface ServiceKeys {
  /** The service that this process is. */
  name: string;
  /** What its signatures are made with; no other process has it. */
  secret: string;
  /** `name:key` of everybody, comma-separated. Without it all share one secret, as where a service is tested alone. */
  publicKeys?: string | undefined;
}

export const visitor: Principal = { kind: 'visitor', id: 0, sessionId: null };

/** Knows people: it alone says who somebody is. */
const GATEWAY = 'gateway';
/**
 * Whose calls of its own accord a service takes. Others have nothing to ask it, and could only be somebody who got into
 * them.
 */
export const callersOf: Readonly<Record<string, readonly string[]>> = {
  auth: [GATEWAY, 'payments', 'notifications'],
  agreements: [GATEWAY, 'payments', 'transcription', 'notifications'],
  payments: [GATEWAY, 'agreements', 'notifications'],
  transcription: [GATEWAY, 'agreements', 'notifications'],
  notifications: [GATEWAY, 'payments', 'verify'],
  // How it is in detail; everybody else hears whether it is up.
  gateway: ['notifications', 'verify'],
};

const LIFETIME_MS = 60_000;
const CLOCK_TOLERANCE_MS = 5000;
const MOST_KEPT = 10_000;
const KINDS = ['visitor', 'user', 'admin', 'service'];

type Verify = (token: string) => Record<string, unknown>;

/**
 * Issues and checks the short-lived token between gateway and services. Each process signs with a key of its own, so
 * that none of them can pass for another: people are whom the gateway says, and a service speaks for itself and only to
 * the one that the token names. What is asked on behalf of a person carries the token that came with the request.
 */
export class ServiceTokens {
  private readonly sign: (payload: object) => string;
  private readonly verifiers: ReadonlyMap<string, Verify> | Verify;
  private readonly decode = createDecoder();
  private readonly name: string;
  private readonly issued = new LRUCache<string, { token: string; renewAt: number }>({ max: MOST_KEPT });
  /** Checking a signature costs more than many a request; the same token comes with every call of a session. */
  private readonly verified = new LRUCache<string, { principal: Principal; until: number }>({
    max: MOST_KEPT,
  });
  /** What people came with. */
  private readonly came = new WeakMap<Principal, string>();

  /** @throws ConfigError when the public keys are not what they should be. */
  constructor(keys: ServiceKeys | string) {
    const { name, secret, publicKeys } =
      typeof keys === 'string' ? { name: GATEWAY, secret: keys, publicKeys: undefined } : keys;
    const privateKey = privateKeyOf(secret);
    this.name = name;
    this.sign = createSigner({
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      algorithm: 'EdDSA',
      expiresIn: LIFETIME_MS,
      iss: name,
    });
    if (publicKeys === undefined) {
      this.verifiers = verifierOf(createPublicKey(privateKey));
      return;
    }
    const known = readPublicKeys(publicKeys);
    if (known.get(name) !== publicKeyOf(secret)) {
      throw new ConfigError(
        `${name}: SERVICE_TOKEN_PUBLIC_KEYS has another key for ${name} than the one of its SERVICE_TOKEN_SECRET`,
      );
    }
    const heard = new Set([GATEWAY, ...(callersOf[name] ?? [])]);
    const others = [...known].filter(([issuer]) => heard.has(issuer));
    this.verifiers = new Map(
      others.map(([issuer, key]) => [issuer, verifierOf(fromText(issuer, key), issuer)]),
    );
  }

  /**
   * A token for the principal, reused for half of its life.
   * @param audience the service that is asked; a person's token is for all of them, as it is passed on
   * @throws Error for a person who did not come with a token of the gateway
   */
  issue(principal: Principal, audience?: string): string {
    if (principal.kind !== 'service' && this.name !== GATEWAY && this.verifiers instanceof Map) {
      const token = this.came.get(principal);
      if (token === undefined) throw new Error('only the gateway vouches for people');
      return token;
    }
    const isService = principal.kind === 'service';
    const key = `${principal.kind}:${principal.id}:${principal.sessionId ?? ''}:${principal.name ?? ''}:${audience ?? ''}:${principal.isConfirmed === true}`;
    const now = Date.now();
    const known = this.issued.get(key);
    if (known && known.renewAt > now) return known.token;
    const token = this.sign({ ...principal, ...(isService && audience ? { aud: audience } : {}) });
    this.issued.set(key, { token, renewAt: now + LIFETIME_MS / 2 });
    return token;
  }

  /** The principal of a valid token, or null. */
  verify(token: string): Principal | null {
    const known = this.verified.get(token);
    if (known) {
      if (known.until > Date.now()) return known.principal;
      this.verified.delete(token);
      return null;
    }
    try {
      const { iss } = this.decode(token) as { iss?: unknown };
      const check =
        this.verifiers instanceof Map ? this.verifiers.get(String(iss)) : (this.verifiers as Verify);
      const claims = check?.(token);
      if (!claims || !this.mayClaim(claims)) return null;
      const principal: Principal = {
        kind: claims.kind as Principal['kind'],
        id: claims.id as number,
        sessionId: typeof claims.sessionId === 'string' ? claims.sessionId : null,
        ...(claims.isConfirmed === true ? { isConfirmed: true } : {}),
        ...(typeof claims.name === 'string' ? { name: claims.name } : {}),
      };
      this.verified.set(token, { principal, until: Number(claims.exp) * 1000 + CLOCK_TOLERANCE_MS });
      this.came.set(principal, token);
      return principal;
    } catch {
      return null;
    }
  }

  /** Whether the token is of a service that may ask here. */
  isService(token: unknown): boolean {
    return typeof token === 'string' && this.verify(token)?.kind === 'service';
  }

  private mayClaim({ kind, id, exp, iss, aud, name }: Record<string, unknown>): boolean {
    if (!KINDS.includes(String(kind)) || typeof id !== 'number' || typeof exp !== 'number') return false;
    if (!(this.verifiers instanceof Map)) return true;
    return kind === 'service' ? name === iss && aud === this.name : iss === GATEWAY;
  }
}

/** The public key of a service's secret, as it stands in `SERVICE_TOKEN_PUBLIC_KEYS`. */
function publicKeyOf(secret: string): string {
  return createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' }).x ?? '';
}

/** The value of `SERVICE_TOKEN_PUBLIC_KEYS` for these secrets. */
export function publicKeysOf(secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets)
    .map(([name, secret]) => `${name}:${publicKeyOf(secret)}`)
    .join(',');
}

function privateKeyOf(secret: string): KeyObject {
  return signingKey(secret, 'service token');
}

function readPublicKeys(text: string): Map<string, string> {
  const keys = new Map<string, string>();
  for (const entry of text.split(',')) {
    const [name = '', key = ''] = entry.trim().split(':');
    if ([...keys.values()].includes(key)) {
      throw new ConfigError(`SERVICE_TOKEN_PUBLIC_KEYS: ${name} has the key of somebody else`);
    }
    keys.set(name, key);
  }
  return keys;
}

function fromText(name: string, key: string): KeyObject {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
  } catch (error) {
    throw new ConfigError(`SERVICE_TOKEN_PUBLIC_KEYS: the key of ${name} is not one`, { cause: error });
  }
}

function verifierOf(key: KeyObject, issuer?: string): Verify {
  return createVerifier({
    key: key.export({ type: 'spki', format: 'pem' }),
    algorithms: ['EdDSA'],
    clockTolerance: CLOCK_TOLERANCE_MS,
    ...(issuer === undefined ? {} : { allowedIss: issuer }),
  });
}
