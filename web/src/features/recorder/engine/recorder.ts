import { takeLockName } from '../spool/recovery';
import { TakeSpool } from '../spool/spool';
import { TakeClock } from './clock';
import { eventForMicrophoneError } from './errors';
import { LevelMeter } from './levels';
import { pickMime } from './mime';
import { holdsMicrophone, nextState, type RecorderEvent, type RecorderState } from './state';
import { ScreenLock } from './wake-lock';

const TIMESLICE_MS = 1000;
const TICK_MS = 100;
const BITS_PER_SECOND = 64_000;
const SILENCE_LEVEL = 0.12;
const SILENCE_START_MS = 4000;
const SILENCE_LATER_MS = 15_000;

/** A finished recording. */
export interface Take {
  id: string;
  blob: Blob;
  mime: string;
  seconds: number;
  startedAt: Date;
  /** Loudness every 100 ms, 0 to 1. */
  levels: number[];
  isOnDevice: boolean;
}

export interface RecorderSnapshot {
  state: RecorderState;
  /** Whole seconds recorded. */
  seconds: number;
  take: Take | null;
  isDurable: boolean;
  isSilent: boolean;
  /** In the interrupted state: whether the microphone came back. */
  canResume: boolean;
  /** Why the last take ended by itself. */
  endedBy: 'limit' | 'error' | null;
}

const EMPTY: RecorderSnapshot = {
  state: 'idle',
  seconds: 0,
  take: null,
  isDurable: true,
  isSilent: false,
  canResume: false,
  endedBy: null,
};

/** Records one take at a time. Holds no React; listeners are told when the snapshot changes. */
export class Recorder {
  private snapshot: RecorderSnapshot = EMPTY;
  private readonly listeners = new Set<() => void>();
  private readonly clock = new TakeClock(() => performance.now());
  private readonly screen = new ScreenLock();
  private media: MediaRecorder | null = null;
  private stream: MediaStream | null = null;
  private meter: LevelMeter | null = null;
  private spool: TakeSpool | null = null;
  private chunks: Blob[] = [];
  private levels: number[] = [];
  private lastSoundMs = 0;
  private startedAt = new Date(0);
  private id = '';
  private timer: ReturnType<typeof setInterval> | undefined;
  private unlock: (() => void) | null = null;
  /** Whether the stop that comes next was asked for. */
  private isAsked = false;
  /** Rises with every start and reset, so that late answers of the browser find out they are late. */
  private round = 0;

  /** @param limitSeconds longest take in seconds; 0 means no limit */
  constructor(private readonly limitSeconds: number) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): RecorderSnapshot => this.snapshot;

  /** Loudness right now, 0 to 1; 0 unless recording. */
  level(): number {
    return this.snapshot.state === 'recording' ? (this.meter?.read() ?? 0) : 0;
  }

  /** Asks for the microphone and starts. `form` is kept beside the sound, for recovery. */
  async start(form: Record<string, string>): Promise<void> {
    if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices?.getUserMedia) {
      this.move('unavailable');
      return;
    }
    if (!this.move('request', { ...EMPTY })) return;
    this.round += 1;
    const round = this.round;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      });
      if (round !== this.round) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      this.stream = stream;
      this.begin(stream, form);
    } catch (error) {
      if (round !== this.round) return;
      this.letGo();
      this.move(eventForMicrophoneError(error));
    }
  }

  pause(): void {
    if (!this.move('pause')) return;
    this.clock.hold();
    this.media?.pause();
  }

  resume(): void {
    if (this.snapshot.state === 'interrupted' && !this.snapshot.canResume) return;
    if (!this.move('resume', { canResume: false })) return;
    this.media?.resume();
    this.clock.run();
  }

  /** Ends the take; it is ready in the snapshot when the state is "stopped". */
  stop(): void {
    this.finish(null);
  }

  /** Shows a take that was kept from before. */
  restore(take: Take): void {
    this.move('restore', { take, seconds: Math.round(take.seconds), isDurable: take.isOnDevice });
  }

  /** Forgets everything in memory and lets the microphone go. */
  reset(): void {
    this.round += 1;
    const media = this.media;
    this.media = null;
    if (media && media.state !== 'inactive') media.stop();
    this.letGo();
    this.chunks = [];
    this.clock.reset();
    this.snapshot = EMPTY;
    this.tell();
  }

  private begin(stream: MediaStream, form: Record<string, string>): void {
    const mimeType = pickMime((mime) => MediaRecorder.isTypeSupported(mime));
    const media = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
    this.media = media;
    this.id = crypto.randomUUID();
    this.startedAt = new Date();
    this.chunks = [];
    this.levels = [];
    this.lastSoundMs = 0;
    this.clock.reset();
    this.meter = new LevelMeter(stream);
    this.spool = new TakeSpool(
      { id: this.id, mime: mimeType ?? media.mimeType, startedAt: this.startedAt.getTime(), form },
      () => this.change({ isDurable: false }),
    );
    this.holdTakeLock(this.id);
    media.ondataavailable = (event) => this.keep(media, event.data);
    media.onstop = () => this.onMediaStop(media);
    media.onerror = () => this.finish('error');
    for (const track of stream.getAudioTracks()) {
      track.onmute = () => this.interrupt();
      track.onunmute = () => this.change({ canResume: this.snapshot.state === 'interrupted' });
    }
    media.start(TIMESLICE_MS);
    this.clock.run();
    this.screen.hold();
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.move('granted');
  }

  private keep(media: MediaRecorder, data: Blob): void {
    if (media !== this.media || data.size === 0) return;
    this.chunks.push(data);
    this.spool?.add(data, this.clock.elapsedMs(), this.levels);
  }

  private tick(): void {
    if (this.snapshot.state !== 'recording') return;
    const elapsed = this.clock.elapsedMs();
    const level = this.meter?.read() ?? 0;
    this.levels.push(Math.round(level * 100) / 100);
    if (level > SILENCE_LEVEL) this.lastSoundMs = elapsed;
    const patience = this.lastSoundMs === 0 ? SILENCE_START_MS : SILENCE_LATER_MS;
    const isSilent = elapsed - this.lastSoundMs > patience;
    const seconds = Math.floor(elapsed / 1000);
    if (seconds !== this.snapshot.seconds || isSilent !== this.snapshot.isSilent)
      this.change({ seconds, isSilent });
    if (this.limitSeconds > 0 && elapsed >= this.limitSeconds * 1000) this.finish('limit');
  }

  private interrupt(): void {
    if (!this.move('interrupt', { canResume: false })) return;
    this.clock.hold();
    if (this.media?.state === 'recording') this.media.pause();
  }

  /** Asks the browser for the last chunk; the take is put together when it says it stopped. */
  private finish(endedBy: RecorderSnapshot['endedBy']): void {
    if (!holdsMicrophone(this.snapshot.state)) return;
    this.clock.hold();
    this.change({ endedBy });
    const media = this.media;
    if (media && media.state !== 'inactive') {
      this.isAsked = true;
      media.stop();
    } else {
      this.complete();
    }
  }

  private onMediaStop(media: MediaRecorder): void {
    if (media !== this.media) return;
    if (this.isAsked) {
      this.complete();
      return;
    }
    // The browser stopped by itself: unplugged, taken away, switched off. The take so far is kept.
    this.clock.hold();
    this.move('interrupt', { canResume: false });
    this.letGo();
  }

  private complete(): void {
    const spool = this.spool;
    const mime = (this.media?.mimeType || this.chunks[0]?.type) ?? 'audio/webm';
    const seconds = this.clock.elapsedMs() / 1000;
    const take: Take = {
      id: this.id,
      blob: new Blob(this.chunks, { type: mime }),
      mime,
      seconds,
      startedAt: this.startedAt,
      levels: this.levels,
      isOnDevice: spool?.isDurable ?? false,
    };
    this.letGo();
    if (!this.move('stop', { take, seconds: Math.round(seconds), isSilent: false })) return;
    spool
      ?.settled()
      .then(() => {
        if (this.snapshot.take === take && !spool.isDurable)
          this.change({ take: { ...take, isOnDevice: false } });
      })
      .catch(() => undefined);
  }

  private letGo(): void {
    clearInterval(this.timer);
    this.isAsked = false;
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.meter?.close();
    this.meter = null;
    this.screen.release();
    this.unlock?.();
    this.unlock = null;
  }

  private holdTakeLock(id: string): void {
    navigator.locks
      ?.request(
        takeLockName(id),
        () =>
          new Promise<void>((resolve) => {
            if (this.id === id && this.stream) this.unlock = resolve;
            else resolve();
          }),
      )
      .catch(() => undefined);
  }

  private move(event: RecorderEvent, changes: Partial<RecorderSnapshot> = {}): boolean {
    const state = nextState(this.snapshot.state, event);
    if (!state) return false;
    this.change({ ...changes, state });
    return true;
  }

  private change(changes: Partial<RecorderSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...changes };
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
