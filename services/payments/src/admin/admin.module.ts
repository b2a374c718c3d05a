import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { AuditLogJobs, RecordAdminAct, recordAct } from './audit-log.job.js';

export { AuditLogJobs } from './audit-log.job.js';

export const adminWork = { jobs: [recordAct], handlers: [RecordAdminAct] };

/** What administrators do here, for the log that auth keeps. */
@Module({
  imports: [AgreementsModule],
  providers: [AuditLogJobs, RecordAdminAct],
  exports: [AuditLogJobs],
})
export class AdminModule {}
