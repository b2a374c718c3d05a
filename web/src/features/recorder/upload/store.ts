import { chunksOf, openSpoolDb } from '../spool/db';
import type { PendingUpload } from './pending-upload';

/** Takes that a person has sent off and the server has not confirmed. Rejects where the browser keeps none. */
export async function waitingUploads(): Promise<PendingUpload[]> {
  return (await openSpoolDb()).getAll('uploads');
}

/** Where a take stands: on its way, on the server already, or neither. */
export async function findUpload(
  takeId: string,
): Promise<{ pending: PendingUpload | null; savedAs: string | null }> {
  const db = await openSpoolDb();
  const [pending, session] = await Promise.all([db.get('uploads', takeId), db.get('sessions', takeId)]);
  return { pending: pending ?? null, savedAs: session?.savedAs ?? null };
}

export async function keepUpload(pending: PendingUpload): Promise<void> {
  await (await openSpoolDb()).put('uploads', pending);
}

export async function dropUpload(takeId: string): Promise<void> {
  await (await openSpoolDb()).delete('uploads', takeId);
}

/** The sound of a take as it lies on this device; null when it is gone. */
export async function readSound(takeId: string): Promise<Blob | null> {
  const db = await openSpoolDb();
  const [session, rows] = await Promise.all([
    db.get('sessions', takeId),
    db.getAll('chunks', chunksOf(takeId)),
  ]);
  if (!session || rows.length === 0) return null;
  return new Blob(
    rows.map((row) => row.data),
    { type: session.mime },
  );
}

/** The server has confirmed a take: nothing waits any more, and it is not offered again. Both or neither. */
export async function noteSaved(takeId: string, agreementId: string): Promise<void> {
  const db = await openSpoolDb();
  const write = db.transaction(['sessions', 'uploads'], 'readwrite');
  const sessions = write.objectStore('sessions');
  const session = await sessions.get(takeId);
  if (session) await sessions.put({ ...session, savedAs: agreementId });
  await write.objectStore('uploads').delete(takeId);
  await write.done;
}
