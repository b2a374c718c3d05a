import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { type AccountChange, type AccountChangeFacts, accountChanged } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, type Origin } from '#platform';

interface Change {
  userId: number;
  kind: AccountChange;
  /** The owner reads it; where an administrator was is not their business. */
  origin: Origin;
  /** The address before, for `email`. */
  oldEmail?: string;
}

/** What changed on accounts, from where: kept here, while the event carries only ids. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Writes the change down, tells of it, and ends links that were mailed before it. */
  async record(manager: EntityManager, { userId, kind, origin, oldEmail }: Change): Promise<void> {
    const [changeId, now] = [uuidv4(), this.clock.now()];
    await endResetLinks(manager, userId, now);
    await manager.query(
      `insert into account_changes (id, user_id, kind, old_email, address, device, at, email)
       values ($1, $2, $3, $4, $5, $6, $7, (select email from users where id = $2))`,
      [changeId, userId, kind, oldEmail ?? null, origin.address, origin.device, now],
    );
    await this.outbox.add(manager, accountChanged, { userId, changeId, kind });
  }

  /** @throws AppError `not_found` */
  async facts(changeId: string): Promise<AccountChangeFacts> {
    const [row] = await this.dataSource.query<(Omit<AccountChangeFacts, 'at'> & { at: Date })[]>(
      `select c.user_id as "userId", u.username, u.language, coalesce(c.email, u.email) as email, c.old_email as "oldEmail", c.kind, c.address, c.device, c.at
       from account_changes c join users u on u.id = c.user_id where c.id = $1`,
      [changeId],
    );
    if (!row) throw new AppError('not_found');
    return { ...row, at: row.at.toISOString() };
  }
}

/** Links for a new password that were mailed to this account until now no longer work, but for the newest few. */
export async function endResetLinks(
  manager: EntityManager,
  userId: number,
  at: Date,
  keptOpen = 0,
): Promise<void> {
  await manager.query(
    `update password_resets set used_at = $2 where id in (
       select id from password_resets where user_id = $1 and used_at is null and expires_at > $2
       order by requested_at desc, id offset $3)`,
    [userId, at, keptOpen],
  );
}
