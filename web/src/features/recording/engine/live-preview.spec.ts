import { LivePreview, type RecognitionMaker, spokenLanguage } from './live-preview';

/** A browser's recogniser that hears what it is told. */
class Recogniser {
  static made: Recogniser[] = [];
  static answer = 'available';
  static asked: unknown = null;
  static available = (options: unknown) => {
    Recogniser.asked = options;
    return Promise.resolve(Recogniser.answer);
  };

  lang = '';
  continuous = false;
  interimResults = false;
  processLocally = false;
  starts = 0;
  onresult: InstanceType<RecognitionMaker>['onresult'] = null;
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    Recogniser.made.push(this);
  }

  start(): void {
    this.starts += 1;
  }

  abort(): void {
    this.onend?.();
  }

  hear(transcript: string, isFinal = true): void {
    this.onresult?.({ results: [{ isFinal, 0: { transcript } }], resultIndex: 0 });
  }
}

const maker: RecognitionMaker = Recogniser;

function begun(): { preview: LivePreview; recogniser: Recogniser } {
  const preview = new LivePreview(() => maker);
  preview.isWanted = true;
  preview.begin('en-US');
  const recogniser = Recogniser.made.at(-1);
  if (!recogniser) throw new Error('Nothing listens.');
  return { preview, recogniser };
}

describe('LivePreview', () => {
  beforeEach(() => {
    Recogniser.made = [];
    Recogniser.answer = 'available';
  });

  it('is offered on a desktop whose browser does it on the device', async () => {
    const preview = new LivePreview(() => maker);
    await expect(preview.isOffered('en-US', false)).resolves.toBe(true);
    expect(Recogniser.asked).toEqual({ langs: ['en-US'], processLocally: true });
    await expect(preview.isOffered('en-US', true)).resolves.toBe(false);
    for (const answer of ['downloadable', 'downloading', 'unavailable']) {
      Recogniser.answer = answer;
      await expect(preview.isOffered('en-US', false)).resolves.toBe(false);
    }
    await expect(new LivePreview(() => null).isOffered('en-US', false)).resolves.toBe(false);
  });

  it('listens only when it was switched on, and on the device alone', () => {
    new LivePreview(() => maker).begin('en-US');
    expect(Recogniser.made).toHaveLength(0);
    expect(begun().recogniser).toMatchObject({ processLocally: true, lang: 'en-US', starts: 1 });
  });

  it('collects what was heard and shows what is being said', () => {
    const { preview, recogniser } = begun();
    recogniser.hear('I am Anna');
    recogniser.hear('and I', false);
    expect(preview.read()).toBe('I am Anna and I');
    expect(preview.end()).toBe('I am Anna');
    expect(preview.read()).toBe('');
  });

  it('goes on after a silence and after a pause, but not after a failure or the end', () => {
    const { preview, recogniser } = begun();
    recogniser.onend?.();
    expect(recogniser.starts).toBe(2);
    preview.hold();
    expect(recogniser.starts).toBe(2);
    preview.goOn();
    const second = Recogniser.made.at(-1);
    expect(second?.starts).toBe(1);
    second?.hear('hello');
    second?.onerror?.();
    second?.onend?.();
    expect(second?.starts).toBe(1);
    expect(preview.end()).toBe('hello');
    preview.goOn();
    expect(Recogniser.made).toHaveLength(2);
  });
});

describe('spokenLanguage', () => {
  it.each([
    ['en', ['de-DE', 'en-GB'], 'en-GB'],
    ['es', ['en-US'], 'es-ES'],
    ['', [], 'en-US'],
    ['fr', ['en-US'], 'fr'],
  ])('page %s, browser %s: %s', (page, browser, expected) => {
    expect(spokenLanguage(page, browser)).toBe(expected);
  });
});
