import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from '#platform';

/** OWASP's minimum for Argon2id: 19 MiB, two passes. */
const ARGON2ID = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/**
 * Hashing is heavy on purpose; a flood must queue here and not take every core. Signups, which anybody can send, wait
 * in a queue of their own: they keep nobody out who has an account.
 */
const AT_ONCE = { accounts: 2, signups: 1 } as const;
const MAX_WAITING = 40;

export type HashQueue = keyof typeof AT_ONCE;

@Injectable()
export class PasswordHasher {
  readonly queues: Record<HashQueue, LimitFunction> = {
    accounts: pLimit(AT_ONCE.accounts),
    signups: pLimit(AT_ONCE.signups),
  };
  /** Compared with where nobody has a hash. */
  readonly decoy = hash('nobody has this password', ARGON2ID);

  hash(password: string, queue: HashQueue = 'accounts'): Promise<string> {
    return this.queued(queue, () => hash(password, ARGON2ID));
  }

  /** Compares with the stored hash; without one it does the same work and answers false. */
  async verify(storedHash: string | null, password: string): Promise<boolean> {
    const known = storedHash ?? (await this.decoy);
    const matches = await this.queued('accounts', () => verify(known, password));
    return matches && storedHash !== null;
  }

  private async queued<T>(name: HashQueue, work: () => Promise<T>): Promise<T> {
    const queue = this.queues[name];
    if (queue.pendingCount >= MAX_WAITING) throw new AppError('too_many_requests', { retryAfterSeconds: 2 });
    return queue(work);
  }
}
