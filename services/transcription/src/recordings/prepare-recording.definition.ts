import { defineJob } from '#jobs';

export interface PrepareRecordingPayload {
  recordingId: string;
}

export const prepareRecording = defineJob<PrepareRecordingPayload>('prepare-recording', {
  attempts: 5,
  backoffMs: 1000,
  concurrency: 1,
});
