import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { addressKey, type Origin, sharedLimiter, takeOne } from '#platform';

export const WINDOW_SECONDS = 600;
const NOWHERE = 'unknown';

/** Tries within ten minutes before more are refused. */
interface ThrottleLimits {
  perAccount: number;
  perAddress: number;
}

/** Counts tries per account and per address. While Redis is away each process counts for itself. */
export class Throttle {
  private readonly perAccount: RateLimiterRedis;
  private readonly perAddress: RateLimiterRedis;

  /** @param name keeps the counts of one call apart from those of another */
  constructor(redis: Redis, name: string, limits: ThrottleLimits, duration = WINDOW_SECONDS) {
    const limiter = (key: string, points: number) => sharedLimiter(redis, key, { points, duration });
    this.perAccount = limiter(`${name}:account`, limits.perAccount);
    this.perAddress = limiter(`${name}:address`, limits.perAddress);
  }

  /**
   * Takes one try before anything is looked at, so that many at the same moment count, too.
   * @throws AppError `too_many_attempts` while the account or the address has used up its tries.
   */
  async take(account: string, origin: Origin): Promise<void> {
    await takeOne(this.perAddress, placeOf(origin), 'too_many_attempts');
    await takeOne(this.perAccount, hashOf(account), 'too_many_attempts');
  }

  /** The try was right: the account starts anew, and the address gets its try back. */
  async succeeded(account: string, origin: Origin): Promise<void> {
    await Promise.all([this.perAccount.delete(hashOf(account)), this.perAddress.reward(placeOf(origin))]);
  }

  /** Nobody could look at the try, or it was no guess: it does not count. */
  async giveBack(account: string, origin: Origin): Promise<void> {
    await Promise.all([this.perAccount.reward(hashOf(account)), this.perAddress.reward(placeOf(origin))]);
  }
}

/** Counts calls per address alone. */
export class AddressThrottle {
  private readonly perAddress: RateLimiterRedis;

  constructor(redis: Redis, name: string, points: number) {
    this.perAddress = sharedLimiter(redis, `${name}:address`, { points, duration: WINDOW_SECONDS });
  }

  /** @throws AppError `too_many_attempts` */
  async take(origin: Origin): Promise<void> {
    await takeOne(this.perAddress, placeOf(origin), 'too_many_attempts');
  }
}

/** What is counted instead of an address. */
export const placeOf = ({ address }: Origin): string => (address === null ? NOWHERE : addressKey(address));

/** Redis gets hashes: no one's e-mail address is kept there, not even for ten minutes. */
export function hashOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}

/** Wrong passwords within ten minutes before more are refused. */
interface LoginLimits {
  /** For one account from one address, and from one known device. */
  perAccountAndAddress: number;
  perAddress: number;
  /** For one account from all addresses together. */
  perAccount: number;
}

/** Whose account, and from where. */
interface AccountAtAddress {
  email: string;
  origin: Origin;
  /** Of the account; null when nobody has the address. */
  passwordHash: string | null;
}

/** Who tries to log in, and from where. */
interface LoginTry extends AccountAtAddress {
  /** Of the account's own device; null when it is not known. */
  deviceNonce: string | null;
}

/** How long an address from which an account was logged in to is known for it, in seconds. */
const KNOWN_ADDRESS_SECONDS = 30 * 24 * 3600;

/**
 * Counts wrong passwords so that guessing comes to an end and nobody can lock others out: what one address does is
 * counted for that address, a device that has been logged in before is counted for itself alone, and what strangers try
 * does not close the account for an address from which it was logged in to before. Devices and addresses are known until
 * the account has another password.
 */
export class LoginThrottle {
  private readonly pairs: RateLimiterRedis;
  private readonly addresses: RateLimiterRedis;
  private readonly accounts: RateLimiterRedis;
  private readonly devices: RateLimiterRedis;

  /** @param name keeps people's logins and administrators' apart */
  constructor(
    private readonly redis: Redis,
    private readonly name: string,
    limits: LoginLimits,
  ) {
    const limiter = (key: string, points: number) =>
      sharedLimiter(redis, `${name}:${key}`, { points, duration: WINDOW_SECONDS });
    this.pairs = limiter('pair', limits.perAccountAndAddress);
    this.addresses = limiter('address', limits.perAddress);
    this.accounts = limiter('account', limits.perAccount);
    this.devices = limiter('device', limits.perAccountAndAddress);
  }

  /** Takes one try before the password is looked at, so that many at the same moment count, too. @throws AppError `too_many_attempts` */
  async take(attempt: LoginTry): Promise<void> {
    const { email, origin, deviceNonce } = attempt;
    if (deviceNonce !== null) {
      await takeOne(this.devices, deviceNonce, 'too_many_attempts');
      return;
    }
    await takeOne(this.addresses, placeOf(origin), 'too_many_attempts');
    await takeOne(this.pairs, pairOf(email, origin), 'too_many_attempts');
    if (!(await this.isKnown(attempt))) await takeOne(this.accounts, hashOf(email), 'too_many_attempts');
  }

  /** The password was right: this address or device starts anew. What others tried stays counted. */
  async succeeded(attempt: LoginTry): Promise<void> {
    const { email, origin, deviceNonce } = attempt;
    if (deviceNonce !== null) {
      await this.devices.delete(deviceNonce);
      return;
    }
    await Promise.all([
      this.pairs.delete(pairOf(email, origin)),
      this.addresses.reward(placeOf(origin)),
      this.rewardAccount(attempt),
    ]);
    // Without Redis it is a stranger's address again, to whom the limit of the account applies.
    await this.redis
      .set(this.knownKey(attempt), passwordMark(attempt), 'EX', KNOWN_ADDRESS_SECONDS)
      .catch(() => undefined);
  }

  /** Nobody could look at the try: it does not count. */
  async giveBack(attempt: LoginTry): Promise<void> {
    const { email, origin, deviceNonce } = attempt;
    if (deviceNonce !== null) {
      await this.devices.reward(deviceNonce);
      return;
    }
    await Promise.all([
      this.pairs.reward(pairOf(email, origin)),
      this.addresses.reward(placeOf(origin)),
      this.rewardAccount(attempt),
    ]);
  }

  private async rewardAccount(attempt: LoginTry): Promise<void> {
    if (!(await this.isKnown(attempt))) await this.accounts.reward(hashOf(attempt.email));
  }

  /** Whether the account's present password was given at this address not long ago. */
  async isKnown(attempt: AccountAtAddress): Promise<boolean> {
    return (await this.redis.get(this.knownKey(attempt)).catch(() => null)) === passwordMark(attempt);
  }

  private knownKey({ email, origin }: AccountAtAddress): string {
    return `${this.name}:known-address:${pairOf(email, origin)}`;
  }
}

/** Tells one password of an account from the next. */
const passwordMark = ({ passwordHash }: AccountAtAddress): string => hashOf(passwordHash ?? '');

const pairOf = (email: string, origin: Origin): string => hashOf(`${email} ${placeOf(origin)}`);
