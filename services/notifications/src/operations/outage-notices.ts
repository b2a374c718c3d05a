import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, IsNull, MoreThan, PrimaryColumn } from 'typeorm';
import { type Dependency, unlessBusy } from '#platform';
import type { Outage } from './outage-watch.js';

@Entity('outage_notices')
export class OutageNoticeEntity {
  @PrimaryColumn('text') dependency: Dependency;
  @PrimaryColumn('timestamptz') since: Date;
  /** Null when the mail could not leave before it was over. */
  @Column('timestamptz', { nullable: true }) toldAt: Date | null;
  @Column('timestamptz', { nullable: true }) overAt: Date | null;
  @Column('timestamptz', { nullable: true }) overToldAt: Date | null;
}

/** What support was told of outages, for a process that is started anew and for other copies of the service. */
@Injectable()
export class OutageNotices {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` unless another copy of the service tells of outages now. Answers whether it ran. */
  alone(work: () => Promise<void>): Promise<boolean> {
    return unlessBusy(this.dataSource, 'outage-notices', work);
  }

  /** Those that support does not know to be over. */
  open(): Promise<OutageNoticeEntity[]> {
    return this.dataSource.manager.findBy(OutageNoticeEntity, { overToldAt: IsNull() });
  }

  /**
   * Makes outage and row the same: an outage takes over what another copy has told, a row what this one has. Another
   * copy may have seen the same outage begin a little earlier or later.
   */
  async write(outage: Outage): Promise<void> {
    const { dependency } = outage;
    const known = await this.dataSource.manager.findOne(OutageNoticeEntity, {
      where: [
        { dependency, overAt: IsNull() },
        { dependency, overAt: MoreThan(outage.since) },
      ],
      order: { since: 'DESC' },
    });
    if (known) {
      outage.since = known.since;
      outage.toldAt ??= known.toldAt;
      if (known.overToldAt !== null) {
        outage.overAt = known.overAt;
        outage.overToldAt = known.overToldAt;
      }
    }
    const { since, toldAt, overAt, overToldAt } = outage;
    const notice = { dependency, since, toldAt, overAt, overToldAt };
    await this.dataSource.manager.upsert(OutageNoticeEntity, notice, ['dependency', 'since']);
  }
}
