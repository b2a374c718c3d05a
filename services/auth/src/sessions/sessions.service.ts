import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { createSigner } from 'fast-jwt';
import { type EntityManager, type FindOptionsWhere, In, Not } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { SESSION_ISSUER, type SessionClaims, type SessionState, sessionsEnded } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock } from '#platform';
import { AuthConfig } from '../config.js';
import type { UserEntity } from '../users/users.module.js';
import { type SessionEntity, SessionsRepository } from './sessions.repository.js';

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
type CheckedAccount = Pick<UserEntity, 'id' | 'role' | 'passwordHash'>;

/** A session is a row; the token only names it, so that it can end before it expires. */
@Injectable()
export class SessionsService {
  private readonly sign: (claims: SessionClaims) => string;

  constructor(
    private readonly rows: SessionsRepository,
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
    const session = { id: sid, createdAt: this.clock.now(), hours: this.config.sessionHours, device };
    if (!(await this.rows.open(session, { id, passwordHash }))) return null;
    return this.sign({ sid, sub: String(id), role });
  }

  async revoke(sid: string): Promise<void> {
    await this.outbox.transaction((manager) => this.endThose(manager, { id: sid }));
  }

  /** Sessions of an account that still count, the newest first. */
  async list(userId: number, currentSid: string | null): Promise<OwnSession[]> {
    return (await this.rows.list(userId)).map(({ id, createdAt, lastSeenAt, userAgent }) => ({
      id,
      createdAt: createdAt.toISOString(),
      lastSeenAt: (lastSeenAt ?? createdAt).toISOString(),
      device: userAgent,
      isCurrent: id === currentSid,
    }));
  }

  /** Ends one session of an account. @throws AppError `not_found` when it has none like that */
  async end(userId: number, sid: string): Promise<void> {
    const ended = await this.outbox.transaction((manager) => this.endThose(manager, { id: sid, userId }));
    if (ended === 0) throw new AppError('not_found');
  }

  /** Ends every session of an account except the one that is kept. */
  endOthers(userId: number, keptSid: string | null): Promise<void> {
    return this.outbox.transaction((manager) => this.revokeAll(manager, userId, [keptSid]));
  }

  /** Ends every session of an account in the caller's transaction, except those that are kept. */
  async revokeAll(manager: EntityManager, userId: number, keptSids: (string | null)[]): Promise<void> {
    const kept = keptSids.filter((sid) => sid !== null);
    await this.endThose(manager, { userId, id: Not(In(kept)) });
  }

  /** Ends sessions of one account and tells of those that had not ended before; answers how many. */
  private async endThose(manager: EntityManager, which: FindOptionsWhere<SessionEntity>): Promise<number> {
    const ended = await this.rows.end(manager, which);
    const [first] = ended;
    if (first) {
      const sessionIds = ended.map(({ id }) => id);
      await this.outbox.add(manager, sessionsEnded, { userId: first.user_id, sessionIds });
    }
    return ended.length;
  }

  /** The password was given in this session just now. */
  confirm(sid: string): Promise<void> {
    return this.rows.confirm(sid);
  }

  /**
   * Whether a session still counts: not ended, not expired, account not disabled.
   * @param isCall somebody makes a call with it, instead of a page that is only open; kept to the minute
   */
  async state(sid: string, isCall: boolean): Promise<SessionState> {
    const session = await this.rows.active(sid);
    if (!session) return { isActive: false };
    if (isCall) await this.rows.touch(sid);
    return { isActive: true, ...session };
  }
}
