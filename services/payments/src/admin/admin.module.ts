import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { AuditLog, RecordAdminAct, recordAct } from './audit-log.js';

export { AuditLog } from './audit-log.js';

export const adminWork = { jobs: [recordAct], handlers: [RecordAdminAct] };

/** What administrators do here, for the log that auth keeps. */
@Module({
  imports: [AgreementsModule],
  providers: [AuditLog, RecordAdminAct],
  exports: [AuditLog],
})
export class AdminModule {}
