import { defineJob } from '#jobs';

export interface DeleteContentPayload {
  agreementId: string;
  reason: 'unpaid' | 'cancelled' | 'access-ended';
}

/** Deletes audio and photo of an agreement; hashes and the log stay. */
export const deleteContent = defineJob<DeleteContentPayload>('delete-content', {
  attempts: 8,
  backoffMs: 2000,
});
