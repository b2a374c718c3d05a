import type { UploadTarget } from '../features/recording/drafts/draft-db';
import type { FinalizeInput, ReceivedChunk, UploadApi } from '../features/recording/upload/upload-api';
import { ApiError } from '../lib/api/api-error';
import type { SavedRecording } from '../lib/api/api-types';
import { hashOf } from '../lib/browser/files';

export const unreachable = (): ApiError => new ApiError(0, 'unreachable', '');

interface Collected {
  target: UploadTarget;
  chunks: Map<number, Blob>;
  saved: SavedRecording | null;
}

/** What a call does instead of working: fails before it arrives, or after it did. */
export type Fault = { when: 'before' | 'after'; error: Error };

/** A server of recordings in memory that keeps its word, and breaks when it is told to. */
export class FakeUploadServer implements UploadApi {
  readonly uploads = new Map<string, Collected>();
  /** Every call that began, in order. */
  readonly calls: string[] = [];
  readonly finishes: FinalizeInput[] = [];
  /** Whose each upload was begun as. */
  readonly begunBy: (number | undefined)[] = [];
  maxChunkBytes = 4;
  mostAtOnce = 0;
  /** Asked before each call; `what` is "begin", "kept", "put 3" or "finalize". */
  fault: (what: string, nth: number) => Fault | null = () => null;
  private atOnce = 0;

  begin(userId?: number): Promise<UploadTarget> {
    this.begunBy.push(userId);
    return this.answer('begin', async () => {
      const recordingId = `r${this.uploads.size + 1}`;
      const target = { recordingId, uploadToken: 't', maxChunkBytes: this.maxChunkBytes };
      this.uploads.set(recordingId, { target: target, chunks: new Map(), saved: null });
      return target;
    });
  }

  kept(target: UploadTarget): Promise<ReceivedChunk[]> {
    return this.answer('kept', async () =>
      [...this.at(target).chunks].map(([n, data]) => ({ n, bytes: data.size })),
    );
  }

  put(target: UploadTarget, n: number, data: Blob): Promise<string> {
    return this.answer(`put ${n}`, async () => {
      const { chunks } = this.at(target);
      const known = chunks.get(n);
      if (known && (await hashOf(known)) !== (await hashOf(data)))
        throw new ApiError(409, 'chunk_conflict', '');
      chunks.set(n, data);
      return (await hashOf(data)) ?? '';
    });
  }

  finalize(target: UploadTarget, finish: FinalizeInput): Promise<SavedRecording> {
    this.finishes.push(finish);
    return this.answer('finalize', async () => {
      const upload = this.at(target);
      if (upload.saved) return upload.saved;
      const missing = Array.from({ length: finish.chunks }, (_, n) => n).filter((n) => !upload.chunks.has(n));
      if (missing.length > 0) throw new ApiError(409, 'upload_incomplete', '', null, [], { missing });
      const sound = new Blob([...upload.chunks].sort(([a], [b]) => a - b).map(([, data]) => data));
      upload.saved = {
        ...{ agreementId: `a-${target.recordingId}`, claimToken: 'claim', status: 'pending' },
        ...{ sha256: (await hashOf(sound)) ?? '', bytes: sound.size, durationSeconds: 1, createdAt: '' },
      };
      return upload.saved;
    });
  }

  /** How often a call of this name began. */
  count(what: string): number {
    return this.calls.filter((call) => call === what).length;
  }

  private at(target: UploadTarget): Collected {
    const upload = this.uploads.get(target.recordingId);
    if (!upload) throw new ApiError(404, 'not_found', '');
    return upload;
  }

  private async answer<T>(what: string, work: () => Promise<T>): Promise<T> {
    this.calls.push(what);
    const fault = this.fault(what, this.count(what));
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    try {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (fault?.when === 'before') throw fault.error;
      const answer = await work();
      if (fault) throw fault.error;
      return answer;
    } finally {
      this.atOnce -= 1;
    }
  }
}
