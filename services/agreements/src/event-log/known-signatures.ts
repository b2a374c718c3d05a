import { createHash } from 'node:crypto';

/** Of content, key and signature together: about 1 MB. */
const MOST = 10_000;

/** Remembers signatures that were found right: that never changes, and to compute it again is most of a verification. */
export class KnownSignatures {
  private readonly known = new Set<string>();

  isRight(keyId: string, content: Buffer, signature: Buffer, verify: () => boolean): boolean {
    const hash = createHash('sha256').update(content).digest('base64url');
    const name = `${keyId} ${hash} ${signature.toString('base64url')}`;
    if (this.known.has(name)) return true;
    if (!verify()) return false;
    this.known.add(name);
    if (this.known.size > MOST) {
      const [oldest] = this.known;
      this.known.delete(oldest as string);
    }
    return true;
  }
}
