import { defineJob } from '#jobs';

export interface TranscribeRecordingPayload {
  transcriptId: string;
  /** The transcript's run that this job belongs to. */
  run: number;
}

export interface TranscribeTakePayload extends TranscribeRecordingPayload {
  /** Whose takes are transcribed one at a time. */
  lane: string;
}

const tries = {
  attempts: 4,
  backoffMs: 2000,
  // A visitor is told of a failed engine, with what else there is; and the words go without the facts of the deal.
  counts: ['speech', 'agreements'],
} as const;

export const transcribeRecording = defineJob<TranscribeRecordingPayload>('transcribe-recording', {
  ...tries,
  concurrency: 2,
});

/** The same of what nobody has paid for: in a queue of its own, so that those who have paid never wait for it. */
export const transcribeTake = defineJob<TranscribeTakePayload>('transcribe-take', {
  ...tries,
  concurrency: 1,
  hasLanes: true,
});
