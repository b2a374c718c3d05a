import { defineJob } from '#jobs';

export interface TranscribeRecordingPayload {
  transcriptId: string;
}

export const transcribeRecording = defineJob<TranscribeRecordingPayload>('transcribe-recording', {
  attempts: 4,
  backoffMs: 2000,
  concurrency: 2,
});
