/** Quieter than this counts as silence, on the scale of `loudness`. */
const SILENCE_LEVEL = 0.12;
const SILENCE_START_MS = 4000;
const SILENCE_LATER_MS = 15_000;
/** -1 dBFS: here the sound begins to be cut off. */
const CLIPPING_PEAK = 10 ** (-1 / 20);
const CLIPPING_MS = 200;
/** A warning that comes and goes with every word cannot be read. */
const CLIPPING_SHOWN_MS = 2000;

/** What the microphone hears: nothing yet, something, nothing for too long, or too much. */
export type Sound = 'waiting' | 'heard' | 'silent' | 'loud';

/** Judges what the meter reads along a take. It only warns; nothing is ever thrown away for it. Times in ms of the take. */
export class SoundWatch {
  private lastSoundAt: number | null = null;
  private clippingSince: number | null = null;
  private loudUntil = -1;

  reset(): void {
    this.lastSoundAt = null;
    this.clippingSince = null;
    this.loudUntil = -1;
  }

  /** @param level loudness, 0 to 1 @param peak highest sample, 0 to 1 */
  note(level: number, peak: number, at: number): Sound {
    if (level > SILENCE_LEVEL) this.lastSoundAt = at;
    if (peak < CLIPPING_PEAK) this.clippingSince = null;
    else {
      this.clippingSince ??= at;
      if (at - this.clippingSince >= CLIPPING_MS) this.loudUntil = at + CLIPPING_SHOWN_MS;
    }
    if (at < this.loudUntil) return 'loud';
    if (this.lastSoundAt === null) return at > SILENCE_START_MS ? 'silent' : 'waiting';
    return at - this.lastSoundAt > SILENCE_LATER_MS ? 'silent' : 'heard';
  }
}
