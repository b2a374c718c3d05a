import { getSession } from '../../../lib/session/session';
import { DAY_MS, MINUTE_MS } from '../../../lib/time';
import { chunksOf, openDraftDb, type StoredDraft } from './draft-db';
import { draftLockName, heldLocks } from './draft-writer';
import { forgetPhoto } from './kept-photo';

const KEEP_SAVED_MS = 30 * DAY_MS;
const KEEP_EMPTY_MS = DAY_MS;
/** Without locks, a draft that gave no sign of life for this long has lost its recorder. */
const SILENT_MS = 3 * MINUTE_MS;

/** What a draft is for; without either it begins a contract. Kept in the draft's form under the same names. */
export interface DraftPurpose {
  /** The agreement whose consent is asked for. */
  consentFor?: string;
  /** The agreement that is recorded once more. */
  retakeOf?: string;
}

/** Whether there is sound to hear: the first chunk of an MP4 is only its header, and a part of a file may not be played. */
function hasSound({ mime, chunks, bytes, fileBytes = 0 }: StoredDraft): boolean {
  return bytes >= fileBytes && chunks > (mime.startsWith('audio/mp4') ? 1 : 0);
}

/** Whether a tab records a draft, or shows it after Stop. Without locks nobody is told of what is only shown. */
function isInUse(draft: StoredDraft, held: ReadonlySet<string> | null, now: number): boolean {
  return held ? held.has(draftLockName(draft.id)) : now - draft.updatedAt < SILENT_MS;
}

/**
 * Whose eyes and ears a draft is for: what somebody signed in has recorded is theirs alone, also on a shared device. That
 * of a visitor is for anybody here: whoever made it may have signed in since.
 */
function isFor({ userId }: StoredDraft, readerId: number | undefined): boolean {
  return userId === undefined || userId === readerId;
}

/**
 * Which of the kept drafts to offer, newest first: for this purpose and this reader, with sound, not on the server yet,
 * not in use in any tab. @param held locks of drafts in use; null where the browser keeps none
 * @param readerId who is signed in; left out for a visitor
 */
export function pickRecoverable(
  drafts: readonly StoredDraft[],
  held: ReadonlySet<string> | null,
  { consentFor, retakeOf }: DraftPurpose,
  now: number,
  readerId?: number,
): StoredDraft[] {
  return drafts
    .filter(
      (s) =>
        s.savedAs === null &&
        isFor(s, readerId) &&
        hasSound(s) &&
        !isInUse(s, held, now) &&
        s.form.consentFor === consentFor &&
        s.form.retakeOf === retakeOf,
    )
    .sort((a, b) => b.updatedAt - a.updatedAt);
}

/** What nobody needs any more: long on the server, or nothing to hear. */
function isStale(draft: StoredDraft, now: number): boolean {
  const age = now - draft.updatedAt;
  return draft.savedAs === null ? !hasSound(draft) && age > KEEP_EMPTY_MS : age > KEEP_SAVED_MS;
}

/** The drafts that a reload or a crash left behind, for whoever is signed in now, newest first. Stale ones are cleared on the way. */
export async function findRecoverable(purpose: DraftPurpose, now = Date.now()): Promise<StoredDraft[]> {
  const readerId = getSession().user?.id;
  try {
    const db = await openDraftDb();
    const drafts = await db.getAll('sessions');
    for (const old of drafts.filter((s) => isStale(s, now))) await discardDraft(old.id);
    // Sent off already: these go on by themselves.
    const onTheirWay = new Set(await db.getAllKeys('uploads'));
    const others = drafts.filter(({ id }) => !onTheirWay.has(id));
    return pickRecoverable(others, await heldLocks(), purpose, now, readerId);
  } catch {
    return [];
  }
}

/** Whether a visitor would be offered a draft after signing in: nothing else is told of it. */
export async function isKeptForAnAccount(purpose: DraftPurpose, now = Date.now()): Promise<boolean> {
  if (getSession().user) return false;
  try {
    const db = await openDraftDb();
    const held = await heldLocks();
    const onTheirWay = new Set(await db.getAllKeys('uploads'));
    const drafts = await db.getAll('sessions');
    const ofAccounts = drafts.filter(({ id, userId }) => userId !== undefined && !onTheirWay.has(id));
    return ofAccounts.some((draft) => pickRecoverable([draft], held, purpose, now, draft.userId).length > 0);
  } catch {
    return false;
  }
}

/** Puts the sound of a kept draft and its loudness together again. Rejects when the device cannot read it. */
export async function readDraft(draft: Pick<StoredDraft, 'id' | 'mime'>): Promise<DraftSound> {
  const sound = await soundOf(draft);
  if (!sound) throw new Error('The beginning of the draft is missing.');
  return sound;
}

/** The sound of a draft as it lies on this device; null when it, or its beginning, is gone. */
export async function readSound(draftId: string): Promise<Blob | null> {
  const draft = await (await openDraftDb()).get('sessions', draftId);
  const sound = draft && (await soundOf(draft));
  return sound?.blob ?? null;
}

interface DraftSound {
  blob: Blob;
  levels: number[];
}

/** Null without its beginning: no container can be read then. */
async function soundOf({ id, mime }: Pick<StoredDraft, 'id' | 'mime'>): Promise<DraftSound | null> {
  const rows = await (await openDraftDb()).getAll('chunks', chunksOf(id));
  if (rows[0]?.index !== 0) return null;
  const blob = new Blob(
    rows.map((row) => row.data),
    { type: mime },
  );
  return { blob, levels: rows.flatMap((row) => row.levels ?? []) };
}

/**
 * Removes a draft from this device, with the photo that its form names.
 * @param keepsPhoto where a form on the screen goes on with that photo
 */
export async function discardDraft(id: string, { keepsPhoto = false } = {}): Promise<void> {
  const db = await openDraftDb();
  const write = db.transaction(['sessions', 'chunks'], 'readwrite');
  const stored = write.objectStore('sessions');
  const [draft] = await Promise.all([
    stored.get(id),
    stored.delete(id),
    write.objectStore('chunks').delete(chunksOf(id)),
    write.done,
  ]);
  if (!keepsPhoto) await forgetUnnamedPhoto(draft?.form.keptPhoto).catch(() => undefined);
}

/** Removes a kept photo, unless it goes with a draft that waits on this device: several may be made with the same form. */
export async function forgetUnnamedPhoto(photo: string | undefined): Promise<void> {
  if (!photo) return;
  const drafts = await (await openDraftDb()).getAll('sessions');
  const isNamed = drafts.some(({ savedAs, form }) => savedAs === null && form.keptPhoto === photo);
  if (!isNamed) await forgetPhoto(photo);
}

/** Keeps what the form beside a draft says by now; nothing happens where the device no longer has that draft. */
export async function keepForm(id: string, form: Record<string, string>): Promise<void> {
  const db = await openDraftDb();
  const write = db.transaction('sessions', 'readwrite');
  const change = async () => {
    const draft = await write.store.get(id);
    if (draft) await write.store.put({ ...draft, form });
  };
  await Promise.all([change(), write.done]);
}

/** A draft that was for a contract begins one of its own from now on. */
export function keepForNewContract({ id, form }: Pick<StoredDraft, 'id' | 'form'>): Promise<void> {
  const { retakeOf: _retakeOf, ...details } = form;
  return keepForm(id, details);
}

/** What the device has of a draft that the server has is not offered again. One that is full takes no note, but still deletes. */
export function setAside(id: string, agreementId: string): Promise<void> {
  return markSaved(id, agreementId).catch(() => discardDraft(id));
}

/** The server has this draft, with its photo: nothing waits any more, and it is not offered again. Both or neither. */
export async function markSaved(id: string, agreementId: string): Promise<void> {
  const db = await openDraftDb();
  const write = db.transaction(['sessions', 'uploads'], 'readwrite');
  const change = async () => {
    const stored = write.objectStore('sessions');
    const draft = await stored.get(id);
    if (draft) await stored.put({ ...draft, savedAs: agreementId });
    await write.objectStore('uploads').delete(id);
    return draft;
  };
  const [draft] = await Promise.all([change(), write.done]);
  await forgetUnnamedPhoto(draft?.form.keptPhoto).catch(() => undefined);
}
