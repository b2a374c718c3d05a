import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';
import { SmtpHealth } from './smtp.health.js';
import { SmtpRefusals } from './smtp-refusals.js';

export { MailRefusedError } from './mail-error.js';
export { type Mailbox, Mailer, parseMailbox } from './mailer.js';
export { SmtpRefusals } from './smtp-refusals.js';

/** The mail server: handing messages over, whether it answers, and what its refusals mean. */
@Module({ providers: [Mailer, SmtpHealth, SmtpRefusals], exports: [Mailer, SmtpRefusals] })
export class SmtpModule {}
