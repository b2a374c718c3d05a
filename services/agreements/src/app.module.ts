import { Module } from '@nestjs/common';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule } from '#platform';
import { StorageModule } from '#storage';
import { AgreementEntity } from './agreements/agreement.entity.js';
import { AgreementsConsumer } from './agreements/agreements.consumer.js';
import { AgreementsController } from './agreements/agreements.controller.js';
import { AgreementsService } from './agreements/agreements.service.js';
import { InternalController } from './agreements/internal.controller.js';
import { TranscriptNews } from './agreements/transcript-news.js';
import { AgreementsConfig } from './config.js';
import { EventLog } from './event-log/event-log.js';
import { RecordingEntity } from './recordings/recording.entity.js';
import { RecordingsController } from './recordings/recordings.controller.js';
import { RecordingsService } from './recordings/recordings.service.js';
import { UploadsController } from './uploads/uploads.controller.js';
import { UploadsService } from './uploads/uploads.service.js';

@Module({
  imports: [
    DatabaseModule.forEntities([AgreementEntity, RecordingEntity]),
    MessagingModule,
    OutboxModule,
    StorageModule.for(AgreementsConfig),
  ],
  controllers: [
    UploadsController,
    AgreementsController,
    RecordingsController,
    InternalController,
    AgreementsConsumer,
  ],
  providers: [AgreementsService, RecordingsService, UploadsService, EventLog, TranscriptNews],
})
export class AppModule {}
