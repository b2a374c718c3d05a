import { jest } from '@jest/globals';

type TrackState = 'live' | 'ended';

class FakeTrack extends EventTarget {
  readyState: TrackState = 'live';
  muted = false;
  constructor(readonly label: string) {
    super();
  }
  stop(): void {
    this.readyState = 'ended';
  }
  /** Pulled out. */
  end(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
  mute(isMuted: boolean): void {
    this.muted = isMuted;
    this.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
  }
}

export class FakeStream {
  readonly track: FakeTrack;
  constructor(label = 'Microphone') {
    this.track = new FakeTrack(label);
  }
  getTracks = () => [this.track];
  getAudioTracks = () => [this.track];
}

class FakeNode {
  isConnected = false;
  channelCount = 2;
  channelCountMode = 'max';
  fftSize = 0;
  stream = new FakeStream('mixed');
  connect = () => {
    this.isConnected = true;
  };
  disconnect = () => {
    this.isConnected = false;
  };
  getFloatTimeDomainData = (samples: Float32Array) => {
    FakeBrowser.current.looks += 1;
    return samples.fill(FakeBrowser.current.loudness);
  };
}

class FakeContext {
  state: string;
  /** Seconds of sound that have flowed. No test hears any: one that needs more says so. */
  currentTime = 0;
  /** What was joined to it, oldest first. */
  sources: FakeNode[] = [];
  onstatechange: (() => void) | null = null;
  constructor() {
    this.state = FakeBrowser.current.soundState;
    FakeBrowser.current.context = this;
  }
  createMediaStreamDestination = () => new FakeNode();
  createMediaStreamSource = () => {
    if (!FakeBrowser.current.joinsMicrophones)
      throw new DOMException('another sample rate', 'NotSupportedError');
    const source = new FakeNode();
    this.sources.push(source);
    return source;
  };
  createAnalyser = () => new FakeNode();
  resume = () => {
    if (FakeBrowser.current.canResume) this.state = 'running';
    return Promise.resolve();
  };
  close = () => {
    this.state = 'closed';
    return Promise.resolve();
  };
  halt(): void {
    this.state = 'suspended';
    this.onstatechange?.();
  }
}

/** Hands out a piece of sound every second while it records. */
class FakeMediaRecorder {
  static isTypeSupported = (mime: string) => mime === 'audio/webm';
  state: 'inactive' | 'recording' | 'paused' = 'inactive';
  mimeType = 'audio/webm';
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  onerror: (() => void) | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    FakeBrowser.current.media.push(this);
  }
  start(slice: number): void {
    this.state = 'recording';
    this.timer = setInterval(() => {
      if (this.state === 'recording' && FakeBrowser.current.givesSound) this.requestData();
    }, slice);
  }
  pause(): void {
    this.state = 'paused';
  }
  resume(): void {
    this.state = 'recording';
  }
  requestData(): void {
    this.ondataavailable?.({ data: new Blob(['sound']) });
  }
  stop(): void {
    this.state = 'inactive';
    clearInterval(this.timer);
    setTimeout(() => {
      this.requestData();
      this.onstop?.();
    }, 5);
  }
}

interface FakeBrowserOptions {
  /** There is a DOM already: only what has to do with sound is put into it. */
  hasPage?: boolean;
}

/** As much of a browser as a recorder needs, with a fake clock. Nothing of it makes a sound. */
export class FakeBrowser {
  static current: FakeBrowser;
  loudness = 0.1;
  /** How often somebody has looked how loud it is. */
  looks = 0;
  soundState = 'suspended';
  canResume = true;
  givesSound = true;
  /** Firefox refuses to join a microphone of another sample rate. */
  joinsMicrophones = true;
  /** Errors and streams that the next requests for a microphone meet; then always a new stream. */
  answers: (DOMException | FakeStream)[] = [];
  asked: MediaTrackConstraints[] = [];
  streams: FakeStream[] = [];
  devices: Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[] = [];
  context: FakeContext | null = null;
  media: FakeMediaRecorder[] = [];
  isSecure = true;
  screen: { visibilityState: string; target: EventTarget };
  wakeLock = jest.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  persist = jest.fn(() => Promise.resolve(false));
  /** Whether another tab records. */
  isTaken = false;
  held: string[] = [];
  stored = new Map<string, string>();

  constructor({ hasPage = false }: FakeBrowserOptions = {}) {
    FakeBrowser.current = this;
    this.screen = { visibilityState: 'visible', target: new EventTarget() };
    const { target } = this.screen;
    const parts = {
      wakeLock: { request: this.wakeLock },
      storage: { persist: this.persist },
      locks: {
        request: this.lock,
        query: () => Promise.resolve({ held: this.held.map((name) => ({ name })) }),
      },
      mediaDevices: {
        getUserMedia: this.open,
        enumerateDevices: () => Promise.resolve(this.devices),
      },
    };
    const page: Record<string, unknown> = {
      window: { isSecureContext: true },
      document: {
        documentElement: { lang: 'en' },
        addEventListener: target.addEventListener.bind(target),
        removeEventListener: target.removeEventListener.bind(target),
      },
      localStorage: {
        getItem: (key: string) => this.stored.get(key) ?? null,
        setItem: (key: string, value: string) => this.stored.set(key, value),
        removeItem: (key: string) => this.stored.delete(key),
      },
      navigator: { languages: ['en-US'] },
    };
    const put = (into: object, what: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(what))
        Object.defineProperty(into, name, { value, configurable: true, writable: true });
    };
    put(globalThis, { MediaRecorder: FakeMediaRecorder, AudioContext: FakeContext });
    if (!hasPage) {
      put(globalThis, page);
      Object.defineProperty(document, 'visibilityState', { get: () => this.screen.visibilityState });
    }
    put(navigator, parts);
    Object.defineProperty(window, 'isSecureContext', { get: () => this.isSecure, configurable: true });
  }

  /** The microphone in use. */
  get microphone(): FakeTrack {
    const stream = this.streams.at(-1);
    if (!stream) throw new Error('No microphone was opened.');
    return stream.track;
  }

  show(visibilityState: 'visible' | 'hidden'): void {
    this.screen.visibilityState = visibilityState;
    this.screen.target.dispatchEvent(new Event('visibilitychange'));
  }

  private readonly open = ({ audio }: { audio: MediaTrackConstraints }): Promise<FakeStream> => {
    this.asked.push(audio);
    const answer = this.answers.shift() ?? new FakeStream();
    if (answer instanceof DOMException) return Promise.reject(answer);
    this.streams.push(answer);
    return Promise.resolve(answer);
  };

  private readonly lock = async <T>(name: string, _options: unknown, use: () => Promise<T>): Promise<T> => {
    if (this.isTaken) throw new DOMException('waited', 'TimeoutError');
    this.held.push(name);
    try {
      return await use();
    } finally {
      this.held.splice(this.held.indexOf(name), 1);
    }
  };
}
