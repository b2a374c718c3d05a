import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { Outbox } from '#outbox';
import { AppError, failpoint, type Origin, type Principal } from '#platform';
import { SessionsService } from '../sessions/sessions.module.js';
import { Throttles } from '../throttles/throttles.module.js';
import { AccountChanges, UserEntity } from '../users/users.module.js';
import { type HashQueue, PasswordHasher } from './password-hasher.js';
import { assertStrong, type PasswordOwner } from './password-strength.js';
import type { PasswordChange } from './passwords.bodies.js';

/** An account whose password was found to be right. */
type CheckedOwner = PasswordOwner & { id: number; passwordHash: string };

/** Choosing another password with the old one; `ResetsService` is for who has a mailed link instead. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly changes: AccountChanges,
    private readonly throttles: Throttles,
  ) {}

  /**
   * Ends all other sessions of the account, and answers the account as it is then.
   * @throws AppError `wrong_password`, `weak_password`, `too_many_attempts`
   */
  async change(
    userId: number,
    keptSid: string | null,
    { currentPassword, newPassword }: PasswordChange,
    origin: Origin,
  ): Promise<CheckedOwner> {
    const account = await this.checkAgain(userId, currentPassword, origin);
    const throttle = this.throttles.newPassword;
    // Each of them is a mail, which goes to a stranger as long as nobody has confirmed the address.
    await throttle.take(String(userId), origin);
    const passwordHash = await this.replace(account, keptSid, newPassword, origin).catch(
      async (error: unknown) => {
        await throttle.giveBack(String(userId), origin);
        throw error;
      },
    );
    failpoint('auth.password.after-commit');
    return { ...account, passwordHash };
  }

  /**
   * Marks a session as one in which the password was given a moment ago.
   * @throws AppError `wrong_password`, `too_many_attempts`
   */
  async confirm({ id, sessionId }: Principal, password: string, origin: Origin): Promise<void> {
    await this.checkAgain(id, password, origin);
    if (sessionId !== null) await this.sessions.confirm(sessionId);
  }

  /** The hash of a password that somebody chose. @throws AppError `weak_password` */
  async hashNew(newPassword: string, owner: PasswordOwner, queue: HashQueue = 'accounts'): Promise<string> {
    assertStrong(newPassword, owner);
    return this.hasher.hash(newPassword, queue);
  }

  /** What follows a new password: other sessions and mailed links end, the owner is told. */
  async changed(
    manager: EntityManager,
    userId: number,
    keptSid: string | null,
    origin: Origin,
  ): Promise<void> {
    await this.sessions.revokeAll(manager, userId, [keptSid]);
    // Whoever knew the old one may have asked for another address.
    await manager.update(UserEntity, { id: userId }, { pendingEmail: null });
    await this.changes.record(manager, { userId, kind: 'password', origin });
  }

  /** Answers the hash of the new password. */
  private async replace(
    { id, passwordHash, ...owner }: CheckedOwner,
    keptSid: string | null,
    newPassword: string,
    origin: Origin,
  ): Promise<string> {
    const newHash = await this.hashNew(newPassword, owner);
    await this.outbox.transaction(async (manager) => {
      const unchanged = { id, passwordHash, disabledAt: IsNull() };
      const { affected } = await manager.update(UserEntity, unchanged, { passwordHash: newHash });
      // Somebody else was faster: what was the current password is not any more.
      if (affected === 0) throw new AppError('wrong_password');
      await this.changed(manager, id, keptSid, origin);
      failpoint('auth.password.before-commit');
    });
    return newHash;
  }

  /** The account of who is logged in and gives the password once more; wrong ones are counted. */
  private async checkAgain(userId: number, password: string, origin: Origin): Promise<CheckedOwner> {
    const throttle = this.throttles.passwordChange;
    await throttle.take(String(userId), origin);
    const account = await this.checked(userId, password).catch(async (error: unknown) => {
      await throttle.giveBack(String(userId), origin);
      throw error;
    });
    if (!account) throw new AppError('wrong_password');
    await throttle.succeeded(String(userId), origin);
    return account;
  }

  private async checked(userId: number, password: string): Promise<CheckedOwner | null> {
    const account = await this.dataSource.manager.findOne(UserEntity, {
      select: { id: true, email: true, username: true, role: true, passwordHash: true },
      where: { id: userId },
    });
    const isRight = await this.hasher.verify(account?.passwordHash ?? null, password);
    return account && isRight ? account : null;
  }
}
