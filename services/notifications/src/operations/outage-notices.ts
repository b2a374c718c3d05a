import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { unlessBusy } from '#platform';
import type { Outage } from './outage-watch.js';

type Row = Pick<Outage, 'dependency' | 'since' | 'overAt' | 'toldAt' | 'overToldAt'>;

const COLUMNS = `dependency, since, over_at as "overAt", told_at as "toldAt", over_told_at as "overToldAt"`;

/** What support was told of outages, for a process that is started anew and for other copies of the service. */
@Injectable()
export class OutageNotices {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` unless another copy of the service tells of outages now. Answers whether it ran. */
  alone(work: () => Promise<void>): Promise<boolean> {
    return unlessBusy(this.dataSource, 'outage-notices', work);
  }

  /** Those that support does not know to be over. */
  open(): Promise<Row[]> {
    return this.dataSource.query<Row[]>(`select ${COLUMNS} from outage_notices where over_told_at is null`);
  }

  /**
   * Makes outage and row the same: an outage takes over what another copy has told, a row what this one has. Another
   * copy may have seen the same outage begin a little earlier or later.
   */
  async write(outage: Outage): Promise<void> {
    const [known] = await this.dataSource.query<Row[]>(
      `select ${COLUMNS} from outage_notices
       where dependency = $1 and (over_at is null or over_at > $2) order by since desc limit 1`,
      [outage.dependency, outage.since],
    );
    if (known) {
      outage.since = known.since;
      outage.toldAt ??= known.toldAt;
      if (known.overToldAt !== null) {
        outage.overAt = known.overAt;
        outage.overToldAt = known.overToldAt;
      }
    }
    await this.dataSource.query(
      `insert into outage_notices (dependency, since, told_at, over_at, over_told_at) values ($1, $2, $3, $4, $5)
       on conflict (dependency, since) do update
         set told_at = excluded.told_at, over_at = excluded.over_at, over_told_at = excluded.over_told_at`,
      [outage.dependency, outage.since, outage.toldAt, outage.overAt, outage.overToldAt],
    );
  }
}
