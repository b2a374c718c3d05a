import { Module } from '@nestjs/common';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { SpeechModule } from '../speech/speech.module.js';
import { TranscriptsModule } from '../transcripts/transcripts.module.js';
import { ReadingInternalController } from './internal.controller.js';
import { SpeakerNames } from './speaker-names.js';
import { ExportThrottle, TranscriptExports } from './transcript-exports.js';
import { TranscriptReader } from './transcript-reader.js';
import { ExportsController, TranscriptsController } from './transcripts.controller.js';

/** Who may read a transcript, and as what: the view for the screen, files to download, the words for other services. */
@Module({
  imports: [RecordingsModule, SpeechModule, TranscriptsModule],
  controllers: [TranscriptsController, ExportsController, ReadingInternalController],
  providers: [TranscriptReader, TranscriptExports, ExportThrottle, SpeakerNames],
})
export class ReadingModule {}
