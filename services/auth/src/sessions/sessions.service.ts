import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { createSigner } from 'fast-jwt';
import { DataSource, type EntityManager } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { SESSION_ISSUER, type SessionClaims, type SessionState, sessionsEnded } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock } from '#platform';
import { AuthConfig } from '../config.js';
import type { UserEntity } from '../users/users.module.js';

/** A place where an account is logged in. */
export class OwnSession {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'To the minute' }) lastSeenAt: string;
  @ApiProperty({ type: String, nullable: true, description: 'What the browser calls itself' })
  device: string | null;
  @ApiProperty({ description: 'The one that asks' }) isCurrent: boolean;
}

/** An account as it was when its password was found to be right. */
export type CheckedAccount = Pick<UserEntity, 'id' | 'role' | 'passwordHash'>;

/** By the machine's clock, as the token. An administrator who makes no call for half an hour has gone. */
const STILL_COUNTS = `s.revoked_at is null and s.expires_at > now() and u.disabled_at is null
  and (u.role <> 'admin' or coalesce(s.last_seen_at, s.created_at) > now() - interval '30 minutes')`;

type ActiveSession = Extract<SessionState, { isActive: true }>;

type SessionRow = Omit<OwnSession, 'createdAt' | 'lastSeenAt' | 'isCurrent'> & {
  createdAt: Date;
  lastSeenAt: Date;
};

/** A session is a row; the token only names it, so that it can end before it expires. */
@Injectable()
export class SessionsService {
  private readonly sign: (claims: SessionClaims) => string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {
    this.sign = createSigner({
      key: config.sessionTokenSecret,
      algorithm: 'HS256',
      iss: SESSION_ISSUER,
      expiresIn: config.sessionHours * 3600 * 1000,
    });
  }

  /**
   * Begins a session and answers its token; null when the account was disabled or got another password since the
   * login was checked. The row ends together with the token, by the machine's clock.
   */
  async open({ id, role, passwordHash }: CheckedAccount, device: string | null): Promise<string | null> {
    const sid = uuidv4();
    // The lock lets whoever ends all sessions of the account either see this one or be seen.
    const opened = await this.dataSource.query<unknown[]>(
      `insert into sessions (id, user_id, created_at, last_seen_at, expires_at, user_agent)
       select $1, u.id, $2, now(), now() + make_interval(hours => $3), $4 from users u
       where u.id = $5 and u.password_hash = $6 and u.disabled_at is null for share
       returning 1`,
      [sid, this.clock.now(), this.config.sessionHours, device, id, passwordHash],
    );
    return opened.length === 0 ? null : this.sign({ sid, sub: String(id), role });
  }

  async revoke(sid: string): Promise<void> {
    await this.outbox.transaction((manager) => this.endThose(manager, 'id = $1', [sid]));
  }

  /** Sessions of an account that still count, the newest first. */
  async list(userId: number, currentSid: string | null): Promise<OwnSession[]> {
    const rows = await this.dataSource.query<SessionRow[]>(
      `select s.id, s.created_at as "createdAt", coalesce(s.last_seen_at, s.created_at) as "lastSeenAt",
         s.user_agent as device
       from sessions s join users u on u.id = s.user_id where u.id = $1 and ${STILL_COUNTS}
       order by s.created_at desc, s.id`,
      [userId],
    );
    return rows.map(({ id, createdAt, lastSeenAt, device }) => ({
      id,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      device,
      isCurrent: id === currentSid,
    }));
  }

  /** Ends one session of an account. @throws AppError `not_found` when it has none like that */
  async end(userId: number, sid: string): Promise<void> {
    const ended = await this.outbox.transaction((manager) =>
      this.endThose(manager, 'id = $1 and user_id = $2', [sid, userId]),
    );
    if (ended === 0) throw new AppError('not_found');
  }

  /** Ends every session of an account except the one that is kept. */
  endOthers(userId: number, keptSid: string | null): Promise<void> {
    return this.outbox.transaction((manager) => this.revokeAll(manager, userId, keptSid));
  }

  /** Ends every session of an account in the caller's transaction, except the one that is kept. */
  async revokeAll(manager: EntityManager, userId: number, keptSid: string | null): Promise<void> {
    await this.endThose(manager, 'user_id = $1 and ($2::uuid is null or id <> $2)', [userId, keptSid]);
  }

  /** Ends sessions of one account and tells of those that had not ended before; answers how many. */
  private async endThose(manager: EntityManager, which: string, values: unknown[]): Promise<number> {
    const [ended] = await manager.query<[{ id: string; userId: number }[], number]>(
      `update sessions set revoked_at = now() where revoked_at is null and ${which}
       returning id, user_id as "userId"`,
      values,
    );
    const [first] = ended;
    if (first) {
      const sessionIds = ended.map(({ id }) => id);
      await this.outbox.add(manager, sessionsEnded, { userId: first.userId, sessionIds });
    }
    return ended.length;
  }

  /** The password was given in this session just now. */
  async confirm(sid: string): Promise<void> {
    await this.dataSource.query('update sessions set confirmed_at = now() where id = $1', [sid]);
  }

  /**
   * Whether a session still counts: not ended, not expired, account not disabled.
   * @param isCall somebody makes a call with it, instead of a page that is only open; kept to the minute
   */
  async state(sid: string, isCall: boolean): Promise<SessionState> {
    const [row] = await this.dataSource.query<Omit<ActiveSession, 'isActive'>[]>(
      `select u.id as "userId", u.role,
         coalesce(s.confirmed_at > now() - interval '5 minutes', false) as "isConfirmed" from sessions s join users u on u.id = s.user_id
       where s.id = $1 and ${STILL_COUNTS}`,
      [sid],
    );
    if (!row) return { isActive: false };
    if (isCall) {
      await this.dataSource.query(
        `update sessions set last_seen_at = now()
         where id = $1 and (last_seen_at is null or last_seen_at < now() - interval '1 minute')`,
        [sid],
      );
    }
    return { isActive: true, ...row };
  }
}
