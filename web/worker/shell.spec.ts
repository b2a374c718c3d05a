import { releaseName, SHELL } from './pages';
import { fetchShell, follow, SHELL_CACHE } from './shell';

const path = (request: string | Request) =>
  typeof request === 'string' ? request : new URL(request.url).pathname;

class FakeCache {
  readonly kept = new Map<string, Response>();

  async match(request: string): Promise<Response | undefined> {
    return this.kept.get(path(request))?.clone();
  }

  async put(request: string, response: Response): Promise<void> {
    this.kept.set(path(request), response);
  }

  /** All or nothing, like the browser's. */
  async addAll(requests: string[]): Promise<void> {
    const answers = await Promise.all(requests.map(async (one) => [one, await serve(one)] as const));
    if (answers.some(([, { ok }]) => !ok)) throw new TypeError('One of them is missing.');
    for (const [one, answer] of answers) this.kept.set(one, answer);
  }
}

class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);

  async open(name: string): Promise<FakeCache> {
    const cache = this.all.get(name) ?? new FakeCache();
    this.all.set(name, cache);
    return cache;
  }
}

let site: Record<string, string> = {};
let asked: string[] = [];
let stored = new FakeCaches();

async function serve(request: string): Promise<Response> {
  asked.push(request);
  const body = site[request];
  return body === undefined ? new Response('', { status: 404 }) : new Response(body);
}

/** A release as the server has it: its document, its list, its files. */
function release(name: string): Record<string, string> {
  const list = `/assets/offline-${name}.json`;
  return {
    [SHELL]: `<meta name="offline-assets" content="${list}"><title>${name}</title>`,
    [list]: JSON.stringify([`/assets/main-${name}.js`, '/assets/style.css']),
    [`/assets/main-${name}.js`]: name,
    '/assets/style.css': '',
  };
}

const keptTitle = async () => {
  const shell = await (await stored.open(SHELL_CACHE)).match(SHELL);
  return /<title>(.*)<\/title>/.exec((await shell?.text()) ?? '')?.[1];
};
const keptFiles = async (name: string) =>
  [...(await stored.open(releaseName(`/assets/offline-${name}.json`))).kept.keys()].sort();

beforeEach(() => {
  asked = [];
  stored = new FakeCaches();
  site = release('one');
  Object.assign(globalThis, { caches: stored, fetch: serve });
});

describe('what is kept for a visit without network', () => {
  it('is the document and everything on its list', async () => {
    await fetchShell();
    expect(await keptTitle()).toBe('one');
    expect(await keptFiles('one')).toEqual([
      '/assets/main-one.js',
      '/assets/offline-one.json',
      '/assets/style.css',
    ]);
  });

  it('is fetched once for a release', async () => {
    await fetchShell();
    await follow('/', new Response(site[SHELL]));
    expect(asked.filter((one) => one.startsWith('/assets/main'))).toHaveLength(1);
    expect(asked.filter((one) => one === SHELL)).toHaveLength(1);
  });

  it('is replaced when a page of another release or language comes, and the old files stay a while', async () => {
    await fetchShell();
    site = release('two');
    await follow('/dashboard', new Response(site[SHELL]));
    expect(await keptTitle()).toBe('two');
    expect(await keptFiles('one')).toContain('/assets/main-one.js');
    for (const name of ['three', 'four', 'five']) {
      site = release(name);
      await follow(SHELL, new Response(site[SHELL]));
    }
    expect(await keptTitle()).toBe('five');
    expect([...stored.all.keys()]).not.toContain(releaseName('/assets/offline-one.json'));
  });

  it('stays as it is when the new one cannot be had whole, and is tried again', async () => {
    await fetchShell();
    const whole = release('two');
    const { '/assets/main-two.js': _late, ...broken } = whole;
    site = broken;
    await expect(follow('/', new Response(site[SHELL]))).rejects.toThrow();
    expect(await keptTitle()).toBe('one');
    site = whole;
    await follow('/', new Response(site[SHELL]));
    expect(await keptTitle()).toBe('two');
    expect(await keptFiles('two')).toContain('/assets/main-two.js');
  });

  it('is no error page', async () => {
    await fetchShell();
    await follow(SHELL, new Response('<title>away</title>', { status: 404 }));
    await follow(SHELL, new Response('<title>somebody else</title>'));
    expect(await keptTitle()).toBe('one');
  });
});
