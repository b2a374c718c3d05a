import { defineJob } from '#jobs';

export interface PrepareRecordingPayload {
  recordingId: string;
  /** Whose recordings are prepared one at a time. */
  lane?: string;
}

export const prepareRecording = defineJob<PrepareRecordingPayload>('prepare-recording', {
  ...{ attempts: 5, backoffMs: 1000 },
  concurrency: 1,
  hasLanes: true,
});
