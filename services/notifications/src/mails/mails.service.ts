import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Jobs } from '#jobs';
import { NotificationsConfig } from '../config.js';
import { parseSender } from '../smtp/sender.js';
import type { MailRow, MailView } from './mail.row.js';
import { sendMail } from './send-mail.job.js';

export type NewMail = Omit<MailRow, 'status' | 'messageId'>;

const COLUMNS = `key, template, recipient, agreement_id as "agreementId", payment_id as "paymentId", status,
  message_id as "messageId"`;

/** The delivery log: one row per mail, written before anything is sent. */
@Injectable()
export class MailsService {
  private readonly host: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    config: NotificationsConfig,
  ) {
    const { address } = parseSender(config.mailFrom);
    this.host = address.slice(address.lastIndexOf('@') + 1);
  }

  /** Adds a mail and its job to the caller's transaction. A known key changes nothing. */
  async queue(manager: EntityManager, mail: NewMail): Promise<void> {
    await manager.query(
      `insert into mails (key, template, recipient, agreement_id, payment_id, message_id)
       values ($1, $2, $3, $4, $5, $6) on conflict (key) do nothing`,
      [mail.key, mail.template, mail.recipient, mail.agreementId, mail.paymentId, this.messageId(mail.key)],
    );
    await this.jobs.add(manager, sendMail, mail.key, { mailKey: mail.key });
  }

  async find(key: string): Promise<MailRow | null> {
    const rows = await this.dataSource.query<MailRow[]>(`select ${COLUMNS} from mails where key = $1`, [key]);
    return rows[0] ?? null;
  }

  async list(agreementId: string): Promise<MailView[]> {
    const rows = await this.dataSource.query<(Omit<MailView, 'sentAt'> & { sentAt: Date | null })[]>(
      `select key, template, recipient, status, sent_at as "sentAt" from mails
       where agreement_id = $1 order by created_at, key`,
      [agreementId],
    );
    return rows.map((row) => ({ ...row, sentAt: row.sentAt?.toISOString() ?? null }));
  }

  async markSent(manager: EntityManager, key: string): Promise<void> {
    await manager.query(
      `update mails set status = 'sent', sent_at = now(), last_error = null where key = $1 and status = 'queued'`,
      [key],
    );
  }

  async markFailed(manager: EntityManager, key: string, reason: string): Promise<void> {
    await manager.query(
      `update mails set status = 'failed', last_error = $2 where key = $1 and status = 'queued'`,
      [key, reason.slice(0, 500)],
    );
  }

  /** Made of the key by a hash: mail servers log it, and the contract's number is not theirs to read. */
  private messageId(key: string): string {
    return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${this.host}>`;
  }
}
