import { chunksOf, openSpoolDb, type SpoolSession } from './draft-db';
import { heldLocks, takeLockName } from './draft-writer';

const KEEP_SAVED_MS = 30 * 24 * 60 * 60 * 1000;
const KEEP_EMPTY_MS = 24 * 60 * 60 * 1000;
/** Without locks, a take that gave no sign of life for this long has lost its recorder. */
const SILENT_MS = 3 * 60 * 1000;

/** What a take is for; without either it begins a contract. Kept in the take's form under the same names. */
export interface TakePurpose {
  /** The agreement whose consent is asked for. */
  consentFor?: string;
  /** The agreement that is recorded once more. */
  retakeOf?: string;
}

/** Whether there is sound to hear: the first chunk of an MP4 is only its header. */
function hasSound({ mime, chunks }: SpoolSession): boolean {
  return chunks > (mime.startsWith('audio/mp4') ? 1 : 0);
}

function isRunning(session: SpoolSession, held: ReadonlySet<string> | null, now: number): boolean {
  return held ? held.has(takeLockName(session.id)) : now - session.updatedAt < SILENT_MS;
}

/**
 * Which of the kept takes to offer, newest first: for this purpose, with sound, not on the server yet,
 * not running in any tab. @param held locks of running takes; null where the browser keeps none
 */
export function pickOrphans(
  sessions: readonly SpoolSession[],
  held: ReadonlySet<string> | null,
  { consentFor, retakeOf }: TakePurpose,
  now: number,
): SpoolSession[] {
  return sessions
    .filter(
      (s) =>
        s.savedAs === null &&
        hasSound(s) &&
        !isRunning(s, held, now) &&
        s.form.consentFor === consentFor &&
        s.form.retakeOf === retakeOf,
    )
    .sort((a, b) => b.updatedAt - a.updatedAt);
}

/** What nobody needs any more: long on the server, or nothing to hear. */
function isStale(session: SpoolSession, now: number): boolean {
  const age = now - session.updatedAt;
  return session.savedAs === null ? !hasSound(session) && age > KEEP_EMPTY_MS : age > KEEP_SAVED_MS;
}

/** The takes that a reload or a crash left behind, newest first. Stale ones are cleared on the way. */
export async function findOrphans(purpose: TakePurpose, now = Date.now()): Promise<SpoolSession[]> {
  try {
    const db = await openSpoolDb();
    const sessions = await db.getAll('sessions');
    for (const old of sessions.filter((s) => isStale(s, now))) await discardTake(old.id);
    // Sent off already: these go on by themselves.
    const onTheirWay = new Set(await db.getAllKeys('uploads'));
    const others = sessions.filter(({ id }) => !onTheirWay.has(id));
    return pickOrphans(others, await heldLocks(), purpose, now);
  } catch {
    return [];
  }
}

/** Puts the sound of a kept take and its loudness together again. Rejects when the device cannot read it. */
export async function readTake(session: SpoolSession): Promise<{ blob: Blob; levels: number[] }> {
  const db = await openSpoolDb();
  const rows = await db.getAll('chunks', chunksOf(session.id));
  // Without its beginning no container can be read.
  if (rows[0]?.index !== 0) throw new Error('The beginning of the take is missing.');
  const blob = new Blob(
    rows.map((row) => row.data),
    { type: session.mime },
  );
  return { blob, levels: rows.flatMap((row) => row.levels ?? []) };
}

/** Removes a take from this device. */
export async function discardTake(id: string): Promise<void> {
  const db = await openSpoolDb();
  const write = db.transaction(['sessions', 'chunks'], 'readwrite');
  await Promise.all([
    write.objectStore('chunks').delete(chunksOf(id)),
    write.objectStore('sessions').delete(id),
    write.done,
  ]);
}

/** Notes that the server has this take, so that it is not offered again. */
export async function markSaved(id: string, agreementId: string): Promise<void> {
  const db = await openSpoolDb();
  const session = await db.get('sessions', id);
  if (session) await db.put('sessions', { ...session, savedAs: agreementId });
}
