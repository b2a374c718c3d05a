import { loudness, peakOf } from './levels';

const RESUME_MS = 2000;
const SAMPLES = 2048;

/**
 * The socket that microphones are plugged into. What comes out is one stream for the whole take,
 * so that another microphone can go on where the first one left.
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

  /** Takes the sound of this microphone instead of any before. */
  plug(stream: MediaStream): void {
    this.source?.disconnect();
    this.source = this.context.createMediaStreamSource(stream);
    this.source.connect(this.analyser);
    this.source.connect(this.output);
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
