import { t } from '#texts/common';
import { ApiError } from '../../../lib/api/api-error';
import type { SavedRecording } from '../../../lib/api/api-types';
import type { Bell } from '../../../lib/bell';
import { hashOf } from '../../../lib/sha256';
import type { PendingUpload, UploadPlace } from '../drafts/draft-db';
import { causeOf, delayMs, isPassing, MAX_DELAY_MS, type WaitCause } from './retry';
import type { KeptPart, PartServer } from './upload-api';

const PARALLEL = 3;

/** How far a take is on its way. */
export interface TransferNews {
  /** Null while it is being sent; else why the next try waits. */
  waitsFor: WaitCause | null;
  /** What the server has confirmed, 0 to 1. */
  share: number;
}

interface TransferOptions {
  sound: Blob;
  pending: PendingUpload;
  server: PartServer;
  /** Keeps where the server collects the parts, so that a reload goes on there. */
  remember: (place: UploadPlace | null) => Promise<void>;
  onNews: (news: TransferNews) => void;
  /** Rung when the network may be back. */
  bell: Bell;
  signal: AbortSignal;
  isOnline: () => boolean;
}

const has = (error: unknown, ...codes: string[]) => error instanceof ApiError && codes.includes(error.code);

/**
 * Brings one take to the server, however often the way there breaks: in parts, each sent until it is confirmed, then
 * put together by one call that may be asked again.
 */
export class Transfer {
  private place: UploadPlace | null;
  private parts: Part[] = [];
  private readonly confirmed = new Set<number>();
  /** Whether the server may have more, or less, than we know. */
  private isUnsure = true;
  /** Failed tries since something last went well. */
  private failures = 0;
  private hasBegunAnew = false;

  constructor(private readonly options: TransferOptions) {
    this.place = options.pending.recording;
  }

  /**
   * Ends when the server has the take.
   * @throws ApiError what the server will not take, or `hash_mismatch`; DOMException AbortError
   */
  async run(): Promise<SavedRecording> {
    const own = hashOf(this.options.sound);
    // Looked at below; until then its failure is nobody's concern.
    own.catch(() => undefined);
    const saved = await this.untilSaved();
    if (![null, saved.sha256].includes(await own)) {
      await this.forget();
      throw new ApiError(0, 'hash_mismatch', t.safe.mismatch, t.safe.mismatch);
    }
    return saved;
  }

  private async untilSaved(): Promise<SavedRecording> {
    for (;;) {
      try {
        return await this.round();
      } catch (error) {
        this.options.signal.throwIfAborted();
        await this.recover(error);
      }
    }
  }

  private async round(): Promise<SavedRecording> {
    const { server, signal, pending } = this.options;
    signal.throwIfAborted();
    this.tell(null);
    const place = await this.open();
    await this.sendMissing(place);
    const { agreementData, photo } = pending;
    return server.finalize(place, { agreementData, photo, parts: this.parts.length }, signal);
  }

  /** A place at the server, and what it has there. */
  private async open(): Promise<UploadPlace> {
    const { server, sound, remember } = this.options;
    const known = this.place;
    const place = known ?? (await server.begin());
    this.parts = partsOf(sound.size, place.maxChunkBytes);
    if (!known) {
      this.place = place;
      // Without it a reload sends everything again; nothing worse.
      await remember(place).catch(() => undefined);
    } else if (this.isUnsure) {
      const kept = await server.kept(place);
      if (!fits(this.parts, kept)) throw new ApiError(409, 'chunk_conflict', 'Other parts are kept there.');
      this.confirmed.clear();
      for (const { n } of kept) this.confirmed.add(n);
      this.tell(null);
    }
    this.isUnsure = false;
    return place;
  }

  /** Some parts at a time. After a failure those on their way are waited for: they need not be sent again. */
  private async sendMissing(place: UploadPlace): Promise<void> {
    const left = this.parts.filter((part) => !this.confirmed.has(part.n));
    const failures: unknown[] = [];
    const lane = async () => {
      for (;;) {
        const part = failures.length === 0 ? left.shift() : undefined;
        if (!part) return;
        await this.send(place, part).catch((error: unknown) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, lane));
    if (failures.length > 0) throw failures.find((error) => !isPassing(error)) ?? failures[0];
  }

  private async send(place: UploadPlace, { n, start, end }: Part): Promise<void> {
    const { server, sound, signal } = this.options;
    signal.throwIfAborted();
    const data = sound.slice(start, end);
    const own = await hashOf(data);
    const arrived = await server.put(place, n, data, signal);
    if (own !== null && own !== arrived) throw new ApiError(409, 'chunk_conflict', 'Other bytes arrived.');
    this.confirmed.add(n);
    this.failures = 0;
    this.tell(null);
  }

  /** Makes the next round possible. @throws what no further round makes better */
  private async recover(error: unknown): Promise<void> {
    // Too old, or mixed up: everything once more, at another place.
    if (has(error, 'not_found', 'chunk_conflict') && !this.hasBegunAnew) {
      this.hasBegunAnew = true;
      await this.forget();
      return;
    }
    if (!has(error, 'upload_incomplete') && !isPassing(error)) throw error;
    this.isUnsure = true;
    this.failures += 1;
    this.tell(isPassing(error) ? causeOf(error) : 'server');
    const { bell, signal, isOnline } = this.options;
    // Where the browser says that there is no network it will also say when it is back.
    await bell.wait(isOnline() ? delayMs(this.failures) : MAX_DELAY_MS, signal);
  }

  private async forget(): Promise<void> {
    this.place = null;
    this.confirmed.clear();
    await this.options.remember(null).catch(() => undefined);
  }

  private tell(waitsFor: WaitCause | null): void {
    const { sound, onNews } = this.options;
    onNews({ waitsFor, share: sound.size === 0 ? 0 : bytesOf(this.parts, this.confirmed) / sound.size });
  }
}

/** Small enough that a cut connection costs seconds, large enough that the answers do not slow it down. */
const PART_BYTES = 256 * 1024;

/** A piece of the sound: bytes `start` up to, not including, `end`. */
export interface Part {
  n: number;
  start: number;
  end: number;
}

/** Cuts a sound of that many bytes; a server that takes less at once gets smaller parts. */
export function partsOf(bytes: number, maxPartBytes: number): Part[] {
  const size = Math.max(1, Math.min(PART_BYTES, maxPartBytes));
  return Array.from({ length: Math.ceil(bytes / size) }, (_, n) => ({
    n,
    start: n * size,
    end: Math.min((n + 1) * size, bytes),
  }));
}

/** Whether what the server keeps are pieces of this sound cut like this; else it has to begin anew. */
export function fits(parts: readonly Part[], kept: readonly KeptPart[]): boolean {
  return kept.every(({ n, bytes }) => {
    const part = parts[n];
    return part !== undefined && part.end - part.start === bytes;
  });
}

/** Bytes of the parts with these numbers. */
export function bytesOf(parts: readonly Part[], numbers: ReadonlySet<number>): number {
  return parts.reduce((sum, part) => (numbers.has(part.n) ? sum + part.end - part.start : sum), 0);
}
