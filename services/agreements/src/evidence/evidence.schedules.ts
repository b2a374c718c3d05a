import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  IsNull,
  LessThanOrEqual,
  Not,
  PrimaryColumn,
} from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, HOUR_MS, insertIfNew, LOGGER, MINUTE_MS } from '#platform';
import { AgreementEntity, lockAgreement } from '../agreements/agreements.module.js';
import { SealEntity, SealOrders } from '../seals/seals.module.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceCheck } from './evidence-check.js';
import { LogHeads } from './log-heads.js';

/** Signs where all logs end, once a day, and gives the seals of before their head. */
@Injectable()
export class SignLogHeads implements ScheduleHandler {
  readonly schedule = { name: 'sign-log-heads', everyMs: HOUR_MS };

  constructor(private readonly heads: LogHeads) {}

  async round(signal: AbortSignal): Promise<void> {
    await this.heads.signToday();
    await this.heads.cover(signal);
  }
}

/** The check of a day. */
@Entity('evidence_checks')
export class EvidenceCheckEntity {
  /** As `2026-11-20`, UTC. */
  @PrimaryColumn('date')
  day: string;

  /** Of a check that goes on: when it last gave a sign of life. */
  @Column('timestamptz')
  startedAt: Date;

  /** Id of the agreement up to which everything was well or was told. */
  @Column('int', { default: 0 })
  checkedUpTo: number;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @Column('int', { nullable: true })
  agreements: number | null;

  @Column('int', { nullable: true })
  problems: number | null;
}

const TAKEN_OVER_AFTER_MS = 3 * HOUR_MS;

/**
 * Checks all evidence once a day, in one process. A check that was cut short is taken over after some hours and goes on where
 * it was; one that takes longer than a day is brought to its end before another begins.
 */
@Injectable()
export class CheckEvidence implements ScheduleHandler {
  readonly schedule = { name: 'check-evidence', everyMs: HOUR_MS };

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly check: EvidenceCheck,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const begun = await this.begin();
    if (begun === null) return;
    const { day, checkedUpTo, agreements, problems } = begun;
    const { manager } = this.dataSource;
    const from = { upTo: checkedUpTo, agreements: agreements ?? 0, problems: problems ?? 0 };
    const result = await this.check.run(signal, {
      from,
      note: async ({ upTo, ...counts }) => {
        const startedAt = this.clock.now();
        await manager.update(EvidenceCheckEntity, { day }, { startedAt, checkedUpTo: upTo, ...counts });
      },
    });
    if (signal.aborted || result.isCutShort) return;
    await manager.update(
      EvidenceCheckEntity,
      { day },
      {
        finishedAt: this.clock.now(),
        agreements: from.agreements + result.agreements,
        problems: from.problems + result.problems.length,
      },
    );
  }

  /** The check that this process is to do now: one that was cut short, else that of today; null when there is none. */
  private async begin(): Promise<EvidenceCheckEntity | null> {
    const now = this.clock.now();
    const { manager } = this.dataSource;
    const [newest] = await manager.find(EvidenceCheckEntity, { order: { day: 'DESC' }, take: 1 });
    if (newest?.finishedAt === null) {
      const { day } = newest;
      const silent = LessThanOrEqual(new Date(now.getTime() - TAKEN_OVER_AFTER_MS));
      const where = { day, finishedAt: IsNull(), startedAt: silent };
      const { affected } = await manager.update(EvidenceCheckEntity, where, { startedAt: now });
      return affected === 1 ? newest : null;
    }
    const day = now.toISOString().slice(0, 10);
    const isNew = await insertIfNew(manager, EvidenceCheckEntity, { day, startedAt: now });
    return isNew ? await manager.findOneByOrFail(EvidenceCheckEntity, { day }) : null;
  }
}

const BATCH = 100;
const WITHOUT_JOB_MS = 15 * MINUTE_MS;

/** Completed, still with its content, and no seal was asked for: as all are that were completed before there were seals. */
const neverOrdered = (manager: EntityManager) =>
  manager
    .createQueryBuilder(AgreementEntity, 'a')
    .leftJoin(SealEntity, 's', 's.agreementId = a.agreementId')
    .where({ status: 'completed', contentDeletedAt: IsNull(), ownerId: Not(IsNull()) })
    .andWhere('s.agreementId is null');

/** What should be sealed and is not: asked for (again). */
@Injectable()
export class FindUnsealed implements ScheduleHandler {
  readonly schedule = { name: 'find-unsealed', everyMs: 15 * 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly evidence: EvidenceRepository,
    private readonly orders: SealOrders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const { manager: reader } = this.dataSource;
    for (const { agreementId } of await neverOrdered(reader).orderBy('a.id').limit(BATCH).getMany()) {
      if (signal.aborted) return;
      await this.outbox.transaction(async (manager) => {
        await lockAgreement(manager, agreementId);
        // Another copy of the service may have come first.
        const isStill = await neverOrdered(manager).andWhere({ agreementId }).getExists();
        if (isStill) await this.orders.order(manager, agreementId);
      });
    }
    const before = new Date(this.clock.now().getTime() - WITHOUT_JOB_MS);
    for (const seal of await this.evidence.withoutJob(before, BATCH)) {
      if (signal.aborted) return;
      this.logger.error({ agreementId: seal.agreementId, version: seal.version }, 'seal is asked for again');
      await this.outbox.transaction((manager) => this.orders.start(manager, seal));
    }
  }
}
