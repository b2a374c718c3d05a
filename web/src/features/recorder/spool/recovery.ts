import { chunksOf, openSpoolDb, type SpoolSession } from './db';

const KEEP_SAVED_MS = 30 * 24 * 60 * 60 * 1000;

/** The name of the browser-wide lock that a running take holds. */
export function takeLockName(id: string): string {
  return `ssc-take:${id}`;
}

async function runningTakes(): Promise<Set<string>> {
  const state = await navigator.locks?.query();
  return new Set((state?.held ?? []).map((lock) => lock.name ?? ''));
}

/** Which of the kept takes to offer: has sound, not on the server yet, not running in another tab; newest first. */
export function pickOrphan(
  sessions: readonly SpoolSession[],
  held: ReadonlySet<string>,
): SpoolSession | null {
  const open = sessions.filter((s) => s.savedAs === null && s.chunks > 0 && !held.has(takeLockName(s.id)));
  return open.sort((a, b) => b.updatedAt - a.updatedAt)[0] ?? null;
}

/** The take that a reload or a crash left behind, or null. Old saved takes are cleared on the way. */
export async function findOrphan(now = Date.now()): Promise<SpoolSession | null> {
  try {
    const db = await openSpoolDb();
    const sessions = await db.getAll('sessions');
    for (const old of sessions.filter((s) => s.savedAs !== null && now - s.updatedAt > KEEP_SAVED_MS)) {
      await discardTake(old.id);
    }
    return pickOrphan(sessions, await runningTakes());
  } catch {
    return null;
  }
}

/** Puts the sound of a kept take together again. */
export async function readTake(session: SpoolSession): Promise<Blob> {
  const db = await openSpoolDb();
  const rows = await db.getAll('chunks', chunksOf(session.id));
  return new Blob(
    rows.map((row) => row.data),
    { type: session.mime },
  );
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
