import { Module } from '@nestjs/common';
import { AccountMailsConsumer } from './account-mails.consumer.js';
import { MailEntity } from './mail.entity.js';
import { MailsConsumer } from './mails.consumer.js';
import { AdminMailsController, MailsController } from './mails.controller.js';
import { MailsService } from './mails.service.js';

export { composeMail } from './compose-mail.js';
export { awaitedTemplates, mailCatalogue } from './mail.catalogue.js';
export { MOST_ALIKE } from './mail.due.js';
export { MailEntity, type MailStatus, mailStatuses } from './mail.entity.js';
export type { FactName, Facts, MailContext, MailKind } from './mail.kind.js';
export { must, type Recipient } from './mail.kind.js';
export { MailsService, type SendMail, sendMail } from './mails.service.js';
export { offeredLanguages } from './recipients.js';
export type { LanguageOffer } from './rendering/mail.content.js';
export { renderMail } from './rendering/render-mail.js';
export { awayMail, overMail } from './templates/operations.templates.js';
export { wordings } from './texts/wording.js';

export const mailsEntities = [MailEntity];

/**
 * Which mails there are (`mail.catalogue.ts`, `escrow.catalogue.ts`, `account.catalogue.ts`), which event makes them due (`mails.consumer.ts`),
 * what they say (`texts/<language>/`), how that is put together (`templates/`) and drawn (`rendering/`), and the
 * delivery log. `sending` gathers their facts and hands them to the mail server.
 */
@Module({
  controllers: [MailsConsumer, AccountMailsConsumer, MailsController, AdminMailsController],
  providers: [MailsService],
  exports: [MailsService],
})
export class MailsModule {}
