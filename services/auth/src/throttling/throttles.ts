import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { limiterConnection } from '#platform';
import { AuthConfig } from '../config.js';
import { Throttle } from './throttle.js';

/** Every call that can be used for guessing or for flooding a mailbox has a throttle of its own. */
@Injectable()
export class Throttles implements OnModuleDestroy {
  /** Both doors together: people's and administrators'. */
  readonly login: Throttle;
  readonly passwordChange: Throttle;
  readonly resetRequest: Throttle;
  readonly reset: Throttle;
  private readonly redis: Redis;

  constructor(config: AuthConfig) {
    this.redis = limiterConnection(config.redisUrl);
    const guesses = {
      perAccount: config.loginFailuresPerAccount,
      perAddress: config.loginFailuresPerAddress,
    };
    this.login = new Throttle(this.redis, 'login', guesses);
    this.passwordChange = new Throttle(this.redis, 'password-change', guesses);
    this.resetRequest = new Throttle(this.redis, 'reset-request', {
      perAccount: config.resetRequestsPerAccount,
      perAddress: config.resetRequestsPerAddress,
    });
    this.reset = new Throttle(this.redis, 'reset', guesses);
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}
