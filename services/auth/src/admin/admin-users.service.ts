import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Outbox } from '#outbox';
import { AppError, Clock, noOrigin } from '#platform';
import { AccountChanges } from '../profile/account-changes.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { UsersQuery } from './admin.bodies.js';
import type { AdminUser } from './admin.views.js';
import { AdminActs } from './admin-acts.js';
import { beforeId, cutPage, type Page } from './page.js';

type AdminUserRow = Omit<AdminUser, 'createdAt' | 'disabledAt'> & {
  createdAt: Date;
  disabledAt: Date | null;
};

const COLUMNS = `id, username, email, role, subscription_plan as "subscriptionPlan",
  usage_count as "usageCount", created_at as "createdAt", disabled_at as "disabledAt"`;

@Injectable()
export class AdminUsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionsService,
    private readonly changes: AccountChanges,
    private readonly acts: AdminActs,
    private readonly clock: Clock,
  ) {}

  /** Newest first; `q` is how the username or the address begins. @throws AppError `invalid_input` */
  async list(query: UsersQuery): Promise<Page<AdminUser>> {
    const prefix = query.q ? `${query.q.replace(/[\\%_]/g, '\\$&')}%` : null;
    const rows = await this.dataSource.query<AdminUserRow[]>(
      `select ${COLUMNS} from users
       where ($1::int is null or id < $1)
         and ($2::text is null or lower(username) like lower($2) or email like lower($2))
         and ($4::bigint[] is null or id = any($4))
       order by id desc limit $3`,
      [beforeId(query), prefix, query.limit + 1, query.ids?.split(',').map(Number) ?? null],
    );
    return cutPage(rows.map(viewRow), query.limit);
  }

  /**
   * Shuts an account, which ends its sessions, or opens it again. The owner is told and the act is on record.
   * @throws AppError `not_found`; `invalid_transition` for oneself and for an account that is as wanted already
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
      await manager.query('update users set disabled_at = $2 where id = $1', [userId, disabledAt]);
      // Also when it is opened: a session from before must not come back to life.
      await this.sessions.revokeAll(manager, userId, null);
      await this.acts.append({ adminId, act: `account-${kind}`, subject: `user:${userId}`, reason }, manager);
      await this.changes.record(manager, { userId, kind, origin: noOrigin });
      return viewRow({ ...before, disabledAt });
    });
  }
}

async function lock(manager: EntityManager, userId: number): Promise<AdminUserRow> {
  const [row] = await manager.query<AdminUserRow[]>(`select ${COLUMNS} from users where id = $1 for update`, [
    userId,
  ]);
  if (!row) throw new AppError('not_found');
  return row;
}

const notPossible = (message: string): AppError => new AppError('invalid_transition', { message });

const viewRow = (row: AdminUserRow): AdminUser => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  disabledAt: row.disabledAt?.toISOString() ?? null,
});
