import { Injectable } from '@nestjs/common';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  IsNull,
  JoinColumn,
  ManyToOne,
  MoreThan,
  Not,
  PrimaryColumn,
} from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { type AccountChange, type AccountChangeFacts, accountChanged } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, type Origin } from '#platform';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { UserEntity } from './user.entity.js';

@Entity('account_changes')
export class AccountChangeEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('int') userId: number;
  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id' })
  user: UserEntity;
  @Column('text') kind: AccountChange;
  /** Right after the change; null in rows of before it was kept. */
  @Column('text', { nullable: true }) email: string | null;
  /** The one before, where the address changed. */
  @Column('text', { nullable: true }) oldEmail: string | null;
  /** Since when that one was known to be the owner's; null where it never was, and in rows of before it was kept. */
  @Column('timestamptz', { nullable: true }) oldVerifiedAt: Date | null;
  /** From where it was changed. */
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { nullable: true }) device: string | null;
  @Column('timestamptz') at: Date;
}

interface Change {
  userId: number;
  kind: AccountChange;
  /** The owner reads it; where an administrator was is not their business. */
  origin: Origin;
  /** The address before, for `email`. */
  oldEmail?: string;
  /** Since when that one was known to be the owner's. */
  oldVerifiedAt?: Date | null;
}

/** What changed on accounts, from where: kept here, while the event carries only ids. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly resets: PasswordResetsRepository,
    private readonly clock: Clock,
  ) {}

  /** Writes the change down, tells of it, and ends links that were mailed before it. */
  async record(manager: EntityManager, change: Change): Promise<void> {
    const { userId, kind, origin, oldEmail = null, oldVerifiedAt = null } = change;
    const [changeId, now] = [uuidv4(), this.clock.now()];
    await this.resets.end(manager, userId, now);
    const { address, device } = origin;
    await manager
      .createQueryBuilder()
      .insert()
      .into(AccountChangeEntity)
      .values({
        ...{ id: changeId, userId, kind, oldEmail, oldVerifiedAt, address, device, at: now },
        email: () => '(select email from users where id = :userId)',
      })
      .setParameter('userId', userId)
      .execute();
    await this.outbox.add(manager, accountChanged, { userId, changeId, kind });
  }

  /**
   * Where the account is reached now that had this address confirmed at that moment, if that is another one. Whoever
   * confirms an address later, say because a mail server gave it to somebody else, is not meant.
   */
  async presentAddress(email: string, at: Date): Promise<string | null> {
    const row = await this.dataSource
      .createQueryBuilder(AccountChangeEntity, 'change')
      .innerJoinAndSelect('change.user', 'user')
      .where('change.oldEmail = :email and change.oldVerifiedAt <= :at and change.at > :at', { email, at })
      .andWhere('user.verifiedAt is not null and user.disabledAt is null')
      .getOne();
    return row?.user.email ?? null;
  }

  /**
   * The account that had this address confirmed at that moment, or else the first that confirmed it afterwards. One that
   * has let go of it, or is shut, still is the one: whoever gets the address later is somebody else.
   */
  async addressHolder(email: string, at: Date): Promise<number | null> {
    // First who has it: whoever lets go of it after this look is among the changes of the next.
    const present = await this.dataSource.manager.findOneBy(UserEntity, { email, verifiedAt: Not(IsNull()) });
    const earlier = await this.dataSource.manager.findOne(AccountChangeEntity, {
      where: { oldEmail: email, oldVerifiedAt: Not(IsNull()), at: MoreThan(at) },
      order: { at: 'ASC' },
    });
    return earlier?.userId ?? present?.id ?? null;
  }

  /** @throws AppError `not_found` */
  async facts(changeId: string): Promise<AccountChangeFacts> {
    const row = await this.dataSource
      .createQueryBuilder(AccountChangeEntity, 'change')
      .innerJoinAndSelect('change.user', 'user')
      .where('change.id = :changeId', { changeId })
      .getOne();
    if (!row) throw new AppError('not_found');
    const { userId, kind, email, oldEmail, oldVerifiedAt, address, device, at } = row;
    const { username, language, email: currentEmail } = row.user;
    return {
      ...{ userId, username, language, email: email ?? currentEmail, oldEmail },
      ...{ isOldEmailConfirmed: oldVerifiedAt !== null, kind, address, device, at: at.toISOString() },
    };
  }
}
