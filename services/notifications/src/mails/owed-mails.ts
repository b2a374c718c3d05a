import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '#contracts';
import { Inbox } from '#outbox';
import type { MailSubject, MailTemplate } from './mail.row.js';
import { MailsService } from './mails.service.js';

/** Turns an event into the mails that are owed for it, once however often it is delivered. Nothing is sent here. */
@Injectable()
export class OwedMails {
  constructor(
    private readonly inbox: Inbox,
    private readonly mails: MailsService,
  ) {}

  async owe(
    event: EventEnvelope,
    consumer: string,
    template: MailTemplate,
    subject: MailSubject,
  ): Promise<void> {
    await this.inbox.once(event, consumer, (manager) => this.mails.queue(manager, template, subject));
  }
}
