import {
  betterMicrophone,
  chosenMicrophone,
  listMicrophones,
  type Microphone,
  type MicrophoneChoice,
  type MicrophoneProblem,
  openMicrophone,
  problemOf,
  refusalOf,
} from './microphone';
import { Mixer } from './mixer';

const ECHO_MS = 3000;
const LOOK_MS = 100;
const HEARD_LEVEL = 0.15;
/** A test that was forgotten lets the microphone go after this time, in ms. */
const FORGOTTEN_MS = 120_000;

export interface MicTestSnapshot {
  phase: 'off' | 'opening' | 'listening' | 'recording' | 'playing' | 'done' | 'unplayed' | 'problem';
  problem: MicrophoneProblem | 'unavailable' | 'insecure' | null;
  isHeard: boolean;
  /** A microphone that would sound better than the one in use. */
  better: MicrophoneChoice | null;
}

const OFF: MicTestSnapshot = { phase: 'off', problem: null, isHeard: false, better: null };

/** Tries the microphone before it matters: shows that it hears, and plays back three seconds. Nothing is kept. */
export class MicTest {
  private snapshot = OFF;
  private readonly listeners = new Set<() => void>();
  private microphone: Microphone | null = null;
  private mixer: Mixer | null = null;
  private recorder: MediaRecorder | null = null;
  private audio: HTMLAudioElement | null = null;
  /** The address of what is played; the sound stays in memory until it is given back. */
  private url: string | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private attempt = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): MicTestSnapshot => this.snapshot;

  /** Loudness right now, 0 to 1. */
  level(): number {
    return this.mixer?.read().level ?? 0;
  }

  /** Opens the chosen microphone, in place of any that was open. */
  async open(): Promise<void> {
    this.release();
    const refusal = refusalOf();
    if (refusal) {
      this.change({ ...OFF, phase: 'problem', problem: refusal });
      return;
    }
    const { attempt } = this;
    this.change({ ...OFF, phase: 'opening' });
    try {
      const microphone = await openMicrophone(chosenMicrophone());
      if (attempt !== this.attempt) {
        microphone.release();
        return;
      }
      this.microphone = microphone;
      this.mixer = new Mixer();
      this.mixer.plug(microphone.stream);
      await this.mixer.resume();
      if (attempt !== this.attempt) return;
      const look = setInterval(() => {
        if (this.level() > HEARD_LEVEL) this.change({ isHeard: true });
      }, LOOK_MS);
      this.timers.push(
        look,
        setTimeout(() => this.close(), FORGOTTEN_MS),
      );
      this.change({ phase: 'listening' });
      const better = betterMicrophone(microphone.label, await listMicrophones());
      if (attempt === this.attempt) this.change({ better });
    } catch (error) {
      if (attempt !== this.attempt) return;
      this.release();
      this.change({ ...OFF, phase: 'problem', problem: problemOf(error) });
    }
  }

  /** Records three seconds, lets the microphone go and plays them. */
  echo(): void {
    if (this.snapshot.phase !== 'listening' || !this.mixer) return;
    const { attempt } = this;
    const pieces: Blob[] = [];
    const recorder = new MediaRecorder(this.mixer.stream);
    this.recorder = recorder;
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onstop = () => {
      if (attempt !== this.attempt) return;
      this.release();
      this.play(new Blob(pieces, { type: recorder.mimeType }));
    };
    recorder.start();
    this.timers.push(setTimeout(() => recorder.state !== 'inactive' && recorder.stop(), ECHO_MS));
    this.change({ phase: 'recording' });
  }

  /** Ends the test; the microphone is free. */
  close(): void {
    this.release();
    this.change(OFF);
  }

  private play(sound: Blob): void {
    this.url = URL.createObjectURL(sound);
    const audio = new Audio(this.url);
    this.audio = audio;
    const end = (phase: 'done' | 'unplayed') => {
      if (this.audio !== audio) return;
      this.stopPlaying();
      this.change({ phase });
    };
    audio.onended = () => end('done');
    audio.onerror = () => end('unplayed');
    this.change({ phase: 'playing' });
    audio.play().catch(() => end('unplayed'));
  }

  private release(): void {
    this.attempt += 1;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    if (this.recorder?.state === 'recording') this.recorder.stop();
    this.recorder = null;
    this.stopPlaying();
    this.microphone?.release();
    this.microphone = null;
    this.mixer?.close();
    this.mixer = null;
  }

  private stopPlaying(): void {
    this.audio?.pause();
    this.audio = null;
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = null;
  }

  private change(changes: Partial<MicTestSnapshot>): void {
    const before = this.snapshot;
    const now = { ...before, ...changes };
    if (now.phase === before.phase && now.isHeard === before.isHeard && now.better === before.better) return;
    this.snapshot = now;
    for (const listener of this.listeners) listener();
  }
}
