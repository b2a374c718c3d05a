import { defineJob } from '#jobs';

export interface CompleteRecordingPayload {
  recordingId: string;
}

/** Apart from the preparation of what nobody has paid for, so that it never waits behind that. */
export const completeRecording = defineJob<CompleteRecordingPayload>('complete-recording', {
  // Long enough for a full disk to be noticed: a paid contract has no other way to its MP3.
  attempts: 20,
  backoffMs: 1000,
  concurrency: 2,
});
