import { Module } from '@nestjs/common';
import { PruneJobs } from '#jobs';
import { MailLimits } from '#platform';
import { FactsModule } from '../facts/facts.module.js';
import { LanguagesModule } from '../languages/languages.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { SmtpModule } from '../smtp/smtp.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { GatherFacts } from './gather-facts.js';
import { SendMailJob } from './send-mail.job.js';

export { SendMailJob } from './send-mail.job.js';

/** The job that sends a mail: it gathers the facts, chooses the reader's language and hands the message over. */
@Module({
  imports: [FactsModule, LanguagesModule, MailsModule, OperationsModule, SmtpModule, TicketsModule],
  providers: [GatherFacts, MailLimits, PruneJobs, SendMailJob],
})
export class SendingModule {}
