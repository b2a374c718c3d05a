import { Module } from '@nestjs/common';
import { JobsModule, jobsEntities, PruneJobs } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule, outboxEntities } from '#outbox';
import { DatabaseModule } from '#platform';
import { StorageModule } from '#storage';
import { AssistantModule } from './assistant/assistant.module.js';
import { TranscriptionConfig } from './config.js';
import {
  HumanOrderEntity,
  HumanTranscriptsModule,
  humanTranscriptsWork,
} from './human-transcripts/human-transcripts.module.js';
import { ReadingModule } from './reading/reading.module.js';
import {
  DeletedContentEntity,
  RecordingEntity,
  RecordingsModule,
  recordingsWork,
} from './recordings/recordings.module.js';
import { AudioPartEntity } from './speech/speech.module.js';
import { TranscriptsModule, transcriptEntities, transcriptsWork } from './transcripts/transcripts.module.js';

/** Of every table in the service's database. */
export const entities = [
  DeletedContentEntity,
  RecordingEntity,
  AudioPartEntity,
  ...transcriptEntities,
  HumanOrderEntity,
  ...outboxEntities,
  ...jobsEntities,
];

@Module({
  imports: [
    DatabaseModule.forEntities(entities),
    MessagingModule,
    OutboxModule,
    JobsModule.for({
      jobs: [...recordingsWork.jobs, ...transcriptsWork.jobs],
      handlers: [...recordingsWork.handlers, ...transcriptsWork.handlers],
      schedules: [
        ...recordingsWork.schedules,
        ...transcriptsWork.schedules,
        ...humanTranscriptsWork.schedules,
        PruneJobs,
      ],
    }),
    StorageModule.for(TranscriptionConfig),
    RecordingsModule,
    TranscriptsModule,
    ReadingModule,
    HumanTranscriptsModule,
    AssistantModule,
  ],
  providers: [PruneJobs],
})
export class AppModule {}
