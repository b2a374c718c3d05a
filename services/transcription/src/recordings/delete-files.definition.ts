import { defineJob } from '#jobs';

export interface DeleteFilesPayload {
  recordingId: string;
}

export const deleteRecordingFiles = defineJob<DeleteFilesPayload>('delete-recording-files', {
  attempts: 10,
  backoffMs: 2000,
  concurrency: 1,
});
