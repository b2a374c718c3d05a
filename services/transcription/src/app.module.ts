import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { JobsModule, PruneJobs } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule, LOGGER, ServiceClient, ServiceTokens } from '#platform';
import { StorageModule } from '#storage';
import { AssistantController } from './assistant/assistant.controller.js';
import { AssistantService } from './assistant/assistant.service.js';
import { TranscriptionConfig } from './config.js';
import { ExportsController } from './exports/exports.controller.js';
import { AdminManualOrdersController } from './manual/admin-manual-orders.controller.js';
import { ManualDelivery } from './manual/manual-delivery.js';
import { ManualOrderEntity } from './manual/manual-order.entity.js';
import { ManualOrdersController } from './manual/manual-orders.controller.js';
import { ManualOrdersService } from './manual/manual-orders.service.js';
import { ManualPaymentsConsumer } from './manual/manual-payments.consumer.js';
import { ManualPayments } from './manual/manual-payments.js';
import { PayBackLateOrders } from './manual/pay-back-late-orders.schedule.js';
import { LANGUAGE_MODEL, type LanguageModel } from './model/model.client.js';
import { selectLanguageModel } from './model/select-model.js';
import { Models } from './models/models.js';
import { ModelsModule } from './models/models.module.js';
import { Listener } from './parts/listener.js';
import { PartsStore } from './parts/parts.store.js';
import { completeRecording } from './recordings/complete-recording.definition.js';
import { CompleteRecording } from './recordings/complete-recording.job.js';
import { deleteRecordingFiles } from './recordings/delete-files.definition.js';
import { DeleteRecordingFiles } from './recordings/delete-files.job.js';
import { prepareRecording } from './recordings/prepare-recording.definition.js';
import { PrepareRecording } from './recordings/prepare-recording.job.js';
import { RecordingEntity } from './recordings/recording.entity.js';
import { RecordingWork } from './recordings/recording-work.js';
import { RecordingsService } from './recordings/recordings.service.js';
import { EnginesHealth } from './speech/engines-health.js';
import { selectEngines } from './speech/select-engine.js';
import { SpeechEngines } from './speech/speech-engines.js';
import { selectTermsReader, TERMS_READER } from './terms/terms-reader.js';
import { ContentRemoval } from './transcripts/content-removal.js';
import { InternalController } from './transcripts/internal.controller.js';
import { RetryFailedTranscripts } from './transcripts/retry-failed.schedule.js';
import { SpeakerNames } from './transcripts/speaker-names.js';
import { transcribeRecording, transcribeTake } from './transcripts/transcribe-recording.definition.js';
import { TranscribeRecording, TranscribeTake } from './transcripts/transcribe-recording.job.js';
import { TranscriptEntity } from './transcripts/transcript.entity.js';
import { TranscriptComposer } from './transcripts/transcript-composer.js';
import { TranscriptNews } from './transcripts/transcript-news.js';
import { TranscriptReader } from './transcripts/transcript-reader.js';
import { TranscriptRequests } from './transcripts/transcript-requests.js';
import { TranscriptsConsumer } from './transcripts/transcripts.consumer.js';
import { TranscriptsController } from './transcripts/transcripts.controller.js';
import { TranscriptsService } from './transcripts/transcripts.service.js';

@Module({
  imports: [
    DatabaseModule.forEntities([RecordingEntity, TranscriptEntity, ManualOrderEntity]),
    MessagingModule,
    OutboxModule,
    ModelsModule,
    JobsModule.for({
      jobs: [prepareRecording, completeRecording, transcribeRecording, transcribeTake, deleteRecordingFiles],
      handlers: [
        PrepareRecording,
        CompleteRecording,
        TranscribeRecording,
        TranscribeTake,
        DeleteRecordingFiles,
      ],
      schedules: [PayBackLateOrders, RetryFailedTranscripts, PruneJobs],
    }),
    StorageModule.for(TranscriptionConfig),
  ],
  controllers: [
    TranscriptsController,
    InternalController,
    TranscriptsConsumer,
    ManualOrdersController,
    ManualPaymentsConsumer,
    AdminManualOrdersController,
    ExportsController,
    AssistantController,
  ],
  providers: [
    PruneJobs,
    RecordingsService,
    TranscriptsService,
    TranscriptRequests,
    TranscriptNews,
    TranscriptReader,
    SpeakerNames,
    TranscriptComposer,
    Listener,
    PartsStore,
    ContentRemoval,
    AssistantService,
    ManualOrdersService,
    ManualDelivery,
    ManualPayments,
    PayBackLateOrders,
    RetryFailedTranscripts,
    RecordingWork,
    PrepareRecording,
    CompleteRecording,
    TranscribeRecording,
    TranscribeTake,
    DeleteRecordingFiles,
    EnginesHealth,
    {
      provide: SpeechEngines,
      inject: [TranscriptionConfig, Models, LOGGER],
      useFactory: (config: TranscriptionConfig, models: Models, logger: Logger) =>
        selectEngines({ ...config, engine: config.speechEngine }, models, logger),
    },
    {
      provide: LANGUAGE_MODEL,
      inject: [TranscriptionConfig],
      useFactory: (config: TranscriptionConfig) => selectLanguageModel(config),
    },
    {
      provide: TERMS_READER,
      inject: [LANGUAGE_MODEL, LOGGER],
      useFactory: (model: LanguageModel | null, logger: Logger) => selectTermsReader(model, logger),
    },
    {
      provide: ServiceClient,
      inject: [TranscriptionConfig, ServiceTokens],
      useFactory: (config: TranscriptionConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.agreementsUrl, tokens, 'transcription', 'agreements'),
    },
  ],
})
export class AppModule {}
