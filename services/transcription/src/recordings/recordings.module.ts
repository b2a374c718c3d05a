import { Module } from '@nestjs/common';
import { PaidWork } from './paid-work.js';
import {
  CompleteRecording,
  DeleteRecordingFiles,
  PrepareRecording,
  RecordingWork,
} from './recording.jobs.js';
import {
  completeRecording,
  deleteRecordingFiles,
  prepareRecording,
  RecordingsService,
} from './recordings.service.js';
import { RetryFailedCopies } from './retry-failed-copies.schedule.js';

export { PaidWork } from './paid-work.js';
export { DeletedContentEntity, RecordingEntity } from './recording.entity.js';
export { lockAgreement, type RecordingObserver, RecordingsService } from './recordings.service.js';
export {
  type RecordedSegment,
  type RecordingSide,
  type Span,
  type SpokenWord,
  type TranscriptSegment,
  toMilliseconds,
  without,
} from './segments.js';

/** What `JobsModule` runs for this feature. */
export const recordingsWork = {
  jobs: [prepareRecording, completeRecording, deleteRecordingFiles],
  handlers: [PrepareRecording, CompleteRecording, DeleteRecordingFiles],
  schedules: [RetryFailedCopies],
};

/** The sound of both parties: measured, previewed, made ready for download, and deleted. */
@Module({
  providers: [
    RecordingsService,
    RecordingWork,
    PaidWork,
    ...recordingsWork.handlers,
    ...recordingsWork.schedules,
  ],
  exports: [RecordingsService, PaidWork],
})
export class RecordingsModule {}
