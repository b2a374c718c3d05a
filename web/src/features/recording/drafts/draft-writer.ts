import { getSession } from '../../../lib/session/session';
import type { LineTurn } from '../spoken';
import { drafts, type StoredDraft } from './draft-db';

/** A running or paused draft gives a sign of life this often, in ms. */
const HEARTBEAT_MS = 15_000;
/** As many lines as the server takes of one recording. */
const MOST_TURNS = 100;
/** More pieces than this waiting to be written mean that the device does not keep up. */
const MOST_WAITING = 60;

/**
 * Writes a running draft to the device, chunk by chunk and in order.
 * When the device refuses, the draft goes on in memory and `isDurable` turns false.
 */
export class DraftWriter {
  isDurable = true;
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private draft: StoredDraft;
  private levelsKept = 0;
  private readonly heartbeat: ReturnType<typeof setInterval>;

  /** @param onFailed the device no longer keeps this draft */
  constructor(
    first: Pick<StoredDraft, 'id' | 'mime' | 'startedAt' | 'form' | 'language' | 'fileName' | 'fileBytes'>,
    private readonly onFailed: () => void,
  ) {
    this.draft = {
      ...first,
      updatedAt: first.startedAt,
      elapsedMs: 0,
      chunks: 0,
      bytes: 0,
      userId: getSession().user?.id,
      savedAs: null,
    };
    this.heartbeat = setInterval(() => this.noteAlive(), HEARTBEAT_MS);
  }

  /** Adds one chunk with all levels so far; chunk and draft are written together or not at all. */
  add(chunk: Blob, elapsedMs: number, levels: readonly number[]): void {
    const index = this.draft.chunks;
    this.draft = {
      ...this.draft,
      updatedAt: Date.now(),
      elapsedMs,
      chunks: index + 1,
      bytes: this.draft.bytes + chunk.size,
    };
    const row = this.draft;
    const newLevels = levels.slice(this.levelsKept);
    this.levelsKept = levels.length;
    this.enqueue(async () => {
      const data = await chunk.arrayBuffer();
      await drafts.use((db) => {
        const write = db.transaction(['sessions', 'chunks'], 'readwrite');
        return Promise.all([
          write.objectStore('chunks').put({ session: row.id, index, data, levels: newLevels }),
          putDraft(write.objectStore('sessions'), row),
          write.done,
        ]);
      });
    });
  }

  /** Who was signed in when it began. */
  get userId(): number | undefined {
    return this.draft.userId;
  }

  /** Whose lines were pressed as said when, in order. */
  get turns(): readonly LineTurn[] {
    return this.draft.turns ?? [];
  }

  /** Adds a line that was pressed. Those beyond what the server takes are left out. */
  note(turn: LineTurn): void {
    if (this.turns.length >= MOST_TURNS) return;
    this.draft = { ...this.draft, turns: [...this.turns, turn] };
    this.noteAlive();
  }

  /** A sign of life, so that nobody takes a paused draft for a lost one. */
  noteAlive(): void {
    // Nothing is kept yet, so nothing can be taken for lost.
    if (this.draft.chunks === 0) return;
    this.draft = { ...this.draft, updatedAt: Date.now() };
    const row = this.draft;
    this.enqueue(async () => {
      await drafts.use((db) => {
        const write = db.transaction('sessions', 'readwrite');
        return Promise.all([putDraft(write.store, row), write.done]);
      });
    });
  }

  /** The draft is complete: no more signs of life. */
  close(): void {
    clearInterval(this.heartbeat);
  }

  /** Resolves when everything added so far is written. */
  settled(): Promise<void> {
    return this.queue;
  }

  private enqueue(work: () => Promise<void>): void {
    this.waiting += 1;
    if (this.waiting > MOST_WAITING) this.giveUp();
    this.queue = this.queue.then(async () => {
      this.waiting -= 1;
      if (!this.isDurable) return;
      try {
        await work();
      } catch {
        this.giveUp();
      }
    });
  }

  private giveUp(): void {
    if (!this.isDurable) return;
    this.isDurable = false;
    this.close();
    this.onFailed();
  }
}

/** A draft may be saved on the server, and its form changed, while the device still writes its end: that stays known. */
async function putDraft(
  sessions: {
    get: (id: string) => Promise<StoredDraft | undefined>;
    put: (row: StoredDraft) => Promise<unknown>;
  },
  row: StoredDraft,
): Promise<void> {
  const kept = await sessions.get(row.id);
  await sessions.put({ ...row, savedAs: kept?.savedAs ?? row.savedAs, form: kept?.form ?? row.form });
}

const RECORDER = 'ssc-recorder';
/** The page before this one may still be closing, on a slow phone for a second or more; it gets this long to let go, in ms. */
const HANDOVER_MS = 2000;

/** The name of the browser-wide lock of a draft that a tab records or shows. */
export function draftLockName(id: string): string {
  return `ssc-take:${id}`;
}

/** Holds a lock until the answer is called; null when somebody else holds it. */
async function hold(name: string): Promise<(() => void) | null> {
  const locks = navigator.locks;
  // Without locks nobody can be asked, and recording matters more.
  if (!locks) return () => undefined;
  return new Promise((resolve) => {
    locks
      .request(
        name,
        { signal: AbortSignal.timeout(HANDOVER_MS) },
        () => new Promise<void>((letGo) => resolve(() => letGo())),
      )
      .catch((error: unknown) => {
        const isHeld = error instanceof DOMException && /^(Abort|Timeout)Error$/.test(error.name);
        resolve(isHeld ? null : () => undefined);
      });
  });
}

/** Takes the one place of this site's recorder; null while another tab records. Call the answer to give it back. */
export function holdRecorderLock(): Promise<(() => void) | null> {
  return hold(RECORDER);
}

/** Shows the other tabs that this one records or shows a draft. Call the answer when it no longer does. */
export function holdDraftLock(id: string): () => void {
  let isOver = false;
  let letGo: (() => void) | null = null;
  hold(draftLockName(id))
    .then((release) => {
      if (isOver) release?.();
      else letGo = release;
    })
    .catch(() => undefined);
  return () => {
    isOver = true;
    letGo?.();
  };
}

/** The locks of drafts that any tab records or shows; null where the browser keeps no locks. */
export async function heldLocks(): Promise<ReadonlySet<string> | null> {
  if (!navigator.locks) return null;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map((lock) => lock.name ?? ''));
}
