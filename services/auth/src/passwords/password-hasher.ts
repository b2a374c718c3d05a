import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '#platform';

/** OWASP's minimum for Argon2id: 19 MiB, two passes. */
const ARGON2ID = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** Hashing is heavy on purpose; a flood of logins must queue here and not take every core. */
const AT_ONCE = 2;
const MAX_WAITING = 40;

@Injectable()
export class PasswordHasher {
  private readonly limit = pLimit(AT_ONCE);
  private readonly decoy = hash('nobody has this password', ARGON2ID);

  hash(password: string): Promise<string> {
    return this.queued(() => hash(password, ARGON2ID));
  }

  /** Compares with the stored hash; without one it does the same work and answers false. */
  async verify(storedHash: string | null, password: string): Promise<boolean> {
    const known = storedHash ?? (await this.decoy);
    const matches = await this.queued(() => verify(known, password));
    return matches && storedHash !== null;
  }

  private queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= MAX_WAITING)
      throw new AppError('too_many_requests', { retryAfterSeconds: 2 });
    return this.limit(work);
  }
}
