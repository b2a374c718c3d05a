import type { DraftRecording } from '../engine/recorder-state';
import { discardDraft, readDraft } from './draft-recovery';
import { DraftWriter } from './draft-writer';

/** Few enough for the writer at 100 MB, and each small enough for a phone. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Of an MP4 in one piece, recovery would think that only its header was kept. */
const LEAST_PIECES = 2;

/**
 * Keeps a file that was recorded elsewhere as if it had been recorded here: it can be sent after a reload as well.
 * @param form kept beside the sound, for recovery
 * @returns the copy, which can still be read when the file was moved, changed, or unplugged; null where this device keeps
 * none
 */
export async function keepFile(sound: DraftRecording, form: Record<string, string>): Promise<Blob | null> {
  const { id, blob, mime, language, fileName, levels } = sound;
  const startedAt = sound.startedAt.getTime();
  const writer = new DraftWriter(
    { id, mime, startedAt, form, language, fileName, fileBytes: blob.size },
    () => undefined,
  );
  const pieces = Math.max(LEAST_PIECES, Math.ceil(blob.size / PIECE_BYTES));
  const bytes = Math.ceil(blob.size / pieces);
  for (let n = 0; n < pieces; n += 1) {
    writer.add(blob.slice(n * bytes, (n + 1) * bytes), sound.seconds * 1000, levels);
  }
  writer.close();
  await writer.settled();
  const copy = writer.isDurable ? await readDraft({ id, mime }).catch(() => null) : null;
  if (copy?.blob.size === blob.size) return copy.blob;
  await discardDraft(id, { keepsPhoto: true }).catch(() => undefined);
  return null;
}
