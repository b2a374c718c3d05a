import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { WorkLimit } from '../recordings/recordings.module.js';

/** Drafts that are kept, in bytes of all. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Drafts that wait to be drawn; whoever wants another one is asked to come back. */
const MOST_WAITING = 16;

/**
 * Certificates of what is not sealed. Whoever recorded something may ask for one as often as they like, and drawing takes
 * this process for a moment: they are drawn one at a time, and each once for as long as nothing in it changes.
 */
@Injectable()
export class DraftCertificates {
  private readonly kept = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  private readonly underway = new Map<string, Promise<Buffer>>();
  private readonly limit = new WorkLimit(1, MOST_WAITING);

  /**
   * @param key the same for the same content alone
   * @throws AppError `unavailable` when too many wait already
   */
  async get(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.kept.get(key) ?? this.underway.get(key);
    if (known) return known;
    const drawn = this.limit.run(draw).finally(() => this.underway.delete(key));
    this.underway.set(key, drawn);
    const draft = await drawn;
    this.kept.set(key, draft);
    return draft;
  }
}
