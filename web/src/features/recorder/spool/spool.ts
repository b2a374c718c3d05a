import { openSpoolDb, type SpoolSession } from './db';

/**
 * Writes a running take to the device, chunk by chunk and in order.
 * When the device refuses, the take goes on in memory and `isDurable` turns false.
 */
export class TakeSpool {
  isDurable = true;
  private queue: Promise<void> = Promise.resolve();
  private session: SpoolSession;

  constructor(
    first: Pick<SpoolSession, 'id' | 'mime' | 'startedAt' | 'form'>,
    private readonly onTrouble: () => void,
  ) {
    this.session = {
      ...first,
      updatedAt: first.startedAt,
      elapsedMs: 0,
      chunks: 0,
      bytes: 0,
      levels: [],
      savedAs: null,
    };
  }

  /** Adds one chunk; chunk and session are written together or not at all. */
  add(chunk: Blob, elapsedMs: number, levels: readonly number[]): void {
    const index = this.session.chunks;
    this.session = {
      ...this.session,
      updatedAt: Date.now(),
      elapsedMs,
      chunks: index + 1,
      bytes: this.session.bytes + chunk.size,
      levels: [...levels],
    };
    const row = this.session;
    this.enqueue(async () => {
      const data = await chunk.arrayBuffer();
      const db = await openSpoolDb();
      const write = db.transaction(['sessions', 'chunks'], 'readwrite');
      await Promise.all([
        write.objectStore('chunks').put({ session: row.id, index, data }),
        write.objectStore('sessions').put(row),
        write.done,
      ]);
    });
  }

  /** Resolves when everything added so far is written. */
  settled(): Promise<void> {
    return this.queue;
  }

  private enqueue(work: () => Promise<void>): void {
    this.queue = this.queue.then(async () => {
      if (!this.isDurable) return;
      try {
        await work();
      } catch {
        this.isDurable = false;
        this.onTrouble();
      }
    });
  }
}
