import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { Jobs, type ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, HOUR_MS } from '#platform';
import { SealPartEntity } from '../seals/seals.module.js';
import { AgreementEntity } from './agreement.entity.js';
import { deleteContent } from './delete-content.job.js';

const BATCH = 100;

/** Finds agreements whose content was deleted by an earlier release, which left a file of their seals that quotes it. */
@Injectable()
export class FindQuotes implements ScheduleHandler {
  readonly schedule = { name: 'find-quotes', everyMs: HOUR_MS };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const found = await this.dataSource
      .createQueryBuilder(AgreementEntity, 'a')
      .innerJoin(SealPartEntity, 'p', 'p.agreementId = a.agreementId')
      .where({ contentDeletedAt: Not(IsNull()) })
      .andWhere(`p.kind = 'consents' and p.deletedAt is null`)
      .orderBy('a.id')
      .limit(BATCH)
      .getMany();
    const day = this.clock.now().toISOString().slice(0, 10);
    for (const { agreementId } of found) {
      if (signal.aborted) return;
      await this.outbox.transaction(async (manager) => {
        const payload = { agreementId, reason: 'access-ended' } as const;
        await this.jobs.add(manager, deleteContent, `${agreementId}:quotes:${day}`, payload);
      });
    }
  }
}
