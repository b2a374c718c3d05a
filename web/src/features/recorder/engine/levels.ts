const FLOOR_DB = -60;

/** Loudness of samples (-1 to 1) on a scale from 0 (silence) to 1 (full). */
export function loudness(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / samples.length);
  if (rms <= 0) return 0;
  const db = 20 * Math.log10(rms);
  return Math.min(1, Math.max(0, (db - FLOOR_DB) / -FLOOR_DB));
}

/** Measures the microphone; the browser does the sampling, nothing is kept. */
export class LevelMeter {
  private readonly context: AudioContext;
  private readonly analyser: AnalyserNode;
  private readonly samples: Float32Array<ArrayBuffer>;

  constructor(stream: MediaStream) {
    this.context = new AudioContext();
    this.analyser = this.context.createAnalyser();
    this.analyser.fftSize = 1024;
    this.samples = new Float32Array(this.analyser.fftSize);
    this.context.createMediaStreamSource(stream).connect(this.analyser);
    if (this.context.state === 'suspended') this.context.resume().catch(() => undefined);
  }

  /** Loudness right now, 0 to 1. */
  read(): number {
    this.analyser.getFloatTimeDomainData(this.samples);
    return loudness(this.samples);
  }

  close(): void {
    this.context.close().catch(() => undefined);
  }
}
