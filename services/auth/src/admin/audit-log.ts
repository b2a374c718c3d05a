import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsDateString, IsInt, IsPositive } from 'class-validator';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { BodyOf, recordAdminAct, reportAdminAct } from '#contracts';
import {
  AppError,
  Clock,
  foldedSql,
  insertIfNew,
  LARGEST_BIGINT,
  type Page,
  PageQuery,
  partPattern,
  prefixPattern,
  readPage,
  Text,
} from '#platform';
import { UserEntity } from '../users/users.module.js';

export const REASON = 'Please give a reason of 3 to 500 characters';

/** What an administrator did in another service. */
export class AdminActRecord implements BodyOf<typeof recordAdminAct> {
  @Text({ max: 100 }) act: string;
  @Text({ max: 200 }) subject: string;
  @Text({ min: 3, max: 500, multiline: true, message: REASON }) reason: string;
}

/** What an administrator has done in another service; the reason is as long as that service takes. */
export class ReportedAdminActRecord implements BodyOf<typeof reportAdminAct> {
  @Text({ max: 200 }) key: string;
  @IsInt() @IsPositive() adminId: number;
  @Text({ max: 100 }) act: string;
  @Text({ max: 200 }) subject: string;
  @Text({ max: 1000, multiline: true }) reason: string;
  @IsDateString() at: string;
}

export class AdminActsQuery extends PageQuery {
  /** A part of the reason, of what was done or of what it was done to, or how the administrator's name begins. */
  @Text({ max: 200, optional: true }) q?: string;
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

@Entity('admin_acts')
export class AdminActEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('int') adminId: number;
  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'admin_id' })
  admin: UserEntity;
  @Column('text') act: string;
  /** What it was done to, such as `user:17`. */
  @Column('text') subject: string;
  @Column('text') reason: string;
  @Column('timestamptz') at: Date;
  /** Under which a service told it afterwards. */
  @Column('text', { nullable: true }) key: string | null;
}

type NewEntry = Pick<AdminActEntity, 'adminId' | 'act' | 'subject' | 'reason'>;

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
    const at = this.clock.now();
    const { identifiers } = await manager.insert(AdminActEntity, { adminId, act, subject, reason, at });
    return Number(identifiers[0]?.id);
  }

  /**
   * Adds what a service tells of afterwards, once for each key; answers its id.
   * @throws AppError `not_found` for an account that is no administrator's
   */
  async appendReported({ at, ...entry }: ReportedAdminActRecord): Promise<number> {
    const { manager } = this.dataSource;
    const { key, adminId } = entry;
    if (!(await manager.existsBy(UserEntity, { id: adminId, role: 'admin' })))
      throw new AppError('not_found');
    await insertIfNew(manager, AdminActEntity, { ...entry, at: new Date(at) });
    return Number((await manager.findOneByOrFail(AdminActEntity, { key })).id);
  }

  /** Newest first. @throws AppError `invalid_input` for a cursor that is none */
  async list(query: AdminActsQuery): Promise<Page<AdminAct>> {
    const entries = this.dataSource
      .createQueryBuilder(AdminActEntity, 'entry')
      .innerJoinAndSelect('entry.admin', 'admin');
    if (query.q) {
      const isBecause = `${foldedSql('entry.reason')} like ${foldedSql(':part::text')}`;
      const isBy = `${foldedSql('admin.username')} like ${foldedSql(':prefix::text')}`;
      entries.andWhere(`(${isBecause} or ${isBy} or entry.subject ilike :part or entry.act ilike :act)`, {
        part: partPattern(query.q),
        prefix: prefixPattern(query.q),
        // Their names have dashes where people write spaces.
        act: partPattern(query.q).replaceAll(' ', '-'),
      });
    }
    entries.orderBy('entry.id', 'DESC');
    const { rows, nextCursor } = await readPage(
      query,
      (before, count) => {
        if (before !== null) entries.andWhere('entry.id < :before', { before });
        return entries.limit(count).getMany();
      },
      LARGEST_BIGINT,
    );
    return {
      rows: rows.map(({ id, adminId, admin, act, subject, reason, at }) => ({
        ...{ id: Number(id), adminId, adminName: admin.username, act, subject, reason },
        at: at.toISOString(),
      })),
      nextCursor,
    };
  }
}
