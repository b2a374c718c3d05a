import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, MoreThan, Repository } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { addressConfirmed, type PasswordResetFacts, resetRequested } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, DAY_MS, failpoint, HOUR_MS, inEvenTime, type Origin } from '#platform';
import { AuthConfig } from '../config.js';
import { type DeviceRequest, KnownDevices } from '../sessions/sessions.module.js';
import { Throttles } from '../throttles/throttles.module.js';
import {
  PasswordResetEntity,
  PasswordResetsRepository,
  ResetLinks,
  UserEntity,
} from '../users/users.module.js';
import type { PasswordReset } from './passwords.bodies.js';
import { PasswordsService } from './passwords.service.js';

const LIFETIME_MS = HOUR_MS;
/** Longer than looking for an account and writing a request down takes. */
const ANSWER_STEP_MS = 200;
/** Links of one account that work at the same time, of those that strangers or that known devices asked for. */
const MAX_OPEN = 5;
const NOBODY = 0;
const KEY_CHARACTERS = 36;

/** A new password for who reads the account's mail. */
@Injectable()
export class ResetsService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly resets: PasswordResetsRepository,
    private readonly outbox: Outbox,
    private readonly passwords: PasswordsService,
    private readonly links: ResetLinks,
    private readonly throttles: Throttles,
    private readonly devices: KnownDevices,
    private readonly clock: Clock,
    private readonly config: AuthConfig,
  ) {}

  /**
   * Has a link mailed, so many times a day at most, or anybody could fill a mailbox. Earlier ones go on working, but for the
   * oldest of too many. What a device or an address asks for that is known for the account is counted by itself, so that
   * strangers can use up nothing of the owner's. Neither whether there is such an account nor whether it has had enough can
   * be told from outside.
   * @throws AppError `too_many_attempts`
   */
  async request(email: string, { origin, cookies }: DeviceRequest): Promise<void> {
    await inEvenTime(ANSWER_STEP_MS, async () => {
      const isKnown = await this.isKnown(email, { origin, cookies });
      const { resetRequest, knownResetRequest } = this.throttles;
      await (isKnown ? knownResetRequest : resetRequest).take(email, origin);
      await this.outbox.transaction((manager) => this.writeRequest(manager, email, isKnown));
    });
    failpoint('auth.reset-request.after-commit');
  }

  /**
   * Sets the password, ends all sessions, and answers the account with the hash of the new one. A link works once.
   * @throws AppError `link_invalid`, `weak_password`, `too_many_attempts`
   */
  async reset({ token, newPassword }: PasswordReset, origin: Origin): Promise<UserEntity> {
    const key = token.slice(0, KEY_CHARACTERS);
    await this.throttles.reset.take(key, origin);
    const resetId = this.links.idOf(token);
    const account = resetId === null ? null : await this.ownerOf(resetId);
    if (resetId === null || account === null) throw new AppError('link_invalid');
    // Whoever has a real link does not guess: a weak password may be followed by a better one.
    await this.throttles.reset.succeeded(key, origin);
    const passwordHash = await this.passwords.hashNew(newPassword, account);
    await this.outbox.transaction(async (manager) => {
      const { id, verifiedAt } = await manager.findOneOrFail(UserEntity, {
        where: { id: account.id },
        lock: { mode: 'pessimistic_write' },
      });
      const now = this.clock.now();
      const open = { id: resetId, usedAt: IsNull(), expiresAt: MoreThan(now) };
      const { affected } = await manager.update(PasswordResetEntity, open, { usedAt: now });
      if (affected === 0) throw new AppError('link_invalid');
      // Whoever opened the link reads the mail of the address.
      await manager.update(UserEntity, { id }, { passwordHash, ...(verifiedAt ? {} : { verifiedAt: now }) });
      if (verifiedAt === null)
        await this.outbox.add(manager, addressConfirmed, { userId: id, confirmedAt: now.toISOString() });
      await this.passwords.changed(manager, account.id, null, origin);
      failpoint('auth.reset.before-commit');
    });
    failpoint('auth.reset.after-commit');
    return { ...account, passwordHash };
  }

  /** @throws AppError `not_found`; `link_invalid` for one that was used, replaced or overtaken, or whose account is disabled */
  async facts(resetId: string): Promise<PasswordResetFacts> {
    const reset = await this.resets.find(resetId);
    if (!reset) throw new AppError('not_found');
    const { expiresAt, user } = reset;
    if (reset.usedAt !== null || user.disabledAt !== null) throw new AppError('link_invalid');
    const { username, email, language } = user;
    return { username, email, language, link: this.links.url(resetId), expiresAt: expiresAt.toISOString() };
  }

  /** Whether the account's present password was given on this device or at this address. */
  private async isKnown(email: string, { origin, cookies }: DeviceRequest): Promise<boolean> {
    const account = await this.users.findOne({
      select: { id: true, role: true, passwordHash: true },
      where: { email, disabledAt: IsNull() },
    });
    if (account === null) return false;
    if (this.devices.nonce(account, cookies) !== null) return true;
    const { role, passwordHash } = account;
    return this.throttles.login[role].isKnown({ email, origin, passwordHash });
  }

  /**
   * The same statements for an address that nobody has, and for an account that has had its links of a day: they find and
   * write nothing then.
   */
  private async writeRequest(manager: EntityManager, email: string, isKnown: boolean): Promise<void> {
    const account = await manager.findOne(UserEntity, {
      select: { id: true },
      where: { email, disabledAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    const [resetId, now] = [uuidv4(), this.clock.now()];
    const since = new Date(now.getTime() - DAY_MS);
    const today = await this.resets.countSince(manager, account?.id ?? NOBODY, isKnown, since);
    const isMailed = account !== null && today < this.config.resetMailsPerAccountAndDay;
    const userId = isMailed ? account.id : NOBODY;
    await this.resets.endOldest(manager, { userId, isKnown }, now, MAX_OPEN - 1);
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    await this.resets.add(manager, { id: resetId, userId, isKnown, requestedAt: now, expiresAt });
    if (isMailed) await this.outbox.add(manager, resetRequested, { userId, resetId });
    failpoint('auth.reset-request.before-commit');
  }

  /** The account of a link that still works. */
  private async ownerOf(resetId: string): Promise<UserEntity | null> {
    const reset = await this.resets.find(resetId);
    if (!reset || reset.usedAt || reset.expiresAt <= this.clock.now() || reset.user.disabledAt) return null;
    return reset.user;
  }
}
