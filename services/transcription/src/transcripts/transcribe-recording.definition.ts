import { defineJob } from '#jobs';

export interface TranscribeRecordingPayload {
  transcriptId: string;
  /** The transcript's run that this job belongs to. */
  run: number;
}

export const transcribeRecording = defineJob<TranscribeRecordingPayload>('transcribe-recording', {
  attempts: 4,
  backoffMs: 2000,
  concurrency: 2,
  // A visitor is told of a failed engine, with what else there is; and the words go without the facts of the deal.
  counts: ['speech', 'agreements'],
});
