/** The part of the browser's speech recognition that is used here. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  onresult: ((event: { results: Heard; resultIndex: number }) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
  start: () => void;
  abort: () => void;
}

type Heard = ArrayLike<{ isFinal: boolean; 0?: { transcript: string } }>;

/** The browser's way to make one, and to ask what it can do on the device itself. */
export interface RecognitionMaker {
  new (): Recognition;
  available?: (options: { langs: string[]; processLocally: true }) => Promise<string>;
}

function browsersMaker(): RecognitionMaker | null {
  const maker: unknown = Reflect.get(globalThis, 'SpeechRecognition');
  return typeof maker === 'function' ? (maker as unknown as RecognitionMaker) : null;
}

/** The language to listen for, with its country where the browser knows it. */
export function spokenLanguage(page: string, browser: readonly string[]): string {
  const language = page.slice(0, 2) || 'en';
  const known = browser.find((one) => one.startsWith(`${language}-`));
  return known ?? { en: 'en-US', es: 'es-ES' }[language] ?? language;
}

/** Longest preview that is kept, in characters. */
const LONGEST = 20_000;

/**
 * Rough words while recording, made on the device alone: the sound goes nowhere for it.
 * On phones the recogniser and the recorder fight for the one microphone, so there it is never offered.
 */
export class LivePreview {
  /** Whether it was switched on for the next recording. */
  isWanted = false;
  private text = '';
  private shown = '';
  private isListening = false;
  private recognition: Recognition | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly findMaker: () => RecognitionMaker | null = browsersMaker) {}

  /** Whether this browser can do it without sending the sound anywhere. @param isPhone no keyboard and mouse */
  async isOffered(language: string, isPhone: boolean): Promise<boolean> {
    const maker = this.findMaker();
    if (isPhone || !maker?.available) return false;
    try {
      return (await maker.available({ langs: [language], processLocally: true })) === 'available';
    } catch {
      return false;
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What was heard so far, with what is being said right now. */
  readonly read = (): string => this.shown;

  /** A recording begins. */
  begin(language: string): void {
    this.forget();
    if (this.isWanted) this.listen(language);
  }

  /** Paused or interrupted. */
  hold(): void {
    this.isListening = false;
    this.recognition?.abort();
  }

  /** The same recording goes on. */
  goOn(): void {
    const { recognition } = this;
    if (recognition && !this.isListening) this.listen(recognition.lang);
  }

  /** The recording is over; answers what was heard, '' for nothing. */
  end(): string {
    const { text } = this;
    this.forget();
    return text;
  }

  private forget(): void {
    this.hold();
    this.recognition = null;
    this.text = '';
    this.show('');
  }

  private listen(language: string): void {
    const maker = this.findMaker();
    if (!maker) return;
    const recognition = new maker();
    Object.assign(recognition, {
      lang: language,
      continuous: true,
      interimResults: true,
      processLocally: true,
    });
    recognition.onresult = ({ results, resultIndex }) => this.hear(results, resultIndex);
    // It ends by itself after a silence. After a failure it stays off: the recording matters more.
    recognition.onend = () => this.recognition === recognition && this.isListening && this.start(recognition);
    recognition.onerror = () => {
      this.isListening = false;
    };
    this.recognition = recognition;
    this.isListening = true;
    this.start(recognition);
  }

  private start(recognition: Recognition): void {
    try {
      recognition.start();
    } catch {
      this.isListening = false;
    }
  }

  private hear(results: Heard, from: number): void {
    let guess = '';
    for (let i = from; i < results.length; i += 1) {
      const words = results[i]?.[0]?.transcript.trim() ?? '';
      if (!results[i]?.isFinal) guess += ` ${words}`;
      else if (this.text.length < LONGEST) this.text = `${this.text} ${words}`.trim();
    }
    this.show(`${this.text}${guess}`.trim());
  }

  private show(text: string): void {
    if (text === this.shown) return;
    this.shown = text;
    for (const listener of this.listeners) listener();
  }
}
