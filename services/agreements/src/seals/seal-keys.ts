import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ConfigError, signingKey } from '#platform';
import { AgreementsConfig } from '../config.js';
import { KnownSignatures } from '../event-log/event-log.module.js';

const PURPOSE = 'agreement seal';

interface PublicSealKey {
  keyId: string;
  /** SubjectPublicKeyInfo as PEM, as `openssl pkeyutl -pubin -inkey` reads it. */
  pem: string;
  /** Whether new seals are signed with it. */
  isCurrent: boolean;
  /** Since when others have it; null as long as nobody knows of that. */
  leakedAt: Date | null;
}

export interface Signature {
  keyId: string;
  /** 64 bytes. */
  bytes: Buffer;
}

interface Pair {
  keyId: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  pem: string;
}

/**
 * Signs what is sealed, with keys that no database holds. Old ones stay known after a rotation, so that what they signed
 * stays valid and their public keys stay published.
 */
@Injectable()
export class SealKeys {
  private readonly pairs: readonly Pair[];
  private readonly current: Pair;
  private readonly leaks: ReadonlyMap<string, Date>;
  private readonly right = new KnownSignatures();

  /** @throws ConfigError when a key is said to have leaked that is none of these, or at no time */
  constructor({ sealSigningKey, sealKeysLeaked = '' }: AgreementsConfig) {
    this.pairs = sealSigningKey.split(',').map((secret) => pairOf(secret.trim()));
    this.current = this.pairs[0] as Pair;
    const leaks = sealKeysLeaked.split(',').filter((leak) => leak.trim() !== '');
    this.leaks = new Map(leaks.map((leak) => this.leakOf(leak.trim())));
  }

  get publicKeys(): PublicSealKey[] {
    return this.pairs.map(({ keyId, pem }, index) => ({
      ...{ keyId, pem, isCurrent: index === 0 },
      leakedAt: this.leaks.get(keyId) ?? null,
    }));
  }

  get currentKey(): PublicSealKey {
    return this.publicKeys[0] as PublicSealKey;
  }

  /**
   * Since when others have the key of a signature, so that it proves nothing by itself. Null for a key that has not leaked,
   * and for what an independent authority has time-stamped before.
   */
  doubtedSince(keyId: string, timestampAt: Date | null): Date | null {
    const leakedAt = this.leaks.get(keyId);
    if (!leakedAt || (timestampAt !== null && timestampAt < leakedAt)) return null;
    return leakedAt;
  }

  private leakOf(leak: string): [keyId: string, at: Date] {
    const [keyId = '', time = ''] = leak.split('@');
    const at = new Date(time);
    if (!this.knows(keyId)) throw new ConfigError(`SEAL_KEYS_LEAKED: ${keyId} is no key of SEAL_SIGNING_KEY`);
    if (Number.isNaN(at.getTime()))
      throw new ConfigError(`SEAL_KEYS_LEAKED: ${keyId} needs a time, as <key>@<ISO 8601>`);
    return [keyId, at];
  }

  sign(content: Buffer): Signature {
    return { keyId: this.current.keyId, bytes: sign(null, content, this.current.privateKey) };
  }

  knows(keyId: string): boolean {
    return this.pairs.some((one) => one.keyId === keyId);
  }

  /** With an older key. @throws Error when it is not known any more */
  signWith(keyId: string, content: Buffer): Buffer {
    const pair = this.pairs.find((one) => one.keyId === keyId);
    if (!pair) throw new Error(`The key ${keyId} is not in SEAL_SIGNING_KEY any more`);
    return sign(null, content, pair.privateKey);
  }

  /** @param isRemembered where it is asked for often: what is remembered takes the place of something else */
  isSigned(content: Buffer, keyId: string, signature: Buffer, isRemembered = true): boolean {
    const pair = this.pairs.find((one) => one.keyId === keyId);
    if (!pair) return false;
    const isRight = () => verify(null, content, pair.publicKey, signature);
    return isRemembered ? this.right.isRight(keyId, content, signature, isRight) : isRight();
  }
}

function pairOf(secret: string): Pair {
  const privateKey = signingKey(secret, PURPOSE);
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    keyId: createHash('sha256').update(der).digest('hex').slice(0, 16),
    privateKey,
    publicKey,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
