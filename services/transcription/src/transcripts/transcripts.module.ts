import { Module } from '@nestjs/common';
import { ServiceClient, ServiceTokens } from '#platform';
import { TranscriptionConfig } from '../config.js';
import { DiarizationModule } from '../diarization/diarization.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { SpeechModule } from '../speech/speech.module.js';
import { TermsModule } from '../terms/terms.module.js';
import { ContentRemoval } from './content-removal.js';
import { RetryFailedTranscripts } from './retry-failed-transcripts.schedule.js';
import { TranscribeRecording, TranscribeUnpaidRecording } from './transcribe-recording.job.js';
import { TranscriptComposer } from './transcript-composer.js';
import { TranscriptEvents } from './transcript-events.js';
import { TranscriptRequests } from './transcript-requests.js';
import { TranscriptsConsumer } from './transcripts.consumer.js';
import { TranscriptsRepository } from './transcripts.repository.js';
import { TranscriptsService, transcribeRecording, transcribeUnpaidRecording } from './transcripts.service.js';

export { lockTranscript, recordingIds, TranscriptEntity, transcriptEntities } from './transcript.entity.js';
export { TranscriptComposer } from './transcript-composer.js';
export {
  hashTranscript,
  type JoinedTranscript,
  joinTranscripts,
  type SpeakerName,
  type TranscriptContent,
} from './transcript-content.js';
export { TranscriptsRepository } from './transcripts.repository.js';
export { TranscriptsService } from './transcripts.service.js';
export {
  LEAST_SURE,
  markUnsure,
  qualityOf,
  type TranscriptQuality,
  transcriptQualities,
} from './word-confidence.js';

/** What `JobsModule` runs for this feature. */
export const transcriptsWork = {
  jobs: [transcribeRecording, transcribeUnpaidRecording],
  handlers: [TranscribeRecording, TranscribeUnpaidRecording],
  schedules: [RetryFailedTranscripts],
};

/** How the transcript of an agreement comes to be, from the request to its hash, and how its words are deleted. */
@Module({
  imports: [RecordingsModule, SpeechModule, DiarizationModule, TermsModule],
  controllers: [TranscriptsConsumer],
  providers: [
    TranscriptsService,
    TranscriptEvents,
    TranscriptsRepository,
    TranscriptRequests,
    TranscriptComposer,
    ContentRemoval,
    ...transcriptsWork.handlers,
    ...transcriptsWork.schedules,
    {
      provide: ServiceClient,
      inject: [TranscriptionConfig, ServiceTokens],
      useFactory: (config: TranscriptionConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.agreementsUrl, tokens, 'transcription', 'agreements'),
    },
  ],
  exports: [TranscriptsService, TranscriptsRepository, TranscriptComposer, ServiceClient],
})
export class TranscriptsModule {}
