import { fromStored, openDraftDb, type PendingUpload, toStored } from './draft-db';

/** Drafts that a person has sent off and the server has not confirmed. Rejects where the browser keeps none. */
export async function waitingUploads(): Promise<PendingUpload[]> {
  return (await (await openDraftDb()).getAll('uploads')).map(fromStored);
}

/** Where a draft stands: on its way, on the server already, or neither. */
export async function findUpload(
  draftId: string,
): Promise<{ pending: PendingUpload | null; savedAs: string | null }> {
  const db = await openDraftDb();
  const [stored, draft] = await Promise.all([db.get('uploads', draftId), db.get('sessions', draftId)]);
  return { pending: stored ? fromStored(stored) : null, savedAs: draft?.savedAs ?? null };
}

export async function keepUpload(pending: PendingUpload): Promise<void> {
  await (await openDraftDb()).put('uploads', toStored(pending));
}

export async function dropUpload(draftId: string): Promise<void> {
  await (await openDraftDb()).delete('uploads', draftId);
}
