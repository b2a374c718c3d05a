import { recordTexts } from '#texts/record';
import { ApiError } from '../../../lib/api/api-error';
import type { SavedRecording } from '../../../lib/api/api-types';
import { hashOf } from '../../../lib/browser/files';
import type { Waker } from '../../../lib/waker';
import type { PendingUpload, UploadTarget } from '../drafts/draft-db';
import { brokenOff, causeOf, isPassing, pauseMs, untilAnswered, type WaitCause } from './retry';
import type { ReceivedChunk, UploadApi } from './upload-api';

const PARALLEL = 3;

/** How far a draft is on its way. */
export interface TransferProgress {
  /** Null while it is being sent; else why the next try waits. */
  waitsFor: WaitCause | null;
  /** What the server has confirmed, 0 to 1. */
  share: number;
}

interface TransferOptions {
  sound: Blob;
  pending: PendingUpload;
  api: UploadApi;
  /** Keeps where the server collects the chunks, so that a reload goes on there. */
  remember: (target: UploadTarget | null) => Promise<void>;
  onProgress: (progress: TransferProgress) => void;
  /** Rung when the network may be back. */
  waker: Waker;
  signal: AbortSignal;
  isOnline: () => boolean;
}

const has = (error: unknown, ...codes: string[]) => error instanceof ApiError && codes.includes(error.code);

/**
 * Brings one draft to the server, however often the way there breaks: in chunks, each sent until it is confirmed, then
 * put together by one call that may be asked again.
 */
export class ChunkTransfer {
  private target: UploadTarget | null;
  private chunks: Chunk[] = [];
  private readonly confirmed = new Set<number>();
  /** Whether the server may have more, or less, than we know. */
  private isUnsure = true;
  /** Failed tries since something last went well. */
  private failures = 0;
  private hasBegunAnew = false;

  constructor(private readonly options: TransferOptions) {
    this.target = options.pending.recording;
  }

  /**
   * Ends when the server has the draft.
   * @throws ApiError what the server will not take, or `hash_mismatch`; DOMException AbortError
   */
  async run(): Promise<SavedRecording> {
    // The whole sound may not fit into memory where its pieces do: then nothing is compared.
    const own = hashOf(this.options.sound).catch(() => null);
    const saved = await this.untilSaved();
    if (![null, saved.sha256].includes(await own)) {
      await this.forget();
      throw new ApiError(0, 'hash_mismatch', recordTexts.safe.mismatch, recordTexts.safe.mismatch);
    }
    return saved;
  }

  private async untilSaved(): Promise<SavedRecording> {
    for (;;) {
      try {
        return await this.attempt();
      } catch (error) {
        this.options.signal.throwIfAborted();
        await this.recover(brokenOff(error));
      }
    }
  }

  private async attempt(): Promise<SavedRecording> {
    const { api: server, signal, pending } = this.options;
    signal.throwIfAborted();
    this.report(null);
    const target = await this.open();
    await this.sendMissing(target);
    const { agreementData, photo } = pending;
    return server.finalize(target, { agreementData, photo, chunks: this.chunks.length }, signal);
  }

  /** An upload at the server, and what it has there. */
  private async open(): Promise<UploadTarget> {
    const { api: server, sound, remember, pending } = this.options;
    const known = this.target;
    const target = known ?? (await server.begin(pending.userId));
    this.chunks = cutIntoChunks(sound.size, target.maxChunkBytes);
    if (!known) {
      this.target = target;
      // Without it a reload sends everything again; nothing worse.
      await remember(target).catch(() => undefined);
    } else if (this.isUnsure) {
      const kept = await server.kept(target);
      if (!fits(this.chunks, kept)) throw new ApiError(409, 'chunk_conflict', 'Other parts are kept there.');
      this.confirmed.clear();
      for (const { n } of kept) this.confirmed.add(n);
      this.report(null);
    }
    this.isUnsure = false;
    return target;
  }

  /**
   * Some chunks at a time. After a failure those on their way are waited for: they need not be sent again. Then one goes
   * ahead alone: on a slow way each of several may arrive more slowly than the gateway waits for.
   */
  private async sendMissing(target: UploadTarget): Promise<void> {
    const left = this.chunks.filter((chunk) => !this.confirmed.has(chunk.n));
    const first = this.failures > 0 ? left.shift() : undefined;
    if (first) await this.send(target, first);
    const failures: unknown[] = [];
    const worker = async () => {
      for (;;) {
        const chunk = failures.length === 0 ? left.shift() : undefined;
        if (!chunk) return;
        await this.send(target, chunk).catch((error: unknown) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    if (failures.length > 0) throw failures.find((error) => !isPassing(error)) ?? failures[0];
  }

  private async send(target: UploadTarget, { n, start, end }: Chunk): Promise<void> {
    const { api: server, sound, signal } = this.options;
    signal.throwIfAborted();
    const data = sound.slice(start, end);
    const own = await hashOf(data);
    const arrived = await server.put(target, n, data, signal);
    if (own !== null && own !== arrived) throw new ApiError(409, 'chunk_conflict', 'Other bytes arrived.');
    this.confirmed.add(n);
    this.failures = 0;
    this.report(null);
  }

  /** Makes the next round possible. @throws what no further round makes better */
  private async recover(error: unknown): Promise<void> {
    // Too old, or mixed up: everything once more, in another upload.
    if (has(error, 'not_found', 'chunk_conflict') && !this.hasBegunAnew) {
      this.hasBegunAnew = true;
      await this.forget();
      return;
    }
    if (!has(error, 'upload_incomplete') && !isPassing(error)) throw error;
    this.isUnsure = true;
    this.failures += 1;
    const cause = isPassing(error) ? causeOf(error) : 'server';
    this.report(cause);
    const { waker, signal, isOnline } = this.options;
    await waker.wait(pauseMs(cause, this.failures, isOnline()), signal);
  }

  private async forget(): Promise<void> {
    this.target = null;
    this.confirmed.clear();
    await this.options.remember(null).catch(() => undefined);
  }

  private report(waitsFor: WaitCause | null): void {
    const { sound, onProgress } = this.options;
    onProgress({ waitsFor, share: sound.size === 0 ? 0 : bytesOf(this.chunks, this.confirmed) / sound.size });
  }
}

interface FinishOptions extends Pick<TransferOptions, 'pending' | 'api' | 'onProgress' | 'waker' | 'signal'> {
  /** Size of the sound that was sent off. */
  bytes: number;
}

/**
 * Ends an upload whose sound is no longer here: possible when all of it had arrived.
 * @returns null when the server has not all of it either
 * @throws ApiError what the server will not take; DOMException AbortError
 */
export async function finishWithoutSound(options: FinishOptions): Promise<SavedRecording | null> {
  const { pending, bytes, api: server, onProgress, waker, signal } = options;
  const { recording: target, agreementData, photo } = pending;
  if (!target) return null;
  const chunks = cutIntoChunks(bytes, target.maxChunkBytes);
  const asking = {
    onWait: (waitsFor: WaitCause | null) => onProgress({ waitsFor, share: 0 }),
    waker,
    signal,
  };
  try {
    const kept = await untilAnswered(() => server.kept(target), asking);
    if (kept.length < chunks.length || !fits(chunks, kept)) return null;
    const input = { agreementData, photo, chunks: chunks.length };
    return await untilAnswered(() => server.finalize(target, input, signal), asking);
  } catch (error) {
    if (has(error, 'not_found', 'upload_incomplete')) return null;
    throw error;
  }
}

/** Small enough that a cut connection costs seconds, large enough that the answers do not slow it down. */
const CHUNK_BYTES = 256 * 1024;

/** A piece of the sound: bytes `start` up to, not including, `end`. */
interface Chunk {
  n: number;
  start: number;
  end: number;
}

/** Cuts a sound of that many bytes; a server that accepts less at once gets smaller chunks. */
export function cutIntoChunks(bytes: number, maxChunkBytes: number): Chunk[] {
  const size = Math.max(1, Math.min(CHUNK_BYTES, maxChunkBytes));
  return Array.from({ length: Math.ceil(bytes / size) }, (_, n) => ({
    n,
    start: n * size,
    end: Math.min((n + 1) * size, bytes),
  }));
}

/** Whether what the server keeps are pieces of this sound cut like this; else it has to begin anew. */
export function fits(chunks: readonly Chunk[], kept: readonly ReceivedChunk[]): boolean {
  return kept.every(({ n, bytes }) => {
    const chunk = chunks[n];
    return chunk !== undefined && chunk.end - chunk.start === bytes;
  });
}

/** Bytes of the chunks with these numbers. */
export function bytesOf(chunks: readonly Chunk[], numbers: ReadonlySet<number>): number {
  return chunks.reduce((sum, chunk) => (numbers.has(chunk.n) ? sum + chunk.end - chunk.start : sum), 0);
}
