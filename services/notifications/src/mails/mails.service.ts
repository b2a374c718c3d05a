import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, JsonContains, LessThan, MoreThan, Not } from 'typeorm';
import type { ClockNotice, EventEnvelope } from '#contracts';
import { defineJob, Jobs } from '#jobs';
import { Inbox } from '#outbox';
import { Clock, HOUR_MS, insertIfNew } from '#platform';
import { NotificationsConfig } from '../config.js';
import { parseMailbox } from '../smtp/smtp.module.js';
import { clockTemplates } from './escrow.catalogue.js';
import { type MailTemplate, mailsFor, proofTemplates } from './mail.catalogue.js';
import { MailEntity, type MailStatus } from './mail.entity.js';
import type { MailSubject, Recipient } from './mail.kind.js';

export interface SendMail {
  mailKey: string;
}

/** Sends one mail to one person. One job per recipient, so that one bad address never holds up another. */
export const sendMail = defineJob<SendMail>('send-mail', {
  ...{ attempts: 720, backoffMs: 2000, concurrency: 5 },
  // The delivery log tells it; and a mail about a mail that cannot be sent would go round.
  isFailureTold: false,
});

/** What other services see of a mail. */
export interface MailView {
  key: string;
  template: MailTemplate;
  recipient: Recipient;
  status: MailStatus;
  /** ISO 8601; null until the mail server has taken it. */
  sentAt: string | null;
}

const NOT_SENT = { status: Not('sent' as const) };
const FAILED = ['bounced', 'undelivered'] as const;

type ListedMail = Pick<
  MailEntity,
  'id' | 'key' | 'template' | 'recipient' | 'status' | 'sentAt' | 'lastError'
>;

/** The delivery log: one row per mail, written before anything is sent. */
@Injectable()
export class MailsService {
  private readonly host: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly inbox: Inbox,
    private readonly clock: Clock,
    config: NotificationsConfig,
  ) {
    const { address } = parseMailbox(config.mailFrom);
    this.host = address.slice(address.lastIndexOf('@') + 1);
  }

  /** Queues the mails of an event, once however often it is delivered. Nothing is sent here. */
  async once(
    event: EventEnvelope,
    handler: string,
    template: MailTemplate,
    subject: MailSubject,
  ): Promise<void> {
    await this.inbox.once(event, handler, (manager) => this.queue(manager, template, subject));
  }

  /** Adds the mails of a fact and their jobs to the caller's transaction. A known key changes nothing. */
  async queue(manager: EntityManager, template: MailTemplate, subject: MailSubject): Promise<void> {
    for (const { key, recipient } of mailsFor(template, subject)) {
      const mail = { key, template, recipient, messageId: this.messageId(key), createdAt: this.clock.now() };
      await insertIfNew(manager, MailEntity, { ...subject, ...mail });
      await this.jobs.add(manager, sendMail, key, { mailKey: key });
    }
  }

  /**
   * Queues once more what proves an agreement to party A and went out before that moment, for null nothing; what came to
   * nothing is sent after all, and what still waits goes to the right address by itself.
   */
  async queueAgain(manager: EntityManager, agreementId: string, sentBefore: Date | null): Promise<void> {
    const about = { agreementId, recipient: 'partyA', template: In(proofTemplates) } as const;
    const earlier = await manager.find(MailEntity, {
      where: [
        ...(sentBefore ? [{ ...about, status: 'sent' as const, sentAt: LessThan(sentBefore) }] : []),
        { ...about, status: In(FAILED) },
      ],
      order: { id: 'ASC' },
    });
    for (const { key, template, subjectId, details, status } of earlier) {
      const again = { agreementId, subjectId, details: { ...details, isAgain: true } };
      if (status === 'sent') await this.queue(manager, template, again);
      else await this.restart(manager, key);
    }
  }

  /** Sends after all what came to nothing for party B; what there is no reason for any more is left out then. */
  async restartFailed(manager: EntityManager, agreementId: string): Promise<void> {
    const failed = await manager.find(MailEntity, {
      select: { id: true, key: true },
      where: { agreementId, recipient: 'partyB', status: In(FAILED) },
      order: { id: 'ASC' },
    });
    for (const { key } of failed) await this.restart(manager, key);
  }

  private async restart(manager: EntityManager, key: string): Promise<void> {
    if (await this.jobs.restart(manager, sendMail, key))
      await manager.update(MailEntity, { key }, { status: 'queued', lastError: null });
  }

  find(key: string): Promise<MailEntity | null> {
    return this.dataSource.manager.findOneBy(MailEntity, { key });
  }

  /** Whether the recipient got any mail about the subject; with `since`, after that moment. */
  wasTold(recipient: Recipient, subjectId: string, since: Date | null): Promise<boolean> {
    const sentAt = since === null ? {} : { sentAt: MoreThan(since) };
    return this.dataSource.manager.existsBy(MailEntity, { subjectId, recipient, status: 'sent', ...sentAt });
  }

  /** What became of the mails that tell a buyer until when to object, from this version of the escrow on. */
  async clockNotice(escrowId: string, sinceVersion: number): Promise<ClockNotice> {
    const mails = await this.dataSource.manager.find(MailEntity, {
      select: { key: true, status: true, sentAt: true, details: true },
      where: { subjectId: escrowId, recipient: 'buyer', template: In(clockTemplates) },
    });
    const notices = mails.filter(({ details: { version = 0 } }) => version >= sinceVersion);
    const taken = notices.flatMap(({ sentAt }) => sentAt?.getTime() ?? []);
    return {
      takenAt: taken.length === 0 ? null : new Date(Math.min(...taken)).toISOString(),
      hasFailed: notices.some(({ status }) => FAILED.some((failed) => failed === status)),
    };
  }

  /** Whether party A was mailed that there is a recording to pay; null while the mail that says so is on its way. */
  async wasToldOfRecording(agreementId: string): Promise<boolean | null> {
    const mails = await this.dataSource.manager.find(MailEntity, {
      select: { key: true, template: true, status: true },
      where: { agreementId, recipient: 'partyA', template: In(['saved', 'payment-requested']) },
    });
    if (mails.some(({ status }) => status === 'sent')) return true;
    return mails.some(({ template, status }) => template === 'saved' && status === 'queued') ? null : false;
  }

  /** Whether a mail about the agreement did not reach one of these. */
  hasFailed(manager: EntityManager, agreementId: string, recipients: readonly Recipient[]): Promise<boolean> {
    return manager.existsBy(MailEntity, { agreementId, recipient: In(recipients), status: In(FAILED) });
  }

  /** Whether a mail server has taken any mail about the agreement for the recipient. */
  wasTaken(manager: EntityManager, agreementId: string, recipient: Recipient): Promise<boolean> {
    return manager.existsBy(MailEntity, { agreementId, recipient, status: 'sent' });
  }

  /** How many mails like this one support gets of the hour before it; left out are not counted, nor more than `most`. */
  async countAlike({ id, template, createdAt, details }: MailEntity, most: number): Promise<number> {
    const alike = await this.dataSource.manager.find(MailEntity, {
      select: { key: true },
      where: {
        ...{ template, recipient: 'support', status: Not('skipped'), id: LessThan(id) },
        createdAt: MoreThan(new Date(createdAt.getTime() - HOUR_MS)),
        details: JsonContains({ kind: details.kind }),
      },
      take: most,
    });
    return alike.length;
  }

  async list(agreementId: string): Promise<MailView[]> {
    const mails = await this.dataSource.manager.find(MailEntity, {
      select: { key: true, template: true, recipient: true, status: true, sentAt: true },
      where: { agreementId },
      order: { createdAt: 'ASC', key: 'ASC' },
    });
    return mails.map((mail) => ({ ...mail, sentAt: mail.sentAt?.toISOString() ?? null }));
  }

  /** The newest mails of all, or about one agreement; from below the id `before`. */
  page(agreementId: string | undefined, before: string | null, count: number): Promise<ListedMail[]> {
    return this.dataSource.manager.find(MailEntity, {
      select: {
        id: true,
        key: true,
        template: true,
        recipient: true,
        status: true,
        sentAt: true,
        lastError: true,
      },
      where: {
        ...(agreementId === undefined ? {} : { agreementId }),
        ...(before === null ? {} : { id: LessThan(before) }),
      },
      order: { id: 'DESC' },
      take: count,
    });
  }

  async markSent(manager: EntityManager, key: string): Promise<void> {
    const sent = { status: 'sent' as const, sentAt: this.clock.now(), lastError: null };
    await manager.update(MailEntity, { key, ...NOT_SENT }, sent);
  }

  /** How a mail ended that was not sent. */
  async markUnsent(
    manager: EntityManager,
    key: string,
    status: Exclude<MailStatus, 'queued' | 'sent'>,
    reason: string | null,
  ): Promise<void> {
    const unsent = { status, lastError: reason?.slice(0, 500) ?? null };
    await manager.update(MailEntity, { key, ...NOT_SENT }, unsent);
  }

  /** Made of the key by a hash: mail servers log it, and the contract's number is not theirs to read. */
  private messageId(key: string): string {
    return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${this.host}>`;
  }
}
