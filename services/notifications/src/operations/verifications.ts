import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Verification } from '#contracts';
import { Outbox } from '#outbox';
import { AppError } from '#platform';
import { MailsService } from '../mails/mails.module.js';

/** Enough to see since when something does not hold; runs may be a minute apart. */
const KEPT = 50;

type Row = Omit<Verification, 'checkedAt'> & { checkedAt: Date };

const COLUMNS = `checked_at as "checkedAt", took_ms as "tookMs", holding, violations, unchecked, lines`;

/** What `make verify` has found, and the check of the night where something is not as it was written. */
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

  /** The same in the caller's transaction. */
  async add(manager: EntityManager, result: Verification): Promise<void> {
    const { checkedAt, tookMs, holding, violations, unchecked, lines } = result;
    const [row] = await manager.query<{ id: string }[]>(
      `insert into verifications (checked_at, took_ms, holding, violations, unchecked, lines)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [checkedAt, tookMs, holding, violations, unchecked, JSON.stringify(lines)],
    );
    await manager.query(
      `delete from verifications where id <= (select id from verifications order by id desc offset ${KEPT} limit 1)`,
    );
    if (violations > 0 && row) {
      await this.mails.queue(manager, 'violations-found', { subjectId: String(row.id) });
    }
  }

  /** The result that was handed over last; null before the first. */
  async last(): Promise<Verification | null> {
    return this.find('order by id desc limit 1', []);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<Verification> {
    const found = await this.find('where id = $1', [id]);
    if (!found) throw new AppError('not_found');
    return found;
  }

  private async find(which: string, values: unknown[]): Promise<Verification | null> {
    const [row] = await this.dataSource.query<Row[]>(`select ${COLUMNS} from verifications ${which}`, values);
    return row ? { ...row, checkedAt: row.checkedAt.toISOString() } : null;
  }
}
