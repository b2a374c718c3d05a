import { Module } from '@nestjs/common';
import { JobsModule, jobsEntities, PruneJobs } from '#jobs';
import { OutboxModule, outboxEntities } from '#outbox';
import { DatabaseModule } from '#platform';
import { FactsModule } from './facts/facts.module.js';
import { LanguagesModule, languagesEntities } from './languages/languages.module.js';
import { MailsModule, mailsEntities, sendMail } from './mails/mails.module.js';
import { OperationsModule, operationsEntities } from './operations/operations.module.js';
import { SendingModule, SendMailJob } from './sending/sending.module.js';
import { SmtpModule } from './smtp/smtp.module.js';
import { TicketsModule, ticketsEntities } from './tickets/tickets.module.js';

/** Of every table in the service's database. */
export const entities = [
  ...mailsEntities,
  ...languagesEntities,
  ...ticketsEntities,
  ...operationsEntities,
  ...outboxEntities,
  ...jobsEntities,
];

@Module({
  imports: [
    DatabaseModule.forEntities(entities),
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
