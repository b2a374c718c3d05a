import { Module } from '@nestjs/common';
import { JobsModule, PruneJobs } from '#jobs';
import { OutboxModule } from '#outbox';
import { DatabaseModule } from '#platform';
import { FactsModule } from './facts/facts.module.js';
import { LanguagesModule } from './languages/languages.module.js';
import { MailsModule, sendMail } from './mails/mails.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { SendingModule, SendMailJob } from './sending/sending.module.js';
import { SmtpModule } from './smtp/smtp.module.js';
import { TicketsModule } from './tickets/tickets.module.js';

@Module({
  imports: [
    DatabaseModule.forEntities([]),
    OutboxModule,
    JobsModule.for({ jobs: [sendMail], handlers: [SendMailJob], schedules: [PruneJobs] }),
    FactsModule,
    SmtpModule,
    LanguagesModule,
    MailsModule,
    TicketsModule,
    OperationsModule,
    SendingModule,
  ],
})
export class AppModule {}
