import { Injectable } from '@nestjs/common';
import { createSigner } from 'fast-jwt';
import { DataSource } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { SESSION_ISSUER, type SessionClaims, type SessionState } from '#contracts';
import type { UserEntity } from '../accounts/user.entity.js';
import { AuthConfig } from '../config.js';

/** A session is a row; the token only names it, so that it can end before it expires. */
@Injectable()
export class SessionsService {
  private readonly sign: (claims: SessionClaims) => string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: AuthConfig,
  ) {
    this.sign = createSigner({
      key: config.sessionTokenSecret,
      algorithm: 'HS256',
      iss: SESSION_ISSUER,
      expiresIn: config.sessionHours * 3600 * 1000,
    });
  }

  async open(user: UserEntity, userAgent: string | null): Promise<string> {
    const sid = uuidv4();
    await this.dataSource.query(
      `insert into sessions (id, user_id, expires_at, user_agent)
       values ($1, $2, now() + make_interval(hours => $3), $4)`,
      [sid, user.id, this.config.sessionHours, userAgent],
    );
    return this.sign({ sid, sub: String(user.id), role: user.role });
  }

  async revoke(sid: string): Promise<void> {
    await this.dataSource.query(
      'update sessions set revoked_at = now() where id = $1 and revoked_at is null',
      [sid],
    );
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
