import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { signingKey } from '#platform';
import { AgreementsConfig } from '../config.js';
import { KnownSignatures } from '../event-log/event-log.module.js';

const PURPOSE = 'agreement seal';

interface PublicSealKey {
  keyId: string;
  /** SubjectPublicKeyInfo as PEM, as `openssl pkeyutl -pubin -inkey` reads it. */
  pem: string;
  /** Whether new seals are signed with it. */
  isCurrent: boolean;
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
  private readonly right = new KnownSignatures();

  constructor({ sealSigningKey }: AgreementsConfig) {
    this.pairs = sealSigningKey.split(',').map((secret) => pairOf(secret.trim()));
    this.current = this.pairs[0] as Pair;
  }

  get publicKeys(): PublicSealKey[] {
    return this.pairs.map(({ keyId, pem }, index) => ({ keyId, pem, isCurrent: index === 0 }));
  }

  get currentKey(): PublicSealKey {
    return this.publicKeys[0] as PublicSealKey;
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
