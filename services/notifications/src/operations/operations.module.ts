import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.js';
import { SmtpModule } from '../smtp/smtp.module.js';
import { OperationsConsumer } from './operations.consumer.js';
import { OutageMails } from './outage-mails.js';
import { OutageNoticeEntity, OutageNotices } from './outage-notices.js';
import { PageErrorsController } from './page-errors.controller.js';
import { VerificationsController } from './verifications.controller.js';
import { VerificationEntity, Verifications } from './verifications.js';

export { Verifications } from './verifications.js';

export const operationsEntities = [OutageNoticeEntity, VerificationEntity];

/** What whoever runs the product is told of: outages, what `make verify` finds, and pages that failed. */
@Module({
  imports: [MailsModule, SmtpModule],
  controllers: [OperationsConsumer, VerificationsController, PageErrorsController],
  providers: [OutageMails, OutageNotices, Verifications],
  exports: [Verifications],
})
export class OperationsModule {}
