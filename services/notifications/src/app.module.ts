import { Module } from '@nestjs/common';
import { JobsModule } from '#jobs';
import { OutboxModule } from '#outbox';
import { DatabaseModule } from '#platform';
import { FactsClient } from './mails/facts.client.js';
import { MailsConsumer } from './mails/mails.consumer.js';
import { MailsController } from './mails/mails.controller.js';
import { MailsService } from './mails/mails.service.js';
import { SendMailHandler } from './mails/send-mail.handler.js';
import { sendMail } from './mails/send-mail.job.js';
import { Mailer } from './smtp/mailer.js';
import { SmtpHealth } from './smtp/smtp.health.js';

@Module({
  imports: [
    DatabaseModule.forEntities([]),
    OutboxModule,
    JobsModule.for({ jobs: [sendMail], handlers: [SendMailHandler] }),
  ],
  controllers: [MailsConsumer, MailsController],
  providers: [MailsService, FactsClient, SendMailHandler, Mailer, SmtpHealth],
})
export class AppModule {}
