import { Module } from '@nestjs/common';
import { SealsModule } from '../seals/seals.module.js';
import { AudioCheck } from './audio-check.js';
import { RecordingEntity, SoundPrintEntity } from './recording.entity.js';
import { RecordingsConsumer } from './recordings.consumer.js';
import { RecordingsService } from './recordings.service.js';

export { AudioCheck, type CheckedAudio, mediaProblem, WorkLimit } from './audio-check.js';
export { type MediaFile, SoundOutline, sendMedia, storedBytes } from './media.js';
export {
  currentRecording,
  findCurrentRecording,
  RecordingEntity,
  SoundPrintEntity,
} from './recording.entity.js';
export { type AudioFormat, photoOf, RecordingsService } from './recordings.service.js';
export { isFromRecorder, possibleTime, SpokenBody, spokenIn, startOf, UTC_TIME } from './spoken.js';

/** Sound that the server holds: what a recording is, whether it can be heard, and how it is sent to people. */
@Module({
  imports: [SealsModule],
  controllers: [RecordingsConsumer],
  providers: [RecordingsService, AudioCheck],
  exports: [RecordingsService, AudioCheck],
})
export class RecordingsModule {}

export const recordingsEntities = [RecordingEntity, SoundPrintEntity];
