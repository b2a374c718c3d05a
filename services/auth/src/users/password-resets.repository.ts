import { Injectable } from '@nestjs/common';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
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

  /** How many links an account was mailed after this moment. */
  countSince(manager: EntityManager, userId: number, since: Date): Promise<number> {
    return manager.countBy(PasswordResetEntity, { userId, requestedAt: MoreThan(since) });
  }

  /**
   * Writes a link down. In SQL because it inserts from a select: for an account that does not exist the same statement
   * writes nothing.
   */
  async add(
    manager: EntityManager,
    { id, userId, requestedAt, expiresAt }: Omit<PasswordResetEntity, 'user' | 'usedAt'>,
  ): Promise<void> {
    await manager.query(
      `insert into password_resets (id, user_id, requested_at, expires_at)
       select $1, u.id, $3, $4 from users u where u.id = $2`,
      [id, userId, requestedAt, expiresAt],
    );
  }

  /**
   * Links that were mailed to an account until now no longer work, but for the newest few. In SQL because TypeORM's
   * update has no order and no offset.
   */
  async end(manager: EntityManager, userId: number, at: Date, keptOpen = 0): Promise<void> {
    await manager.query(
      `update password_resets set used_at = $2 where id in (
         select id from password_resets where user_id = $1 and used_at is null and expires_at > $2
         order by requested_at desc, id offset $3)`,
      [userId, at, keptOpen],
    );
  }
}
