import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { type Language, type PasswordResetFacts, resetRequested } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, HOUR_MS, inEvenTime, type Origin } from '#platform';
import { Throttles } from '../throttles/throttles.module.js';
import { endResetLinks, ResetLinks } from '../users/users.module.js';
import type { PasswordOwner } from './password-strength.js';
import type { PasswordReset } from './passwords.bodies.js';
import { PasswordsService } from './passwords.service.js';

const LIFETIME_MS = HOUR_MS;
/** Longer than looking for an account and writing a request down takes. */
const ANSWER_STEP_MS = 200;
/** Links of one account that work at the same time: whoever asks for more does not take away the owner's. */
const MAX_OPEN = 5;
const NOBODY = 0;
const KEY_CHARACTERS = 36;

/** A new password for who reads the account's mail. */
@Injectable()
export class ResetsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly passwords: PasswordsService,
    private readonly links: ResetLinks,
    private readonly throttles: Throttles,
    private readonly clock: Clock,
  ) {}

  /**
   * Has a link mailed. Earlier ones go on working, but for the oldest of too many. Whether there is such an account cannot
   * be told from outside.
   * @throws AppError `too_many_attempts`
   */
  async request(email: string, origin: Origin): Promise<void> {
    await this.throttles.resetRequest.take(email, origin);
    await inEvenTime(ANSWER_STEP_MS, () =>
      this.outbox.transaction((manager) => this.writeRequest(manager, email)),
    );
    failpoint('auth.reset-request.after-commit');
  }

  /**
   * Sets the password and ends all sessions. A link works once.
   * @throws AppError `link_invalid`, `weak_password`, `too_many_attempts`
   */
  async reset({ token, newPassword }: PasswordReset, origin: Origin): Promise<void> {
    const key = token.slice(0, KEY_CHARACTERS);
    await this.throttles.reset.take(key, origin);
    const resetId = this.links.idOf(token);
    const account = resetId === null ? null : await this.openReset(resetId);
    if (resetId === null || account === null) throw new AppError('link_invalid');
    // Whoever has a real link does not guess: a weak password may be followed by a better one.
    await this.throttles.reset.succeeded(key, origin);
    const passwordHash = await this.passwords.hashNew(newPassword, account);
    await this.outbox.transaction(async (manager) => {
      await manager.query('select 1 from users where id = $1 for update', [account.userId]);
      const [used] = await manager.query<[unknown[], number]>(
        `update password_resets set used_at = $2 where id = $1 and used_at is null and expires_at > $2 returning 1`,
        [resetId, this.clock.now()],
      );
      if (used.length === 0) throw new AppError('link_invalid');
      // Whoever opened the link reads the mail of the address.
      await manager.query(
        'update users set password_hash = $2, verified_at = coalesce(verified_at, $3) where id = $1',
        [account.userId, passwordHash, this.clock.now()],
      );
      await this.passwords.changed(manager, account.userId, null, origin);
      failpoint('auth.reset.before-commit');
    });
    failpoint('auth.reset.after-commit');
  }

  /** @throws AppError `not_found` */
  async facts(resetId: string): Promise<PasswordResetFacts> {
    const [row] = await this.dataSource.query<
      { username: string; email: string; language: Language; expiresAt: Date }[]
    >(
      `select u.username, u.email, u.language, r.expires_at as "expiresAt"
       from password_resets r join users u on u.id = r.user_id where r.id = $1`,
      [resetId],
    );
    if (!row) throw new AppError('not_found');
    const { username, email, language, expiresAt } = row;
    return { username, email, language, link: this.links.url(resetId), expiresAt: expiresAt.toISOString() };
  }

  /** The same statements for an address that nobody has, which then find and write nothing. */
  private async writeRequest(manager: EntityManager, email: string): Promise<void> {
    const [account] = await manager.query<{ id: number }[]>(
      'select id from users where email = $1 and disabled_at is null for update',
      [email],
    );
    const userId = account?.id ?? NOBODY;
    const [resetId, now] = [uuidv4(), this.clock.now()];
    await endResetLinks(manager, userId, now, MAX_OPEN - 1);
    await manager.query(
      `insert into password_resets (id, user_id, requested_at, expires_at)
       select $1, u.id, $3, $4 from users u where u.id = $2`,
      [resetId, userId, now, new Date(now.getTime() + LIFETIME_MS)],
    );
    if (account) await this.outbox.add(manager, resetRequested, { userId, resetId });
    failpoint('auth.reset-request.before-commit');
  }

  /** The account of a link that still works. */
  private async openReset(resetId: string): Promise<(PasswordOwner & { userId: number }) | null> {
    const [row] = await this.dataSource.query<(PasswordOwner & { userId: number })[]>(
      `select u.id as "userId", u.email, u.username, u.role from password_resets r join users u on u.id = r.user_id
       where r.id = $1 and r.used_at is null and r.expires_at > $2 and u.disabled_at is null`,
      [resetId, this.clock.now()],
    );
    return row ?? null;
  }
}
