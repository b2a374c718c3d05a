/** What jsdom does not do, done as far as screens can see it. */

/** A page load that a screen has asked for: an address, or `reload`. */
const pageLoads: string[] = [];
const downloads: { name: string; href: string }[] = [];
const files = new Map<string, Blob>();

/** Full page loads that the screen has asked for, oldest first. */
export function loadedPages(): readonly string[] {
  return pageLoads;
}

/** Whether the browser would ask before it closes or reloads the page. */
export function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** The browser shows the page again after another document: as it was left, or loaded anew. */
export function showAgain({ isKept }: { isKept: boolean }): void {
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: isKept }));
}

/** Files that the screen has handed to the person, with what is in them. */
export function savedFiles(): readonly { name: string; href: string; blob: Blob | undefined }[] {
  return downloads.map((download) => ({ ...download, blob: files.get(download.href) }));
}

/** The text of a blob, which jsdom's own class does not tell. */
export function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = reject;
    reader.readAsText(blob);
  });
}

const sounds = new Set<HTMLMediaElement>();
let areSoundsBroken = false;

/** The addresses of what is heard now. */
export function heardSounds(): string[] {
  return [...sounds].filter(({ paused }) => !paused).map((sound) => sound.getAttribute('src') ?? '');
}

/** Lets every sound fail from now on, as when its connection breaks off. */
export function breakSounds(): void {
  areSoundsBroken = true;
}

/** Forgets what a test has left behind. */
export function resetBrowser(): void {
  sounds.clear();
  areSoundsBroken = false;
  pageLoads.length = 0;
  downloads.length = 0;
  files.clear();
  media.clear();
}

const media = new Map<string, boolean>();

/** Lets a media query match, such as `(prefers-reduced-motion: reduce)`. */
export function matchMedia(query: string, isMatch = true): void {
  media.set(query, isMatch);
}

interface LocationInside {
  _locationObjectNavigate(url: { href?: string } | string): void;
  reload(): void;
}

/** jsdom cannot load another page: it is noted instead. Its location cannot be replaced, only what stands behind it. */
function notePageLoads(): void {
  const [inside] = Object.getOwnPropertySymbols(window.location).filter(
    ({ description }) => description === 'impl',
  );
  const location = inside && (window.location as unknown as Record<symbol, LocationInside>)[inside];
  if (!location) throw new Error('jsdom keeps its location elsewhere');
  // The parsed address: pieces, as the URL standard names them.
  location._locationObjectNavigate = (url) => {
    const { path, query } = url as unknown as { path: string[]; query: string | null };
    pageLoads.push(`/${path.join('/')}${query ? `?${query}` : ''}`);
  };
  location.reload = () => {
    pageLoads.push('reload');
  };
}

function noteDownloads(): void {
  let number = 0;
  URL.createObjectURL = (blob) => {
    number += 1;
    const address = `blob:test/${number}`;
    if (blob instanceof Blob) files.set(address, blob);
    return address;
  };
  URL.revokeObjectURL = () => undefined;
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) downloads.push({ name: this.download, href: this.href });
    else click.call(this);
  };
}

const INLINE = new Set(
  'A B BUTTON CODE DEL EM I IMG INPUT INS KBD LABEL MARK SELECT SMALL SPAN STRONG SUB SUP TEXTAREA TIME WBR'.split(
    ' ',
  ),
);
const UNSEEN = new Set('HEAD LINK META SCRIPT STYLE TEMPLATE TITLE'.split(' '));

function displayOf(element: HTMLElement): string {
  if (element.hidden || UNSEEN.has(element.tagName)) return 'none';
  return element.style?.display || (INLINE.has(element.tagName) ? 'inline' : 'block');
}

/** jsdom's own answer: it reads its whole style sheet anew each time, which took half of all the time of these tests. */
const fullStyle = window.getComputedStyle.bind(window);

/** What queries by role ask of a style: no style sheet is loaded, so an element's own tells everything. */
function quickStyle(element: Element): CSSStyleDeclaration {
  const own = (element as HTMLElement).style;
  const read = (name: string | symbol) =>
    name === 'display' ? displayOf(element as HTMLElement) : (Reflect.get(own, name) ?? '');
  return new Proxy(own, {
    get: (_, name) => (name === 'getPropertyValue' ? read : read(name)),
  });
}

/** Lets jsdom answer in full while something is looked at that asks for more. */
export async function withFullStyles<T>(look: () => Promise<T>): Promise<T> {
  window.getComputedStyle = fullStyle;
  try {
    return await look();
  } finally {
    window.getComputedStyle = quickStyle;
  }
}

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

let isComplete = false;

/** Called for each test file, before the screens are loaded; files of one worker share the browser. */
export function completeBrowser(): void {
  if (isComplete) return;
  isComplete = true;
  notePageLoads();
  noteDownloads();
  Object.assign(window, {
    getComputedStyle: quickStyle,
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
    // The newest browsers answer a promise: an effect that hands it on has no way to end.
    scrollTo: () => Promise.resolve(),
    matchMedia: (query: string) => ({
      media: query,
      matches: media.get(query) ?? false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  Object.assign(Element.prototype, {
    scrollIntoView: () => Promise.resolve(),
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
  // A page says its language in its first line; the app only fills it.
  document.documentElement.lang = 'en';
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
  Object.assign(HTMLMediaElement.prototype, {
    load(this: HTMLMediaElement) {
      Object.defineProperty(this, 'error', { value: null, configurable: true });
    },
    play(this: HTMLMediaElement) {
      Object.defineProperty(this, 'paused', { value: false, configurable: true });
      if (areSoundsBroken) {
        // What could not be played still counts as playing.
        Object.defineProperty(this, 'error', { value: { code: 2 }, configurable: true });
        this.dispatchEvent(new Event('error'));
        return Promise.reject(new DOMException('No sound', 'NotSupportedError'));
      }
      sounds.add(this);
      this.dispatchEvent(new Event('play'));
      this.dispatchEvent(new Event('playing'));
      return Promise.resolve();
    },
    pause(this: HTMLMediaElement) {
      if (this.paused) return;
      Object.defineProperty(this, 'paused', { value: true, configurable: true });
      this.dispatchEvent(new Event('pause'));
    },
  });
}
