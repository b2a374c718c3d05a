import { Injectable } from '@nestjs/common';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  type FindOptionsWhere,
  IsNull,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
} from 'typeorm';
import type { SessionState } from '#contracts';
import { UserEntity } from '../users/users.module.js';

/** An account that is logged in on a device. Times are the machine's, but for `createdAt`. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('int') userId: number;
  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id' })
  user: UserEntity;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  /** To the minute; null in rows of before it was kept. */
  @Column('timestamptz', { nullable: true }) lastSeenAt: Date | null;
  /** When the password was given in it once more. */
  @Column('timestamptz', { nullable: true }) confirmedAt: Date | null;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz', { nullable: true }) revokedAt: Date | null;
  @Column('text', { nullable: true }) userAgent: string | null;
}

/** By the machine's clock, as the token. An administrator who makes no call for half an hour has gone. */
const STILL_COUNTS = `s.revoked_at is null and s.expires_at > now() and u.disabled_at is null
  and (u.role <> 'admin' or coalesce(s.last_seen_at, s.created_at) > now() - interval '30 minutes')`;

type ActiveSession = Extract<SessionState, { isActive: true }>;

interface NewSession {
  id: string;
  createdAt: Date;
  hours: number;
  device: string | null;
}

@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Answers whether the session was written: not when the account was disabled or has another password by now. In SQL
   * because one statement has to check, lock and insert: the lock lets whoever ends all sessions of the account either
   * see this one or be seen.
   */
  async open(
    { id, createdAt, hours, device }: NewSession,
    account: Pick<UserEntity, 'id' | 'passwordHash'>,
  ): Promise<boolean> {
    const opened = await this.dataSource.query<unknown[]>(
      `insert into sessions (id, user_id, created_at, last_seen_at, expires_at, user_agent)
       select $1, u.id, $2, now(), now() + make_interval(hours => $3), $4 from users u
       where u.id = $5 and u.password_hash = $6 and u.disabled_at is null for share
       returning 1`,
      [id, createdAt, hours, device, account.id, account.passwordHash],
    );
    return opened.length > 0;
  }

  /** Of a session that still counts. In SQL because it is asked for all day long and every time is the database's. */
  async active(id: string): Promise<Omit<ActiveSession, 'isActive'> | null> {
    const [row] = await this.dataSource.query<Omit<ActiveSession, 'isActive'>[]>(
      `select u.id as "userId", u.role,
         coalesce(s.confirmed_at > now() - interval '5 minutes', false) as "isConfirmed"
       from sessions s join users u on u.id = s.user_id where s.id = $1 and ${STILL_COUNTS}`,
      [id],
    );
    return row ?? null;
  }

  /** Sessions of an account that still count, the newest first. */
  list(userId: number): Promise<SessionEntity[]> {
    return this.dataSource
      .createQueryBuilder(SessionEntity, 's')
      .innerJoin('s.user', 'u')
      .where(`u.id = :userId and ${STILL_COUNTS}`, { userId })
      .orderBy('s.createdAt', 'DESC')
      .addOrderBy('s.id')
      .getMany();
  }

  /** It was used just now; kept to the minute. */
  async touch(id: string): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .update(SessionEntity)
      .set({ lastSeenAt: () => 'now()' })
      .where({ id })
      .andWhere(`(last_seen_at is null or last_seen_at < now() - interval '1 minute')`)
      .execute();
  }

  /** The password was given in it just now. */
  async confirm(id: string): Promise<void> {
    await this.dataSource.manager.update(SessionEntity, { id }, { confirmedAt: () => 'now()' });
  }

  /** Ends those that had not ended before, and answers them. */
  async end(
    manager: EntityManager,
    which: FindOptionsWhere<SessionEntity>,
  ): Promise<{ id: string; user_id: number }[]> {
    const { raw } = await manager.update(
      SessionEntity,
      { ...which, revokedAt: IsNull() },
      { revokedAt: () => 'now()' },
      { returning: ['id', 'userId'] },
    );
    return raw as { id: string; user_id: number }[];
  }
}
