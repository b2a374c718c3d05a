import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { signingKey } from '#platform';
import type { LogHead } from './event-log.js';
import { KnownSignatures } from './known-signatures.js';

const PURPOSE = 'log seal';

/**
 * Signs where a log ends, with a key that the database does not hold: who can write into the database can put a whole
 * chain together, and not its seal.
 */
export class LogSeal {
  private readonly key: KeyObject;
  private readonly known: readonly KeyObject[];
  private readonly right = new KnownSignatures();

  /** @param secrets comma-separated: the first signs, all count, so that what was sealed before a rotation still holds. */
  constructor(secrets: string) {
    const keys = secrets.split(',').map((secret) => signingKey(secret.trim(), PURPOSE));
    this.key = keys[0] as KeyObject;
    this.known = keys.map((key) => createPublicKey(key));
  }

  seal(agreementId: string, head: LogHead): string {
    return sign(null, statement(agreementId, head), this.key).toString('base64url');
  }

  isSeal(agreementId: string, head: LogHead, seal: string | null): boolean {
    if (seal === null) return false;
    const signature = Buffer.from(seal, 'base64url');
    const content = statement(agreementId, head);
    return this.right.isRight(PURPOSE, content, signature, () =>
      this.known.some((key) => verify(null, content, key, signature)),
    );
  }
}

function statement(agreementId: string, { seq, hash }: LogHead): Buffer {
  return Buffer.from(`log of ${agreementId} ends at ${seq} with ${hash}`);
}
