import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { LOGGER, PermanentError } from '#platform';
import { NotificationsConfig } from '../config.js';
import { Mailer } from '../smtp/mailer.js';
import { type RenderedMail, renderProof, renderReceipt } from '../templates/render-mail.js';
import { composeMail } from './compose-mail.js';
import { FactsClient } from './facts.client.js';
import type { AgreementFacts } from './facts.js';
import type { MailRow } from './mail.row.js';
import { MailsService } from './mails.service.js';
import { type SendMail, sendMail } from './send-mail.job.js';

@Injectable()
export class SendMailHandler implements JobHandler<SendMail> {
  readonly job = sendMail;

  constructor(
    private readonly mails: MailsService,
    private readonly facts: FactsClient,
    private readonly mailer: Mailer,
    private readonly config: NotificationsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ payload, attempt, signal }: JobRun<SendMail>): Promise<Commit> {
    const mail = await this.mails.find(payload.mailKey);
    if (!mail) throw new PermanentError('The mail is not in the log');
    if (mail.status !== 'queued') return async () => undefined;
    const agreement = await this.facts.agreement(mail.agreementId);
    const rendered = await this.render(mail, agreement);
    const message = composeMail(mail, agreement, rendered, this.config);
    // The last moment to stop: after this line the mail is out.
    signal.throwIfAborted();
    await this.mailer.send(message);
    this.logger.info({ template: mail.template, recipient: mail.recipient, attempt }, 'mail sent');
    return (manager) => this.mails.markSent(manager, mail.key);
  }

  async giveUp(payload: SendMail, error: unknown): Promise<Commit> {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    return (manager) => this.mails.markFailed(manager, payload.mailKey, reason);
  }

  private async render(mail: MailRow, agreement: AgreementFacts): Promise<RenderedMail> {
    const { publicUrl } = this.config;
    if (mail.template === 'receipt') {
      const payment = await this.facts.payment(mail.paymentId ?? '');
      return renderReceipt({ agreement, payment, publicUrl });
    }
    const transcript = await this.facts.transcript(mail.agreementId);
    return renderProof({ agreement, transcript, recipient: mail.recipient, publicUrl });
  }
}
