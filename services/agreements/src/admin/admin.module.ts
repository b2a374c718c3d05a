import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { EventLogModule } from '../event-log/event-log.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { AdminController } from './admin.controller.js';
import { AdminService, AgreementAudit } from './admin.service.js';
import { AdminInternalController } from './internal.controller.js';

/** What administrators do with agreements: always with a reason, always in the log, always told to the owner. */
@Module({
  imports: [AgreementsModule, EventLogModule, RecordingsModule],
  controllers: [AdminController, AdminInternalController],
  providers: [AdminService, AgreementAudit],
})
export class AdminModule {}
