import { Module } from '@nestjs/common';
import { JobsModule, PruneJobs } from '#jobs';
import { OutboxModule } from '#outbox';
import { DatabaseModule, MailLimits } from '#platform';
import { LanguageChoices } from './languages/language-choices.js';
import { LanguagesController } from './languages/languages.controller.js';
import { AccountMailsConsumer } from './mails/account-mails.consumer.js';
import { AdminMailsController } from './mails/admin-mails.controller.js';
import { AnsweringMailsConsumer } from './mails/answering-mails.consumer.js';
import { FactsClient } from './mails/facts.client.js';
import { GatherFacts } from './mails/gather-facts.js';
import { MailsConsumer } from './mails/mails.consumer.js';
import { MailsController } from './mails/mails.controller.js';
import { MailsService } from './mails/mails.service.js';
import { MoneyMailsConsumer } from './mails/money-mails.consumer.js';
import { OwedMails } from './mails/owed-mails.js';
import { SendMailHandler } from './mails/send-mail.handler.js';
import { sendMail } from './mails/send-mail.job.js';
import { OperationsConsumer } from './operations/operations.consumer.js';
import { OutageMails } from './operations/outage-mails.js';
import { OutageNotices } from './operations/outage-notices.js';
import { VerificationsController } from './operations/verifications.controller.js';
import { Verifications } from './operations/verifications.js';
import { Mailer } from './smtp/mailer.js';
import { SmtpHealth } from './smtp/smtp.health.js';
import { AdminTicketsController } from './tickets/admin-tickets.controller.js';
import { ContactController } from './tickets/contact.controller.js';
import { ContactThrottle } from './tickets/contact-throttle.js';
import { PageErrorsController } from './tickets/page-errors.controller.js';
import { TicketsService } from './tickets/tickets.service.js';
import { TicketsStore } from './tickets/tickets.store.js';

@Module({
  imports: [
    DatabaseModule.forEntities([]),
    OutboxModule,
    JobsModule.for({ jobs: [sendMail], handlers: [SendMailHandler], schedules: [PruneJobs] }),
  ],
  controllers: [
    MailsConsumer,
    AnsweringMailsConsumer,
    AccountMailsConsumer,
    MoneyMailsConsumer,
    OperationsConsumer,
    MailsController,
    AdminMailsController,
    VerificationsController,
    LanguagesController,
    ContactController,
    PageErrorsController,
    AdminTicketsController,
  ],
  providers: [
    PruneJobs,
    MailLimits,
    MailsService,
    OwedMails,
    FactsClient,
    LanguageChoices,
    GatherFacts,
    SendMailHandler,
    TicketsService,
    TicketsStore,
    ContactThrottle,
    Mailer,
    SmtpHealth,
    OutageNotices,
    OutageMails,
    Verifications,
  ],
})
export class AppModule {}
