/** Why a recording stands still although nobody asked for it. */
export type Interruption =
  /** The microphone is gone: unplugged, switched off, out of battery. */
  | 'unplugged'
  /** The device gave the sound to something else, mostly a call. */
  | 'taken'
  /** The recorder seems to run, but no sound arrives. */
  | 'stalled'
  /** The browser ended the recording, which cannot go on. */
  | 'ended';

/** What the tracks of a microphone say for themselves; null when they seem to be fine. */
export function lossOf(stream: MediaStream): Interruption | null {
  const tracks = stream.getAudioTracks();
  if (tracks.every((track) => track.readyState === 'ended')) return 'unplugged';
  return tracks.some((track) => track.muted) ? 'taken' : null;
}

interface TrackEvents {
  onLost: (why: Interruption) => void;
  /** The sound is given back. */
  onBack: () => void;
}

/** Listens to a microphone being lost and given back. Answers how to stop listening. */
export function watchTracks(stream: MediaStream, { onLost, onBack }: TrackEvents): () => void {
  const onEnded = () => onLost('unplugged');
  const onMute = () => onLost('taken');
  const tracks = stream.getAudioTracks();
  for (const track of tracks) {
    track.addEventListener('ended', onEnded);
    track.addEventListener('mute', onMute);
    track.addEventListener('unmute', onBack);
  }
  return () => {
    for (const track of tracks) {
      track.removeEventListener('ended', onEnded);
      track.removeEventListener('mute', onMute);
      track.removeEventListener('unmute', onBack);
    }
  };
}

interface PageEvents {
  onHidden: () => void;
  onVisible: () => void;
}

/** Listens to the page going out of sight and coming back. Answers how to stop listening. */
export function watchPage({ onHidden, onVisible }: PageEvents): () => void {
  const onChange = () => (document.visibilityState === 'hidden' ? onHidden() : onVisible());
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Longest time without a piece of sound while recording; pieces come at least every second. In ms. */
const STALLED_AFTER_MS = 4000;
/** When this much lies between two checks, the page itself was asleep, in ms. */
const ASLEEP_MS = 1500;
/** What arrived while the page was asleep is handed over within this time, in ms. */
const GRACE_MS = 1500;

/** Notices that sound has stopped coming although the browser says that it records. All times in ms of one clock. */
export class StallDetector {
  /** When the last piece of sound came. */
  lastChunkAt = 0;
  private lastCheckAt = 0;
  private graceUntil = 0;

  /** Recording begins or goes on. */
  begin(now: number): void {
    this.lastChunkAt = now;
    this.lastCheckAt = now;
    this.graceUntil = 0;
  }

  /** A piece of sound came. */
  noteChunk(now: number): void {
    this.lastChunkAt = now;
  }

  /** The page is visible again: chunks that waited get a moment to come. */
  allowGrace(now: number): void {
    this.lastCheckAt = now;
    this.graceUntil = now + GRACE_MS;
  }

  /** Whether sound stopped coming. */
  isStalled(now: number): boolean {
    if (now - this.lastCheckAt > ASLEEP_MS) this.allowGrace(now);
    this.lastCheckAt = now;
    return now >= this.graceUntil && now - this.lastChunkAt > STALLED_AFTER_MS;
  }
}

/** Keeps the screen on while recording. A refusal is normal on some devices and stays silent. */
export class ScreenWakeLock {
  private sentinel: WakeLockSentinel | null = null;
  private isWanted = false;

  private readonly onVisible = () => {
    if (document.visibilityState === 'visible' && this.isWanted) this.acquire();
  };

  hold(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    document.addEventListener('visibilitychange', this.onVisible);
    this.acquire();
  }

  release(): void {
    this.isWanted = false;
    document.removeEventListener('visibilitychange', this.onVisible);
    this.sentinel?.release().catch(() => undefined);
    this.sentinel = null;
  }

  private acquire(): void {
    navigator.wakeLock
      ?.request('screen')
      .then((sentinel) => {
        if (this.isWanted) this.sentinel = sentinel;
        else sentinel.release().catch(() => undefined);
      })
      .catch(() => undefined);
  }
}
