import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { limiterConnection } from '#platform';
import { AuthConfig } from '../config.js';
import type { Role } from '../users/users.module.js';
import { AddressThrottle, LoginThrottle, Throttle } from './throttle.js';

const HOUR_SECONDS = 3600;

/** Every call that can be used for guessing or for flooding a mailbox has a throttle of its own. */
@Injectable()
export class Throttles implements OnModuleDestroy {
  /** One for each role: who guesses at the login of people does not close that of administrators. */
  readonly login: Record<Role, LoginThrottle>;
  readonly signup: AddressThrottle;
  readonly profileChange: Throttle;
  readonly addressChange: Throttle;
  readonly verificationMail: Throttle;
  readonly verification: Throttle;
  /** Guesses at the current password. */
  readonly passwordChange: Throttle;
  /** Passwords that were set in place of the current one. */
  readonly newPassword: Throttle;
  readonly resetRequest: Throttle;
  /** Apart from what strangers ask for, who could keep the owner of an account from a new password otherwise. */
  readonly knownResetRequest: Throttle;
  readonly reset: Throttle;
  private readonly redis: Redis;

  constructor(config: AuthConfig) {
    this.redis = limiterConnection(config.redisUrl);
    const guesses = {
      perAccount: config.loginFailuresPerAccount,
      perAddress: config.loginFailuresPerAddress,
    };
    const logins = {
      perAccountAndAddress: config.loginFailuresPerAccount,
      perAddress: config.loginFailuresPerAddress,
      perAccount: config.loginFailuresPerAccountInAll,
    };
    this.login = {
      user: new LoginThrottle(this.redis, 'login', logins),
      admin: new LoginThrottle(this.redis, 'admin-login', logins),
    };
    this.signup = new AddressThrottle(this.redis, 'signup', config.signupsPerAddress);
    this.profileChange = new Throttle(this.redis, 'profile-change', {
      perAccount: config.profileChangesPerAccount,
      perAddress: config.profileChangesPerAddress,
    });
    this.passwordChange = new Throttle(this.redis, 'password-change', guesses);
    const resetRequests = {
      perAccount: config.resetRequestsPerAccount,
      perAddress: config.resetRequestsPerAddress,
    };
    this.resetRequest = new Throttle(this.redis, 'reset-request', resetRequests);
    this.knownResetRequest = new Throttle(this.redis, 'known-reset-request', resetRequests);
    this.reset = new Throttle(this.redis, 'reset', guesses);
    this.verification = new Throttle(this.redis, 'verification', guesses);
    const mails = (perAccount: number) => ({ perAccount, perAddress: config.resetRequestsPerAddress });
    this.addressChange = new Throttle(
      this.redis,
      'address-change',
      mails(config.addressChangesPerAccount),
      HOUR_SECONDS,
    );
    this.newPassword = new Throttle(
      this.redis,
      'new-password',
      mails(config.passwordChangesPerAccount),
      HOUR_SECONDS,
    );
    this.verificationMail = new Throttle(
      this.redis,
      'verification-mail',
      mails(config.verificationMailsPerAccount),
      HOUR_SECONDS,
    );
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}
