import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { defineJob, Jobs } from '#jobs';
import { Clock } from '#platform';
import { NotificationsConfig } from '../config.js';
import { parseMailbox } from '../smtp/smtp.module.js';
import { type MailTemplate, mailsFor } from './mail.catalogue.js';
import type { MailSubject, Recipient } from './mail.kind.js';

export interface SendMail {
  mailKey: string;
}

/** Sends one mail to one person. One job per recipient, so that one bad address never holds up another. */
export const sendMail = defineJob<SendMail>('send-mail', { attempts: 720, backoffMs: 2000, concurrency: 5 });

/**
 * `bounced`: the recipient's server refuses the address. `undelivered`: nobody took it in time, or the recipient had too
 * many that day. `skipped`: when its turn came there was no reason for it any more.
 */
export const mailStatuses = ['queued', 'sent', 'bounced', 'undelivered', 'skipped'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail that somebody is owed. It names the facts by id: addresses and words are fetched when it is sent. */
export interface MailRow extends Required<MailSubject> {
  /** What makes it one mail for ever, such as `completed:4207731958026614:party-b`. */
  key: string;
  template: MailTemplate;
  recipient: Recipient;
  status: MailStatus;
  /** The same for every attempt, so that a second copy after a broken connection can be recognised. */
  messageId: string;
  createdAt: Date;
}

/** What other services see of a mail. */
export interface MailView {
  key: string;
  template: MailTemplate;
  recipient: Recipient;
  status: MailStatus;
  /** ISO 8601; null until the mail server has taken it. */
  sentAt: string | null;
}

const COLUMNS = `key, template, recipient, agreement_id as "agreementId", user_id as "userId",
  ticket_number as "ticketNumber", subject_id as "subjectId", details, status, message_id as "messageId", created_at as "createdAt"`;

/** The delivery log: one row per mail, written before anything is sent. */
@Injectable()
export class MailsService {
  private readonly host: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    config: NotificationsConfig,
  ) {
    const { address } = parseMailbox(config.mailFrom);
    this.host = address.slice(address.lastIndexOf('@') + 1);
  }

  /** Adds the mails of a fact and their jobs to the caller's transaction. A known key changes nothing. */
  async queue(manager: EntityManager, template: MailTemplate, subject: MailSubject): Promise<void> {
    const {
      agreementId = null,
      userId = null,
      ticketNumber = null,
      subjectId = null,
      details = {},
    } = subject;
    for (const { key, recipient } of mailsFor(template, subject)) {
      await manager.query(
        `insert into mails (key, template, recipient, agreement_id, user_id, ticket_number, subject_id, details,
           message_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (key) do nothing`,
        [
          key,
          template,
          recipient,
          agreementId,
          userId,
          ticketNumber,
          subjectId,
          JSON.stringify(details),
          this.messageId(key),
          this.clock.now(),
        ],
      );
      await this.jobs.add(manager, sendMail, key, { mailKey: key });
    }
  }

  async find(key: string): Promise<MailRow | null> {
    const rows = await this.dataSource.query<MailRow[]>(`select ${COLUMNS} from mails where key = $1`, [key]);
    return rows[0] ?? null;
  }

  /** Whether the recipient got any mail about the subject. */
  async wasTold(recipient: Recipient, subjectId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from mails where subject_id = $1 and recipient = $2 and status = 'sent' limit 1`,
      [subjectId, recipient],
    );
    return rows.length > 0;
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
      `update mails set status = 'sent', sent_at = $2, last_error = null where key = $1 and status <> 'sent'`,
      [key, this.clock.now()],
    );
  }

  /** How a mail ended that was not sent. */
  async markUnsent(
    manager: EntityManager,
    key: string,
    status: Exclude<MailStatus, 'queued' | 'sent'>,
    reason: string | null,
  ): Promise<void> {
    await manager.query(`update mails set status = $2, last_error = $3 where key = $1 and status <> 'sent'`, [
      key,
      status,
      reason?.slice(0, 500) ?? null,
    ]);
  }

  /** Made of the key by a hash: mail servers log it, and the contract's number is not theirs to read. */
  private messageId(key: string): string {
    return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${this.host}>`;
  }
}
