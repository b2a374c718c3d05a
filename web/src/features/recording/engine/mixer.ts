const RESUME_MS = 2000;
const SAMPLES = 2048;

/**
 * Joins microphones into one stream for the whole recording, so that another one can go on where the first one
 * left.
 */
export class Mixer {
  // No fixed sample rate: some browsers refuse to join microphones of another rate.
  private readonly context = new AudioContext();
  private readonly output = this.context.createMediaStreamDestination();
  private readonly analyser = this.context.createAnalyser();
  private readonly samples = new Float32Array(SAMPLES);
  private source: MediaStreamAudioSourceNode | null = null;

  /** @param onHalted the device stopped the sound of the whole page */
  constructor(onHalted: () => void = () => undefined) {
    this.output.channelCount = 1;
    this.output.channelCountMode = 'explicit';
    this.analyser.fftSize = SAMPLES;
    this.context.onstatechange = () => {
      if (this.context.state !== 'running' && this.context.state !== 'closed') onHalted();
    };
  }

  /** What is recorded. */
  get stream(): MediaStream {
    return this.output.stream;
  }

  /** How much sound has flowed so far, in ms: what was not recorded in a pause as well, and nothing while the machine slept. */
  get flowedMs(): number {
    return this.context.currentTime * 1000;
  }

  /**
   * Takes the sound of this microphone instead of any before.
   * @throws when the browser does not join it, as Firefox one of another sample rate; the one before goes on then
   */
  plug(stream: MediaStream): void {
    const source = this.context.createMediaStreamSource(stream);
    source.connect(this.analyser);
    source.connect(this.output);
    this.source?.disconnect();
    this.source = source;
  }

  /** Lets the sound flow; false when the device does not allow it now. */
  async resume(): Promise<boolean> {
    if (this.context.state === 'running') return true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, RESUME_MS);
    });
    await Promise.race([this.context.resume(), late]).catch(() => undefined);
    clearTimeout(timer);
    return this.isRunning();
  }

  /** Loudness and highest sample right now, 0 to 1. */
  read(): { level: number; peak: number } {
    this.analyser.getFloatTimeDomainData(this.samples);
    return { level: loudness(this.samples), peak: peakOf(this.samples) };
  }

  close(): void {
    this.source?.disconnect();
    this.source = null;
    this.context.onstatechange = null;
    this.context.close().catch(() => undefined);
  }

  private isRunning(): boolean {
    return this.context.state === 'running';
  }
}

const FLOOR_DB = -60;

/** Loudness of samples (-1 to 1) on a scale from 0 (silence) to 1 (full). */
export function loudness(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  samples.forEach((sample) => {
    sum += sample * sample;
  });
  const rms = Math.sqrt(sum / samples.length);
  if (rms <= 0) return 0;
  const db = 20 * Math.log10(rms);
  return Math.min(1, Math.max(0, (db - FLOOR_DB) / -FLOOR_DB));
}

/** The sample that is furthest from zero, 0 to 1. */
export function peakOf(samples: Float32Array): number {
  let peak = 0;
  samples.forEach((sample) => {
    if (sample > peak) peak = sample;
    else if (-sample > peak) peak = -sample;
  });
  return Math.min(1, peak);
}

/** Quieter than this counts as silence, on the scale of `loudness`. */
const SILENCE_LEVEL = 0.12;
/** A page that slept has measured too little of a recording to call it silent. */
const LEAST_MEASURED = 0.5;
/** How many `levels` a draft recording has for each second. */
export const LEVELS_PER_SECOND = 10;

/** Whether a finished recording has no sound in it. @param levels its loudness, as far as it was measured */
export function isSilent({ levels, seconds }: { levels: readonly number[]; seconds: number }): boolean {
  const isMeasured = levels.length > 0 && levels.length >= seconds * LEVELS_PER_SECOND * LEAST_MEASURED;
  return isMeasured && levels.every((level) => level <= SILENCE_LEVEL);
}

const SILENCE_START_MS = 4000;
const SILENCE_LATER_MS = 15_000;
/** -1 dBFS: here the sound begins to be cut off. */
const CLIPPING_PEAK = 10 ** (-1 / 20);
const CLIPPING_MS = 200;
/** A warning that comes and goes with every word cannot be read. */
const CLIPPING_SHOWN_MS = 2000;

/** What the microphone hears: nothing yet, something, nothing for too long, or too much. */
export type Sound = 'waiting' | 'heard' | 'silent' | 'loud';

/** Judges what the meter reads along a recording. It only warns; nothing is ever thrown away for it. Times in ms of the recording. */
export class SoundMonitor {
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
