import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';
import { SmtpHealth } from './smtp.health.js';

export { MailRefusedError } from './mail-error.js';
export { type Mailbox, Mailer, parseMailbox } from './mailer.js';

/** The mail server: handing messages over, whether it answers, and what its refusals mean. */
@Module({ providers: [Mailer, SmtpHealth], exports: [Mailer] })
export class SmtpModule {}
