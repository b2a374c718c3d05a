import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import { Outbox } from '#outbox';
import {
  AppError,
  Clock,
  foldedSql,
  noOrigin,
  type Page,
  PageQuery,
  prefixPattern,
  readPage,
  Text,
} from '#platform';
import { SessionsService } from '../sessions/sessions.module.js';
import { AccountChanges, asEmailTaken, type Role, UserEntity } from '../users/users.module.js';
import { AuditLog, REASON } from './audit-log.js';

export class UsersQuery extends PageQuery {
  /** How the username or the address begins. */
  @Text({ max: 254, optional: true }) q?: string;

  @ApiProperty({ required: false, example: '17,44', description: 'These accounts alone, 100 at most' })
  @IsOptional()
  @Matches(/^\d{1,10}(,\d{1,10}){0,99}$/, { message: 'Please name accounts by their numbers.' })
  ids?: string;
}

export class AccountActReason {
  @Text({ min: 3, max: 500, multiline: true, message: REASON }) reason: string;
}

/** An account as administrators see it. */
export class AdminUser {
  @ApiProperty({ example: 17 }) id: number;
  @ApiProperty({ example: 'Anna Miller' }) username: string;
  @ApiProperty({ example: 'anna@example.com' }) email: string;
  @ApiProperty({ enum: ['user', 'admin'] }) role: Role;
  @ApiProperty({ type: String, nullable: true, example: 'monthly' }) subscriptionPlan: string | null;
  @ApiProperty({ example: 3, description: 'Contracts paid for' }) usageCount: number;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) disabledAt: string | null;
}

@Injectable()
export class AdminUsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionsService,
    private readonly changes: AccountChanges,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Newest first; `q` is how the username or the address begins. @throws AppError `invalid_input` */
  async list(query: UsersQuery): Promise<Page<AdminUser>> {
    const users = this.dataSource.createQueryBuilder(UserEntity, 'u');
    if (query.q) {
      const prefix = prefixPattern(query.q);
      const isNamed = `${foldedSql('u.username')} like ${foldedSql(':prefix::text')}`;
      users.andWhere(`(${isNamed} or u.email like :address)`, { prefix, address: prefix.toLowerCase() });
    }
    // Numbers that no account can have are not of the column's type.
    if (query.ids) users.andWhere('u.id = any(:ids::bigint[])', { ids: query.ids.split(',') });
    users.orderBy('u.id', 'DESC');
    const { rows, nextCursor } = await readPage(query, (before, count) => {
      if (before !== null) users.andWhere('u.id < :before', { before });
      return users.limit(count).getMany();
    });
    return { rows: rows.map(viewAccount), nextCursor };
  }

  /**
   * Disables an account, which ends its sessions, or enables it again. The owner is told, and the audit log keeps it. A
   * disabled account whose address nobody has confirmed does not hold it any more: it cannot be enabled once somebody else
   * has it.
   * @throws AppError `not_found`; `email_taken`; `invalid_transition` for oneself and for an account that is as wanted
   * already
   */
  async setDisabled(
    userId: number,
    isDisabled: boolean,
    { adminId, reason }: { adminId: number; reason: string },
  ): Promise<AdminUser> {
    if (userId === adminId) throw notPossible('You cannot do this to your own account.');
    const kind = isDisabled ? 'disabled' : 'enabled';
    return this.outbox.transaction(async (manager) => {
      const before = await lock(manager, userId);
      if ((before.disabledAt !== null) === isDisabled) throw notPossible(`This account is already ${kind}.`);
      const disabledAt = isDisabled ? this.clock.now() : null;
      await manager.update(UserEntity, { id: userId }, { disabledAt }).catch((error: unknown) => {
        throw asEmailTaken(error);
      });
      // Also when it is opened: a session from before must not come back to life.
      await this.sessions.revokeAll(manager, userId, []);
      await this.auditLog.append(
        { adminId, act: `account-${kind}`, subject: `user:${userId}`, reason },
        manager,
      );
      await this.changes.record(manager, { userId, kind, origin: noOrigin });
      return viewAccount({ ...before, disabledAt });
    });
  }
}

async function lock(manager: EntityManager, id: number): Promise<UserEntity> {
  const user = await manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw new AppError('not_found');
  return user;
}

const notPossible = (message: string): AppError => new AppError('invalid_transition', { message });

function viewAccount(user: UserEntity): AdminUser {
  const { id, username, email, role, subscriptionPlan, usageCount, createdAt, disabledAt } = user;
  return {
    ...{ id, username, email, role, subscriptionPlan, usageCount },
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
