import { Injectable } from '@nestjs/common';
import { Outbox } from '#outbox';
import { AppError, failpoint, type Origin, type Principal } from '#platform';
import { asEmailTaken } from '../accounts/email-taken.js';
import { UserEntity } from '../accounts/user.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Throttles } from '../throttling/throttles.js';
import { AccountChanges } from './account-changes.js';
import type { Profile } from './profile.bodies.js';

/** How long after a login the address may be changed. */
const RECENT_LOGIN_MS = 15 * 60 * 1000;

@Injectable()
export class ProfileService {
  constructor(
    private readonly outbox: Outbox,
    private readonly sessions: SessionsService,
    private readonly changes: AccountChanges,
    private readonly throttles: Throttles,
  ) {}

  /**
   * Saves name and address. Another address needs a login of the last 15 minutes, and the old one is told.
   * @throws AppError `recent_login_required`, `email_taken`, `too_many_attempts`
   */
  async update(caller: Principal, { username, email }: Profile, origin: Origin): Promise<UserEntity> {
    await this.throttles.profileChange.take(String(caller.id), origin);
    const sessionAgeMs = await this.sessions.ageMs(caller.sessionId);
    return this.outbox.transaction(async (manager) => {
      const user = await manager.findOne(UserEntity, {
        where: { id: caller.id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!user || user.disabledAt) throw new AppError('unauthenticated');
      const oldEmail = user.email;
      if (email !== oldEmail && sessionAgeMs > RECENT_LOGIN_MS) throw new AppError('recent_login_required');
      await manager.update(UserEntity, { id: user.id }, { username, email }).catch((error: unknown) => {
        throw asEmailTaken(error);
      });
      if (email !== oldEmail) {
        await this.changes.record(manager, { userId: user.id, kind: 'email', oldEmail, origin });
      }
      failpoint('auth.profile.before-commit');
      return Object.assign(user, { username, email });
    });
  }
}
