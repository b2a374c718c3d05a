import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { EventLogModule } from '../event-log/event-log.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { ServiceClientsModule } from '../service-clients.module.js';
import { ChunksController } from './chunks.controller.js';
import { ChunkEntity, ChunksService, UploadEntity } from './chunks.service.js';
import { ClaimCookies } from './claim-cookies.js';
import { DraftRecordingsController } from './draft-recordings.controller.js';
import { DraftRecordingsService } from './draft-recordings.service.js';
import { FinalizeService } from './finalize.service.js';
import { RemoveOldUploads } from './remove-old-uploads.schedule.js';
import { RemoveOrphans } from './remove-orphans.schedule.js';
import { TranscriptClient } from './transcript.client.js';
import { UnpaidQuota } from './unpaid-quota.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';
import { UsageRepository, usageEntities } from './usage.repository.js';

export { readJsonField } from './agreement-form.js';
export { expectedBytes, mostBytes, readUpload, requiredAudio, type UploadedFile } from './upload-reader.js';

/** Recordings on their way to the server: whole, in chunks, or again in the place of one that is not paid. */
@Module({
  imports: [AgreementsModule, EventLogModule, RecordingsModule, ServiceClientsModule],
  controllers: [UploadsController, ChunksController, DraftRecordingsController],
  providers: [
    UploadsService,
    ClaimCookies,
    ChunksService,
    FinalizeService,
    DraftRecordingsService,
    TranscriptClient,
    UsageRepository,
    UnpaidQuota,
    RemoveOldUploads,
    RemoveOrphans,
  ],
})
export class UploadsModule {}

export const uploadsWork = { schedules: [RemoveOldUploads, RemoveOrphans] };

export const uploadsEntities = [ChunkEntity, UploadEntity, ...usageEntities];
