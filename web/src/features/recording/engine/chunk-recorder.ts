import type { SpokenLanguage } from '../../../lib/api/api-types';
import type { StoredDraft } from '../drafts/draft-db';
import { DraftWriter } from '../drafts/draft-writer';
import type { LineTurn } from '../spoken';

const TIMESLICE_MS = 1000;
/** The first piece of an MP4 is only its header: with a second each, nothing would be heard of the first two. */
const MP4_TIMESLICE_MS = 500;
/** The browser says that it stopped long before this; when it says nothing, the recording is complete as it is. In ms. */
const STOP_MS = 3000;

interface ChunkRecorderEvents {
  /** A piece of sound came. */
  onChunk: () => void;
  /** No more sound comes; whether `stop` was called. */
  onEnd: (isAsked: boolean) => void;
  /** The device no longer keeps this recording; it goes on in memory. */
  onStoreFailed: () => void;
  elapsedMs: () => number;
}

/** Turns one stream into one recording: in memory, and piece by piece on the device. */
export class ChunkRecorder {
  readonly id = crypto.randomUUID();
  readonly startedAt = new Date();
  /** Loudness every 100 ms, 0 to 1. */
  readonly levels: number[] = [];
  private readonly media: MediaRecorder;
  private readonly draftWriter: DraftWriter;
  // Kept beside the copy on the device, so that nothing is missing when the device gives up.
  private readonly chunks: Blob[] = [];
  private isAsked = false;
  private isOver = false;
  /** Length in ms when the recording was let go. */
  private lengthMs: number | null = null;
  private late: ReturnType<typeof setTimeout> | undefined;

  readonly language: SpokenLanguage;

  /** The form and the language are kept beside the sound, for recovery. */
  constructor(
    stream: MediaStream,
    { form, language }: Pick<StoredDraft, 'form'> & { language: SpokenLanguage },
    private readonly events: ChunkRecorderEvents,
  ) {
    this.language = language;
    const mimeType = pickMime((mime) => MediaRecorder.isTypeSupported(mime));
    this.media = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitrateFor(mimeType) });
    this.draftWriter = new DraftWriter(
      {
        ...{ id: this.id, mime: mimeType ?? this.media.mimeType, startedAt: this.startedAt.getTime() },
        ...{ form, language },
      },
      events.onStoreFailed,
    );
    this.media.ondataavailable = ({ data }) => this.keep(data);
    this.media.onstop = () => this.end();
    this.media.onerror = () => this.end();
    this.media.start(this.mime.startsWith('audio/mp4') ? MP4_TIMESLICE_MS : TIMESLICE_MS);
  }

  /** Whether this recording can still grow. */
  get isOpen(): boolean {
    return !this.isOver && this.media.state !== 'inactive';
  }

  get isDurable(): boolean {
    return this.draftWriter.isDurable;
  }

  /** Who was signed in when it began; undefined for a visitor. */
  get userId(): number | undefined {
    return this.draftWriter.userId;
  }

  /** Whose lines were pressed as said when, in order. */
  get turns(): readonly LineTurn[] {
    return this.draftWriter.turns;
  }

  noteTurn(turn: LineTurn): void {
    this.draftWriter.note(turn);
  }

  pause(): void {
    if (this.media.state === 'recording') this.media.pause();
  }

  resume(): void {
    if (this.media.state === 'paused') this.media.resume();
  }

  /** The page may go away: what is there is written, and a sign of life. */
  flush(): void {
    if (this.media.state === 'recording') this.media.requestData();
    this.draftWriter.noteAlive();
  }

  /** Asks for the last piece; `onEnd` follows. */
  stop(): void {
    this.isAsked = true;
    if (!this.isOpen) {
      this.isOver = false;
      this.end();
      return;
    }
    this.late = setTimeout(() => this.end(), STOP_MS);
    this.media.stop();
  }

  /** Stops without calling `onEnd`; what the device keeps stays there. */
  abandon(): void {
    this.isOver = true;
    this.lengthMs = this.events.elapsedMs();
    clearTimeout(this.late);
    if (this.media.state !== 'inactive') this.media.stop();
    this.draftWriter.close();
  }

  /** The whole sound so far. */
  sound(): Blob {
    return new Blob(this.chunks, { type: this.mime });
  }

  get mime(): string {
    return this.media.mimeType || this.chunks[0]?.type || 'audio/webm';
  }

  /** Resolves when everything is on the device, or the device gave up. */
  settled(): Promise<void> {
    return this.draftWriter.settled();
  }

  private keep(data: Blob): void {
    // After `abandon` the last piece still belongs to what the device keeps.
    if (data.size === 0) return;
    this.chunks.push(data);
    this.draftWriter.add(data, this.lengthMs ?? this.events.elapsedMs(), this.levels);
    if (!this.isOver) this.events.onChunk();
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.late);
    this.draftWriter.close();
    this.events.onEnd(this.isAsked);
  }
}

/** Containers in the order of preference: fragmented MP4 carries its length and seeks, WebM often does not. */
export const MIME_ORDER = [
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/webm;codecs=opus',
  'audio/webm',
] as const;

/** The first supported container; undefined lets the browser choose. */
export function pickMime(isSupported: (mime: string) => boolean): string | undefined {
  return MIME_ORDER.find((mime) => isSupported(mime));
}

/** Bits per second that speech needs: AAC more than Opus, which is what everything else holds. */
export function bitrateFor(mime: string | undefined): number {
  return mime?.includes('mp4a') ? 64_000 : 48_000;
}

/** A file name whose ending tells the truth about the container. */
export function fileNameFor(mime: string): string {
  const container = mime.split(';')[0]?.trim().toLowerCase();
  if (container === 'audio/mp4') return 'recording.m4a';
  if (container === 'audio/webm') return 'recording.webm';
  if (container === 'audio/ogg') return 'recording.ogg';
  return 'recording.bin';
}
