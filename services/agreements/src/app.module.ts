import { Module } from '@nestjs/common';
import { JobsModule, jobsEntities, PruneJobs } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule, outboxEntities } from '#outbox';
import { DatabaseModule, LastRoundEntity } from '#platform';
import { StorageModule } from '#storage';
import { AdminModule } from './admin/admin.module.js';
import { AgreementsModule, agreementsEntities, agreementsWork } from './agreements/agreements.module.js';
import { AgreementsConfig } from './config.js';
import { eventLogEntities } from './event-log/event-log.module.js';
import { EvidenceModule, evidenceEntities, evidenceWork } from './evidence/evidence.module.js';
import { PartiesModule, partiesEntities, partiesWork } from './parties/parties.module.js';
import { RecordingsModule, recordingsEntities } from './recordings/recordings.module.js';
import { SealsModule, sealsEntities, sealsWork } from './seals/seals.module.js';
import { UploadsModule, uploadsEntities, uploadsWork } from './uploads/uploads.module.js';

/** Of every table in the service's database. */
export const entities = [
  ...eventLogEntities,
  ...agreementsEntities,
  ...recordingsEntities,
  ...uploadsEntities,
  ...partiesEntities,
  ...sealsEntities,
  ...evidenceEntities,
  LastRoundEntity,
  ...outboxEntities,
  ...jobsEntities,
];

@Module({
  imports: [
    DatabaseModule.forEntities(entities, 'ssc_agreements_runtime'),
    MessagingModule,
    OutboxModule,
    JobsModule.for({
      jobs: [...agreementsWork.jobs, ...evidenceWork.jobs],
      handlers: [...agreementsWork.handlers, ...evidenceWork.handlers],
      schedules: [
        ...agreementsWork.schedules,
        ...uploadsWork.schedules,
        ...partiesWork.schedules,
        ...sealsWork.schedules,
        ...evidenceWork.schedules,
        PruneJobs,
      ],
    }),
    StorageModule.for(AgreementsConfig),
    AgreementsModule,
    RecordingsModule,
    UploadsModule,
    PartiesModule,
    SealsModule,
    EvidenceModule,
    AdminModule,
  ],
  providers: [PruneJobs],
})
export class AppModule {}
