import { Module } from '@nestjs/common';
import { JobsModule } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule, ServiceClient, ServiceTokens } from '#platform';
import { StorageModule } from '#storage';
import { TranscriptionConfig } from './config.js';
import { prepareRecording } from './recordings/prepare-recording.definition.js';
import { PrepareRecording } from './recordings/prepare-recording.job.js';
import { RecordingEntity } from './recordings/recording.entity.js';
import { selectEngine } from './speech/select-engine.js';
import { InternalController } from './transcripts/internal.controller.js';
import { transcribeRecording } from './transcripts/transcribe-recording.definition.js';
import { SPEECH_ENGINE, TranscribeRecording } from './transcripts/transcribe-recording.job.js';
import { TranscriptEntity } from './transcripts/transcript.entity.js';
import { TranscriptReader } from './transcripts/transcript-reader.js';
import { TranscriptsConsumer } from './transcripts/transcripts.consumer.js';
import { TranscriptsController } from './transcripts/transcripts.controller.js';
import { TranscriptsService } from './transcripts/transcripts.service.js';

@Module({
  imports: [
    DatabaseModule.forEntities([RecordingEntity, TranscriptEntity]),
    MessagingModule,
    OutboxModule,
    JobsModule.for({
      jobs: [prepareRecording, transcribeRecording],
      handlers: [PrepareRecording, TranscribeRecording],
    }),
    StorageModule.for(TranscriptionConfig),
  ],
  controllers: [TranscriptsController, InternalController, TranscriptsConsumer],
  providers: [
    TranscriptsService,
    TranscriptReader,
    PrepareRecording,
    TranscribeRecording,
    {
      provide: SPEECH_ENGINE,
      inject: [TranscriptionConfig],
      useFactory: (config: TranscriptionConfig) => selectEngine({ ...config, engine: config.speechEngine }),
    },
    {
      provide: ServiceClient,
      inject: [TranscriptionConfig, ServiceTokens],
      useFactory: (config: TranscriptionConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.agreementsUrl, tokens, 'transcription'),
    },
  ],
})
export class AppModule {}
