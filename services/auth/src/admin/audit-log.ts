import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DataSource, type EntityManager } from 'typeorm';
import type { BodyOf, recordAdminAct } from '#contracts';
import { Clock, type PageQuery, Text } from '#platform';
import { beforeId, cutPage, type Page } from './page.js';

export const REASON = 'Please give a reason of 3 to 500 characters';

/** What an administrator did in another service. */
export class AdminActRecord implements BodyOf<typeof recordAdminAct> {
  @Text({ max: 100 }) act: string;
  @Text({ max: 200 }) subject: string;
  @Text({ min: 3, max: 500, message: REASON }) reason: string;
}

/** What an administrator did, and why. */
export class AdminAct {
  @ApiProperty({ example: 204 }) id: number;
  @ApiProperty({ example: 1 }) adminId: number;
  @ApiProperty({ example: 'Administrator' }) adminName: string;
  @ApiProperty({ example: 'account-disabled' }) act: string;
  @ApiProperty({ example: 'user:17' }) subject: string;
  @ApiProperty({ example: 'Asked by the owner, ticket T-100001' }) reason: string;
  @ApiProperty({ format: 'date-time' }) at: string;
}

interface NewEntry {
  adminId: number;
  act: string;
  /** What it was done to, such as `user:17`. */
  subject: string;
  reason: string;
}

/** What administrators did and why. The database refuses to change or delete it. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Adds an entry, in the transaction of what was done when it was done here; answers its id. */
  async append(
    { adminId, act, subject, reason }: NewEntry,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<number> {
    const [row] = await manager.query<{ id: number }[]>(
      `insert into admin_acts (admin_id, act, subject, reason, at) values ($1, $2, $3, $4, $5)
       returning id::int`,
      [adminId, act, subject, reason, this.clock.now()],
    );
    return (row as { id: number }).id;
  }

  /** Newest first. @throws AppError `invalid_input` for a cursor that is none */
  async list(query: PageQuery): Promise<Page<AdminAct>> {
    const rows = await this.dataSource.query<(Omit<AdminAct, 'at'> & { at: Date })[]>(
      `select a.id::int, a.admin_id as "adminId", u.username as "adminName", a.act, a.subject, a.reason, a.at
       from admin_acts a join users u on u.id = a.admin_id
       where $1::bigint is null or a.id < $1 order by a.id desc limit $2`,
      [beforeId(query), query.limit + 1],
    );
    return cutPage(
      rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      query.limit,
    );
  }
}
