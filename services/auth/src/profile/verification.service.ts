import { Injectable } from '@nestjs/common';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  IsNull,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
} from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import {
  type AddressVerificationFacts,
  addressConfirmed,
  type Language,
  verificationRequested,
} from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, DAY_MS, failpoint, type Origin, type Principal } from '#platform';
import { SessionsService } from '../sessions/sessions.module.js';
import { Throttles } from '../throttles/throttles.module.js';
import { AccountChanges, asEmailTaken, UserEntity, VerificationLinks } from '../users/users.module.js';

const LIFETIME_MS = 3 * DAY_MS;
const KEY_CHARACTERS = 36;

/** `signup`: told of together with the new account. `change`: the address takes the place of another one. */
type Reason = 'signup' | 'asked' | 'change';

/** A link that shows that an address belongs to who has the account. */
@Entity('address_verifications')
export class AddressVerificationEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('int') userId: number;
  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id' })
  user: UserEntity;
  @Column('text') email: string;
  @Column('text') reason: Reason;
  /** Who asked for another address, with the password, stays logged in when it is verified. */
  @Column('uuid', { nullable: true }) sessionId: string | null;
  @Column('timestamptz') requestedAt: Date;
  @Column('timestamptz') expiresAt: Date;
  /** Since when the link no longer works: used, or overtaken by another change. */
  @Column('timestamptz', { nullable: true }) usedAt: Date | null;
}

interface Wanted {
  userId: number;
  email: string;
  reason: Reason;
  /** The session that asked for another address. */
  sessionId?: string | null;
}

/**
 * Shows that an address belongs to who has the account: whoever opens the link that was mailed there, signed in to the
 * account. The mailbox alone does not: somebody else may have made the account with the address of a person who then
 * presses the button.
 */
@Injectable()
export class VerificationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly links: VerificationLinks,
    private readonly sessions: SessionsService,
    private readonly changes: AccountChanges,
    private readonly throttles: Throttles,
    private readonly clock: Clock,
  ) {}

  /** Writes down that a link goes to an address, and has it mailed; that of a new account goes with its own mail. */
  async request(manager: EntityManager, { userId, email, reason, sessionId = null }: Wanted): Promise<void> {
    const [verificationId, now] = [uuidv4(), this.clock.now()];
    await manager.insert(AddressVerificationEntity, {
      ...{ id: verificationId, userId, email, reason, sessionId, requestedAt: now },
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    });
    if (reason !== 'signup')
      await this.outbox.add(manager, verificationRequested, { userId, verificationId });
  }

  /** Mails another link: to the address that is wanted, or else to the account's. @throws AppError `too_many_attempts` */
  async resend({ id }: Principal, origin: Origin): Promise<void> {
    await this.throttles.verificationMail.take(String(id), origin);
    await this.outbox.transaction(async (manager) => {
      const user = await lock(manager, id);
      if (!user || user.disabledAt) throw new AppError('unauthenticated');
      const { email, pendingEmail, verifiedAt } = user;
      if (pendingEmail !== null) {
        const wanted = { userId: id, email: pendingEmail, reason: 'change' as const };
        await this.request(manager, { ...wanted, sessionId: await sessionThatAsked(manager, wanted) });
      } else if (verifiedAt === null) await this.request(manager, { userId: id, email, reason: 'asked' });
      failpoint('auth.verification-request.before-commit');
    });
    failpoint('auth.verification-request.after-commit');
  }

  /** The address that was asked for is wanted no more, say because it was mistyped: whoever reads it gets nothing. */
  async withdraw({ id }: Principal): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const user = await lock(manager, id);
      if (!user || user.disabledAt) throw new AppError('unauthenticated');
      const open = { userId: id, reason: 'change' as const, usedAt: IsNull() };
      await manager.update(AddressVerificationEntity, open, { usedAt: this.clock.now() });
      await manager.update(UserEntity, { id }, { pendingEmail: null });
    });
  }

  /**
   * Takes the address of a link for its account's, and answers it. Opened again, the link says the same. A changed
   * address ends the sessions that neither asked for it nor confirmed it.
   * @throws AppError `link_invalid`, `sign_in_to_confirm`, `email_taken`, `too_many_attempts`
   */
  async verify(token: string, caller: Principal, origin: Origin): Promise<string> {
    const key = token.slice(0, KEY_CHARACTERS);
    await this.throttles.verification.take(key, origin);
    const id = this.links.idOf(token);
    const userId = id === null ? null : await this.ownerOf(id);
    if (id === null || userId === null) throw new AppError('link_invalid');
    await this.throttles.verification.succeeded(key, origin);
    const email = await this.outbox.transaction(async (manager) => {
      const user = await lock(manager, userId);
      if (!user || user.disabledAt) throw new AppError('link_invalid');
      const verified = await this.take(manager, user, id, { caller, origin });
      failpoint('auth.verification.before-commit');
      return verified;
    });
    failpoint('auth.verification.after-commit');
    return email;
  }

  /** @throws AppError `link_invalid` for one that would open nothing any more */
  async facts(verificationId: string): Promise<AddressVerificationFacts> {
    const row = await this.dataSource
      .createQueryBuilder(AddressVerificationEntity, 'verification')
      .innerJoinAndSelect('verification.user', 'user')
      .where('verification.id = :verificationId', { verificationId })
      .getOne();
    if (!row) throw new AppError('not_found');
    if (row.usedAt !== null) throw new AppError('link_invalid');
    const { email, expiresAt, user } = row;
    const { language } = user;
    const link = this.links.url(verificationId);
    return { email, isOwn: email === user.email, link, expiresAt: expiresAt.toISOString(), language };
  }

  /** Of the link that goes with the mail about a new account. @throws AppError `not_found` */
  async factsOfNew(userId: number): Promise<AddressVerificationFacts> {
    const row = await this.dataSource
      .createQueryBuilder(UserEntity, 'u')
      .leftJoin(
        AddressVerificationEntity,
        'v',
        `v.userId = u.id and v.reason = 'signup' and v.email = u.email and v.usedAt is null`,
      )
      .select(['u.email as email', 'u.language as language', 'v.id as id', 'v.expiresAt as "expiresAt"'])
      .where('u.id = :userId', { userId })
      .getRawOne<{ email: string; id: string | null; expiresAt: Date | null; language: Language }>();
    if (!row) throw new AppError('not_found');
    const { email, id, expiresAt, language } = row;
    return {
      email,
      language,
      isOwn: true,
      link: id === null ? null : this.links.url(id),
      expiresAt: expiresAt?.toISOString() ?? null,
    };
  }

  private async take(
    manager: EntityManager,
    user: UserEntity,
    id: string,
    { caller, origin }: { caller: Principal; origin: Origin },
  ): Promise<string> {
    const now = this.clock.now();
    const row = await manager.findOneBy(AddressVerificationEntity, { id });
    if (!row) throw new AppError('link_invalid');
    const { email, sessionId } = row;
    const isOpen = row.usedAt === null && row.expiresAt > now;
    if (email === user.email && user.verifiedAt !== null) return email;
    if (!isOpen || (email !== user.email && email !== user.pendingEmail)) throw new AppError('link_invalid');
    if (caller.id !== user.id) throw new AppError('sign_in_to_confirm');
    const open = { userId: user.id, email, usedAt: IsNull() };
    await manager.update(AddressVerificationEntity, open, { usedAt: now });
    if (user.verifiedAt === null)
      await this.outbox.add(manager, addressConfirmed, { userId: user.id, confirmedAt: now.toISOString() });
    if (email === user.email) {
      await manager.update(UserEntity, { id: user.id }, { verifiedAt: now });
      return email;
    }
    await manager
      .update(UserEntity, { id: user.id }, { email, pendingEmail: null, verifiedAt: now })
      .catch((error: unknown) => {
        throw asEmailTaken(error);
      });
    await this.sessions.revokeAll(manager, user.id, [sessionId, caller.sessionId]);
    const { id: userId, email: oldEmail, verifiedAt: oldVerifiedAt } = user;
    await this.changes.record(manager, { userId, kind: 'email', oldEmail, oldVerifiedAt, origin });
    return email;
  }

  private async ownerOf(verificationId: string): Promise<number | null> {
    const row = await this.dataSource.manager.findOneBy(AddressVerificationEntity, { id: verificationId });
    return row?.userId ?? null;
  }
}

const lock = (manager: EntityManager, id: number): Promise<UserEntity | null> =>
  manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });

/** Having the link mailed again needs no password, so whoever does that keeps no session by it. */
async function sessionThatAsked(
  manager: EntityManager,
  wanted: { userId: number; email: string; reason: 'change' },
): Promise<string | null> {
  const row = await manager.findOne(AddressVerificationEntity, {
    where: { ...wanted, usedAt: IsNull() },
    order: { requestedAt: 'DESC' },
  });
  return row?.sessionId ?? null;
}
