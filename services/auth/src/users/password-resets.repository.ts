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
  PrimaryColumn,
} from 'typeorm';
import { UserEntity } from './user.entity.js';

/** A mailed link for a new password. */
@Entity('password_resets')
export class PasswordResetEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('int') userId: number;
  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id' })
  user: UserEntity;
  @Column('timestamptz') requestedAt: Date;
  /** From a device or an address on which the account's password was given, or by anybody. */
  @Column('boolean', { default: false }) isKnown: boolean;
  @Column('timestamptz') expiresAt: Date;
  /** Since when the link no longer works: used, replaced by a newer one, or overtaken by another change. */
  @Column('timestamptz', { nullable: true }) usedAt: Date | null;
}

@Injectable()
export class PasswordResetsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A link with its account. */
  find(id: string): Promise<PasswordResetEntity | null> {
    return this.dataSource
      .createQueryBuilder(PasswordResetEntity, 'reset')
      .innerJoinAndSelect('reset.user', 'user')
      .where('reset.id = :id', { id })
      .getOne();
  }

  /** How many links an account was mailed after this moment, of those that were asked for by the same. */
  countSince(manager: EntityManager, userId: number, isKnown: boolean, since: Date): Promise<number> {
    return manager.countBy(PasswordResetEntity, { userId, isKnown, requestedAt: MoreThan(since) });
  }

  /**
   * Writes a link down. In SQL because it inserts from a select: for an account that does not exist the same statement
   * writes nothing.
   */
  async add(
    manager: EntityManager,
    { id, userId, isKnown, requestedAt, expiresAt }: Omit<PasswordResetEntity, 'user' | 'usedAt'>,
  ): Promise<void> {
    await manager.query(
      `insert into password_resets (id, user_id, is_known, requested_at, expires_at)
       select $1, u.id, $3, $4, $5 from users u where u.id = $2`,
      [id, userId, isKnown, requestedAt, expiresAt],
    );
  }

  /** Links that were mailed to an account until now no longer work. */
  async end(manager: EntityManager, userId: number, at: Date): Promise<void> {
    const open = { userId, usedAt: IsNull(), expiresAt: MoreThan(at) };
    await manager.update(PasswordResetEntity, open, { usedAt: at });
  }

  /**
   * Of an account's links that were asked for by the same, only the newest few go on working. In SQL because TypeORM's
   * update has no order and no offset.
   */
  async endOldest(
    manager: EntityManager,
    { userId, isKnown }: Pick<PasswordResetEntity, 'userId' | 'isKnown'>,
    at: Date,
    keptOpen: number,
  ): Promise<void> {
    await manager.query(
      `update password_resets set used_at = $3 where id in (
         select id from password_resets
         where user_id = $1 and is_known = $2 and used_at is null and expires_at > $3
         order by requested_at desc, id offset $4)`,
      [userId, isKnown, at, keptOpen],
    );
  }
}
