import { holdDraftLock, holdRecorderLock } from '../drafts/draft-writer';
import { type LineTurn, languageFrom } from '../spoken';
import { ChunkRecorder } from './chunk-recorder';
import {
  type Interruption,
  lossOf,
  ScreenWakeLock,
  StallDetector,
  watchPage,
  watchTracks,
} from './interruptions';
import { LivePreview, spokenLanguage } from './live-preview';
import {
  betterMicrophone,
  chooseMicrophone,
  chosenMicrophone,
  listMicrophones,
  type Microphone,
  openMicrophone,
  problemOf,
  refusalOf,
} from './microphone';
import { Mixer, SoundMonitor } from './mixer';
import {
  type DraftRecording,
  EMPTY_SNAPSHOT,
  holdsMicrophone,
  type RecorderSnapshot,
  RecorderStore,
  RecordingClock,
} from './recorder-state';

const TICK_MS = 100;
/** A line takes a few seconds. Whoever presses later has said something else as well. */
const LONGEST_LINE_SECONDS = 15;

/** Makes one recording at a time. Holds no React; listeners are told when the snapshot changes. */
export class Recorder {
  /** Rough words while recording, where the browser can do that by itself. */
  readonly preview = new LivePreview();
  /** What is spoken in the next recording. */
  language = languageFrom(undefined);
  private readonly store = new RecorderStore();
  private readonly clock = new RecordingClock(
    () => performance.now(),
    () => this.mixer?.flowedMs ?? 0,
  );
  private readonly stallDetector = new StallDetector();
  private readonly soundMonitor = new SoundMonitor();
  private readonly screen = new ScreenWakeLock();
  private microphone: Microphone | null = null;
  private mixer: Mixer | null = null;
  private writer: ChunkRecorder | null = null;
  /** What to undo when the recording is over, newest last. */
  private cleanups: (() => void)[] = [];
  /** Until it is called, no other tab takes what is recorded or shown here for one that was left behind. */
  private letDraftGo: () => void = () => undefined;
  /** Since when the present line may be being said, in seconds of the recording. */
  private lineSince = 0;
  private unwatchTracks: () => void = () => undefined;
  /** Rises with every start and reset, so that late answers of the browser are recognised and dropped. */
  private attempt = 0;

  /** @param limitSeconds longest recording in seconds, which may change when the server has said it; 0, in tests: none */
  constructor(public limitSeconds: number) {}

  readonly subscribe = this.store.subscribe;
  readonly getSnapshot = this.store.read;

  /** Loudness right now, 0 to 1; 0 unless recording. */
  level(): number {
    return this.snapshot.state === 'recording' ? (this.mixer?.read().level ?? 0) : 0;
  }

  /** Asks for the microphone and starts. `form` is kept beside the sound, for recovery. */
  async start(form: Record<string, string>): Promise<void> {
    const refusal = refusalOf();
    if (refusal) {
      this.store.move(refusal);
      return;
    }
    if (!this.store.move('request', { ...EMPTY_SNAPSHOT })) return;
    this.attempt += 1;
    const attempt = this.attempt;
    try {
      const release = await holdRecorderLock();
      if (attempt !== this.attempt || !release) {
        release?.();
        if (attempt === this.attempt) this.store.move('occupied');
        return;
      }
      this.cleanups.push(release);
      const microphone = await openMicrophone(chosenMicrophone());
      if (attempt !== this.attempt) {
        microphone.release();
        return;
      }
      const mixer = new Mixer(() => this.interrupt('taken'));
      this.mixer = mixer;
      this.plug(microphone);
      const flows = await mixer.resume();
      if (attempt !== this.attempt) return;
      if (!flows) throw new Error('The device does not let the sound flow.');
      this.begin(mixer.stream, form);
      this.askForSpace();
    } catch (error) {
      if (attempt !== this.attempt) return;
      this.release();
      this.store.move(problemOf(error));
    }
  }

  pause(): void {
    if (!this.store.move('pause')) return;
    this.clock.hold();
    this.writer?.pause();
    this.preview.hold();
  }

  resume(): void {
    if (this.snapshot.state !== 'paused' || !this.store.move('resume')) return;
    this.goOn();
  }

  /** After an interruption: a fresh microphone, the same recording. @param deviceId another one than before */
  async carryOn(deviceId: string | null = null): Promise<void> {
    const { mixer, attempt } = this;
    if (
      this.snapshot.state !== 'interrupted' ||
      this.snapshot.isReopening ||
      !this.writer?.isOpen ||
      !mixer
    ) {
      return;
    }
    this.store.change({ isReopening: true, reopenProblem: null });
    this.unplug();
    try {
      if (deviceId) chooseMicrophone(deviceId);
      const microphone = await openMicrophone(deviceId ?? chosenMicrophone());
      if (attempt !== this.attempt || this.snapshot.state !== 'interrupted' || !this.writer?.isOpen) {
        microphone.release();
        return;
      }
      this.plug(microphone);
      const flows = await mixer.resume();
      // The browser may have ended the recording meanwhile.
      if (attempt !== this.attempt || !this.writer?.isOpen) return;
      if (!flows || lossOf(microphone.stream))
        throw new DOMException('No sound flows yet.', 'NotReadableError');
      if (!this.store.move('resume', { interruption: null, isReopening: false })) return;
      // What was being said when it broke off is said once more.
      this.lineTurned();
      this.goOn();
    } catch (error) {
      if (attempt === this.attempt && this.writer?.isOpen)
        this.store.change({ isReopening: false, reopenProblem: problemOf(error) });
    }
  }

  /**
   * Goes over to another microphone without a gap.
   * @throws when that one cannot be opened or joined; the one in use stays
   */
  async switchTo(deviceId: string): Promise<void> {
    const { attempt } = this;
    const microphone = await openMicrophone(deviceId);
    if (attempt !== this.attempt || !this.mixer || !this.writer?.isOpen) {
      microphone.release();
      return;
    }
    this.plug(microphone);
    chooseMicrophone(deviceId);
  }

  /** Ends the recording; it is ready in the snapshot when the state is "stopped". */
  stop(): void {
    this.finish(this.snapshot.interruption === 'ended' ? 'error' : null);
  }

  /** The line that is shown was said by this party, or by both; the next one follows. */
  lineSaid(party: LineTurn['party'] | null): void {
    if (this.snapshot.state !== 'recording') return;
    const end = this.recordedSeconds();
    const start = this.lineSince;
    if (party !== null && end > start && end - start <= LONGEST_LINE_SECONDS) {
      this.writer?.noteTurn({ party, start, end });
    }
    this.lineSince = end;
  }

  /** Another line is shown than the one that would follow. */
  lineTurned(): void {
    this.lineSince = this.recordedSeconds();
  }

  /** Shows a recording that was kept from before. */
  restore(draft: DraftRecording): void {
    const { seconds, isOnDevice } = draft;
    if (this.store.move('restore', { draft, seconds: Math.round(seconds), isDurable: isOnDevice }))
      this.letDraftGo = holdDraftLock(draft.id);
  }

  /** Forgets everything in memory and lets the microphone go. */
  reset(): void {
    this.attempt += 1;
    this.writer?.abandon();
    this.release();
    this.letDraftGo();
    this.clock.reset();
    this.store.change(EMPTY_SNAPSHOT);
  }

  private recordedSeconds(): number {
    return Math.round(this.clock.elapsedMs()) / 1000;
  }

  private begin(stream: MediaStream, form: Record<string, string>): void {
    this.clock.reset();
    this.lineSince = 0;
    this.soundMonitor.reset();
    const writer = new ChunkRecorder(
      stream,
      { form, language: this.language },
      {
        onChunk: () => {
          this.stallDetector.noteChunk(performance.now());
          // Browsers slow the timers of a hidden page to one tick a minute; its sound still comes every second.
          this.endAtLimit();
        },
        onEnd: (isAsked) => (isAsked ? this.complete(writer) : this.interrupt('ended')),
        onStoreFailed: () => this.store.change({ isDurable: false }),
        elapsedMs: () => this.clock.elapsedMs(),
      },
    );
    this.writer = writer;
    this.letDraftGo = holdDraftLock(writer.id);
    // Sound comes from here on, however long the page takes to draw that it does.
    this.clock.run();
    const timer = setInterval(() => this.tick(), TICK_MS);
    this.screen.hold();
    this.cleanups.push(
      () => clearInterval(timer),
      () => this.screen.release(),
      watchPage({
        onHidden: () => this.writer?.flush(),
        onVisible: () => this.stallDetector.allowGrace(performance.now()),
      }),
    );
    this.store.move('granted');
    this.preview.begin(spokenLanguage(this.language, navigator.languages));
    this.stallDetector.begin(performance.now());
  }

  private goOn(): void {
    this.writer?.resume();
    this.clock.run();
    this.stallDetector.begin(performance.now());
    this.preview.goOn();
  }

  /** Records this microphone in place of the one in use. @throws when it cannot be joined: it is let go, nothing else changes */
  private plug(microphone: Microphone): void {
    try {
      this.mixer?.plug(microphone.stream);
    } catch (error) {
      microphone.release();
      throw error;
    }
    this.unplug();
    this.microphone = microphone;
    this.unwatchTracks = watchTracks(microphone.stream, {
      onLost: (why) => this.interrupt(why),
      onBack: () => this.store.change({ isMicrophoneBack: this.snapshot.state === 'interrupted' }),
    });
    this.store.change({ substitute: microphone.isSubstitute ? microphone.label : null, better: null });
    listMicrophones()
      .then((choices) => {
        if (this.microphone === microphone)
          this.store.change({ better: betterMicrophone(microphone.label, choices) });
      })
      .catch(() => undefined);
  }

  private unplug(): void {
    this.unwatchTracks();
    this.microphone?.release();
    this.microphone = null;
  }

  private tick(): void {
    const { state } = this.snapshot;
    if (state !== 'recording' && state !== 'paused') return;
    const loss = this.microphone && lossOf(this.microphone.stream);
    if (loss) {
      this.interrupt(loss);
      return;
    }
    if (state === 'paused' || !this.mixer) return;
    if (this.stallDetector.isStalled(performance.now())) {
      this.interrupt('stalled', this.stallDetector.lastChunkAt);
      return;
    }
    const elapsed = this.clock.elapsedMs();
    const { level, peak } = this.mixer.read();
    this.writer?.levels.push(Math.round(level * 100) / 100);
    const sound = this.soundMonitor.note(level, peak, elapsed);
    const seconds = Math.floor(elapsed / 1000);
    if (seconds !== this.snapshot.seconds || sound !== this.snapshot.sound)
      this.store.change({ seconds, sound });
    this.endAtLimit();
  }

  private endAtLimit(): void {
    if (this.snapshot.state !== 'recording' || this.limitSeconds <= 0) return;
    if (this.clock.elapsedMs() >= this.limitSeconds * 1000) this.finish('limit');
  }

  /** @param at when the sound was last there, on the browser's clock */
  private interrupt(interruption: Interruption, at = performance.now()): void {
    if (interruption === 'ended' && this.snapshot.state === 'interrupted') {
      // Whatever held it up before, there is nothing to go on with any more.
      this.unplug();
      this.store.change({ interruption, isMicrophoneBack: false, isReopening: false, reopenProblem: null });
      return;
    }
    if (!this.store.move('interrupt', { interruption, isMicrophoneBack: false, reopenProblem: null })) return;
    this.clock.hold(at);
    this.writer?.flush();
    this.writer?.pause();
    this.preview.hold();
    // One that was only taken away tells when it comes back.
    if (interruption !== 'taken') this.unplug();
    this.store.change({ seconds: Math.floor(this.clock.elapsedMs() / 1000) });
  }

  /** Lets the microphone go and asks the browser for the last piece; the recording is put together when it came. */
  private finish(endedBy: RecorderSnapshot['endedBy']): void {
    if (!holdsMicrophone(this.snapshot.state)) return;
    if (!this.store.move('finish', { endedBy, interruption: null, isReopening: false })) return;
    this.clock.hold();
    this.writer?.stop();
    this.unplug();
  }

  private complete(writer: ChunkRecorder): void {
    const seconds = this.clock.elapsedMs() / 1000;
    const { id, mime, startedAt, levels, language, turns, userId, isDurable } = writer;
    const preview = this.preview.end();
    const draft: DraftRecording = {
      ...{ id, mime, startedAt, levels, language, turns, userId, seconds, preview },
      blob: writer.sound(),
      isOnDevice: isDurable,
      settled: writer.settled(),
    };
    this.release();
    if (!this.store.move('stop', { draft, seconds: Math.round(seconds), sound: 'waiting', better: null }))
      return;
    writer
      .settled()
      .then(() => {
        if (this.snapshot.draft === draft && !writer.isDurable)
          this.store.change({ draft: { ...draft, isOnDevice: false } });
      })
      .catch(() => undefined);
  }

  /** Asks the browser not to clear what is kept here; some say no, and that is fine. */
  private askForSpace(): void {
    navigator.storage?.persist?.().catch(() => undefined);
  }

  private release(): void {
    this.unplug();
    this.preview.end();
    this.mixer?.close();
    this.mixer = null;
    this.writer = null;
    for (const undo of this.cleanups.reverse()) undo();
    this.cleanups = [];
  }

  private get snapshot(): RecorderSnapshot {
    return this.store.read();
  }
}
