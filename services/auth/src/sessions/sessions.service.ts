import { Injectable } from '@nestjs/common';
import { createSigner } from 'fast-jwt';
import { DataSource, type EntityManager } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { SESSION_ISSUER, type SessionClaims, type SessionState } from '#contracts';
import { Clock } from '#platform';
import type { UserEntity } from '../accounts/user.entity.js';
import { AuthConfig } from '../config.js';

/** An account as it was when its password was found to be right. */
export type CheckedAccount = Pick<UserEntity, 'id' | 'role' | 'passwordHash'>;

/** A session is a row; the token only names it, so that it can end before it expires. */
@Injectable()
export class SessionsService {
  private readonly sign: (claims: SessionClaims) => string;

  constructor(
    private readonly dataSource: DataSource,
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
      `insert into sessions (id, user_id, created_at, expires_at, user_agent)
       select $1, u.id, $2, now() + make_interval(hours => $3), $4 from users u
       where u.id = $5 and u.password_hash = $6 and u.disabled_at is null for share
       returning 1`,
      [sid, this.clock.now(), this.config.sessionHours, device, id, passwordHash],
    );
    return opened.length === 0 ? null : this.sign({ sid, sub: String(id), role });
  }

  async revoke(sid: string): Promise<void> {
    await this.dataSource.query(
      'update sessions set revoked_at = now() where id = $1 and revoked_at is null',
      [sid],
    );
  }

  /** Ends every session of an account in the caller's transaction, except the one that is kept. */
  async revokeAll(manager: EntityManager, userId: number, keptSid: string | null): Promise<void> {
    await manager.query(
      `update sessions set revoked_at = now()
       where user_id = $1 and revoked_at is null and ($2::uuid is null or id <> $2)`,
      [userId, keptSid],
    );
  }

  /** Milliseconds since the session's login; infinite for a session that is not there. */
  async ageMs(sid: string | null): Promise<number> {
    if (sid === null) return Number.POSITIVE_INFINITY;
    const [row] = await this.dataSource.query<{ createdAt: Date }[]>(
      'select created_at as "createdAt" from sessions where id = $1',
      [sid],
    );
    return row ? this.clock.now().getTime() - row.createdAt.getTime() : Number.POSITIVE_INFINITY;
  }

  /** Whether a session still counts: not ended, not expired, account not disabled. */
  async state(sid: string): Promise<SessionState> {
    const [row] = await this.dataSource.query<{ userId: number; role: SessionClaims['role'] }[]>(
      `select u.id as "userId", u.role from sessions s join users u on u.id = s.user_id
       where s.id = $1 and s.revoked_at is null and s.expires_at > now() and u.disabled_at is null`,
      [sid],
    );
    return row ? { isActive: true, ...row } : { isActive: false };
  }
}
