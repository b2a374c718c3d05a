import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Outbox } from '#outbox';
import {
  AppError,
  assertConfirmed,
  EmailAddress,
  failpoint,
  type Origin,
  PersonName,
  type Principal,
} from '#platform';
import { Throttles } from '../throttles/throttles.module.js';
import { holderOf, UserEntity } from '../users/users.module.js';
import { VerificationService } from './verification.service.js';

export class Profile {
  @PersonName({
    ...{ min: 2, message: 'Username must be at least 2 characters' },
    ...{ max: 50, tooLong: 'Username must be at most 50 characters' },
  })
  username: string;
  @EmailAddress() email: string;
}

@Injectable()
export class ProfileService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly outbox: Outbox,
    private readonly verification: VerificationService,
    private readonly throttles: Throttles,
  ) {}

  /**
   * Saves the name. Another address has to be asked for with the password, and is taken when the link that is mailed
   * there is opened, signed in to the account.
   * @throws AppError `password_required`, `email_taken`, `too_many_attempts`
   */
  async update(caller: Principal, { username, email }: Profile, origin: Origin): Promise<UserEntity> {
    await this.throttles.profileChange.take(String(caller.id), origin);
    const before = await this.users.findOneBy({ id: caller.id });
    const isOther = before !== null && email !== before.email;
    if (isOther) await this.assertMayAskFor(caller, email, origin);
    return this.outbox.transaction(async (manager) => {
      const user = await manager.findOne(UserEntity, {
        where: { id: caller.id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!user || user.disabledAt) throw new AppError('unauthenticated');
      const pendingEmail = isOther && email !== user.email ? email : user.pendingEmail;
      await manager.update(UserEntity, { id: user.id }, { username, pendingEmail });
      if (isOther && pendingEmail !== null) {
        const { id: userId, sessionId } = caller;
        await this.verification.request(manager, { userId, email, reason: 'change', sessionId });
      }
      failpoint('auth.profile.before-commit');
      return Object.assign(user, { username, pendingEmail });
    });
  }

  private async assertMayAskFor(caller: Principal, email: string, origin: Origin): Promise<void> {
    assertConfirmed(caller);
    // Each of them is a mail to somebody who may be a stranger.
    await this.throttles.addressChange.take(String(caller.id), origin);
    if (await this.users.existsBy(holderOf(email))) throw new AppError('email_taken');
  }
}
