import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, type EntityManager, PrimaryGeneratedColumn } from 'typeorm';
import type { Verification } from '#contracts';
import { Outbox } from '#outbox';
import { AppError } from '#platform';
import { MailsService } from '../mails/mails.module.js';

/** Enough to see since when something does not hold; runs may be a minute apart. */
const KEPT = 50;

@Entity('verifications')
export class VerificationEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('timestamptz') checkedAt: Date;
  @Column('int') tookMs: number;
  @Column('int') holding: number;
  @Column('int') violations: number;
  @Column('int') unchecked: number;
  @Column('jsonb') lines: string[];
}

/** What `make verify` has found, and the check of the night where something is not as it was written, or cannot be read. */
@Injectable()
export class Verifications {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly mails: MailsService,
  ) {}

  /** Keeps a result, and owes support a mail when something does not hold. */
  async keep(result: Verification): Promise<void> {
    await this.outbox.transaction((manager) => this.add(manager, result));
  }

  /** The same in the caller's transaction. @param isMailed whether support is owed a mail */
  async add(manager: EntityManager, result: Verification, isMailed = result.violations > 0): Promise<void> {
    const { checkedAt, tookMs, holding, violations, unchecked, lines } = result;
    const row = { checkedAt: new Date(checkedAt), tookMs, holding, violations, unchecked, lines };
    const { identifiers } = await manager.insert(VerificationEntity, row);
    await manager
      .createQueryBuilder()
      .delete()
      .from(VerificationEntity)
      .where('id <= (select id from verifications order by id desc offset :kept limit 1)', { kept: KEPT })
      .execute();
    if (isMailed) {
      await this.mails.queue(manager, 'violations-found', { subjectId: String(identifiers[0]?.id) });
    }
  }

  /** The result that was handed over last; null before the first. */
  async last(): Promise<Verification | null> {
    const [row] = await this.dataSource.manager.find(VerificationEntity, { order: { id: 'DESC' }, take: 1 });
    return row ? view(row) : null;
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<Verification> {
    const row = await this.dataSource.manager.findOneBy(VerificationEntity, { id });
    if (!row) throw new AppError('not_found');
    return view(row);
  }
}

const view = ({ id: _id, checkedAt, ...row }: VerificationEntity): Verification => ({
  ...row,
  checkedAt: checkedAt.toISOString(),
});
