import 'fake-indexeddb/auto';
import { getToasts } from '../../../components/ui/toast-store';
import { ApiError } from '../../../lib/api/api-error';
import { getWaiting, mayHaveWaiting } from '../../../lib/browser/waiting-uploads';
import { readPending } from '../../../lib/session/pending-checkout';
import { FakeUploadServer, unreachable } from '../../../testing/upload-server';
import { openDraftDb, type StoredUpload } from '../drafts/draft-db';
import { UploadQueue } from './upload-queue';

/** One name, one holder at a time, in the order of asking: what browsers do across tabs. */
class Locks {
  private readonly tails = new Map<string, Promise<unknown>>();

  async request<T>(name: string, options: { signal?: AbortSignal }, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(name) ?? Promise.resolve();
    const mine = before.then(() => {
      options.signal?.throwIfAborted();
      return work();
    });
    this.tails.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  }
}

class Storage {
  private readonly values = new Map<string, string>();
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
  removeItem = (key: string) => void this.values.delete(key);
}

const locks = new Locks();
let server = new FakeUploadServer();
const SOUND = Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
const DATA = JSON.stringify({ planType: 'split-second-contract' });

/** A tab: what it sends is not known to other tabs but through the store and the locks. */
const openTab = () => new UploadQueue(server);

async function keepDraft(id: string): Promise<void> {
  const db = await openDraftDb();
  const times = { startedAt: 0, updatedAt: 0, elapsedMs: 1000 };
  await db.put('sessions', {
    id,
    mime: 'audio/mp4',
    ...times,
    chunks: 2,
    bytes: 10,
    form: {},
    savedAs: null,
  });
  await db.put('chunks', { session: id, index: 0, data: SOUND.slice(0, 6).buffer, levels: [] });
  await db.put('chunks', { session: id, index: 1, data: SOUND.slice(6).buffer, levels: [] });
}

const order = (draftId: string) => ({ draftId, sound: new Blob([SOUND]), agreementData: DATA, photo: null });
const pending = (takeId: string, changes: Partial<StoredUpload> = {}): StoredUpload => ({
  ...{ takeId, recording: null, agreementData: DATA, photo: null, createdAt: 0 },
  ...changes,
});
const rows = async () => (await openDraftDb()).getAll('uploads');
const savedAs = async (id: string) => (await (await openDraftDb()).get('sessions', id))?.savedAs;

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 5000; Date.now() < end; await new Promise((next) => setTimeout(next, 5))) {
    if (await check()) return;
  }
  throw new Error('It did not happen.');
}

beforeEach(async () => {
  server = new FakeUploadServer();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  Object.assign(globalThis, { window: new EventTarget(), document, localStorage: new Storage() });
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true, locks }, configurable: true });
  const db = await openDraftDb();
  await Promise.all([db.clear('sessions'), db.clear('chunks'), db.clear('uploads')]);
});

describe('takes that are sent off', () => {
  it('are on the device until the server has confirmed them, and remembered for checkout', async () => {
    await keepDraft('one');
    const tab = openTab();
    let keptMeanwhile: StoredUpload[] = [];
    server.fault = (what) => {
      if (what === 'finalize') void rows().then((found) => (keptMeanwhile = found));
      return null;
    };
    expect(await tab.send(order('one'), () => undefined)).toBe('a-r1');
    expect(keptMeanwhile).toEqual([
      pending('one', {
        recording: server.uploads.get('r1')?.target ?? null,
        createdAt: expect.any(Number) as number,
      }),
    ]);
    expect(await rows()).toEqual([]);
    expect(await savedAs('one')).toBe('a-r1');
    expect(readPending()).toEqual({
      agreementId: 'a-r1',
      planType: 'split-second-contract',
      claimToken: 'claim',
      byVisitor: true,
    });
  });

  it('go on after the page was closed, with the sound of the device, and are said to be saved', async () => {
    await keepDraft('one');
    const place = await server.begin();
    await server.put(place, 0, new Blob([SOUND.slice(0, 4)]));
    server.calls.length = 0;
    await (await openDraftDb()).put('uploads', pending('one', { recording: place }));
    const tab = openTab();
    const before = getToasts()[0]?.id;
    await tab.resume();
    await until(async () => (await rows()).length === 0);
    expect(await savedAs('one')).toBe('a-r1');
    expect(server.count('put 0')).toBe(0);
    await until(() => getToasts()[0]?.id !== before);
    expect(getToasts()[0]?.title).toBe('Recording Saved!');
    expect(getToasts()[0]?.text).toBe('Create an account to access your recording and full features.');
  });

  it('are sent by one tab only, and by another when that one is closed', async () => {
    await keepDraft('one');
    await (await openDraftDb()).put('uploads', pending('one'));
    const [first, second] = [openTab(), openTab()];
    await Promise.all([first.resume(), second.resume(), second.resume()]);
    await until(async () => (await rows()).length === 0);
    await until(async () => (await savedAs('one')) === 'a-r1');
    expect(server.uploads.size).toBe(1);
    expect(server.count('put 0')).toBe(1);
    expect(server.count('finalize')).toBe(1);
  });

  it('make one agreement when they are sent off again meanwhile', async () => {
    await keepDraft('one');
    await (await openDraftDb()).put('uploads', pending('one'));
    const [first, second] = [openTab(), openTab()];
    await first.resume();
    expect(await second.send(order('one'), () => undefined)).toBe('a-r1');
    expect(server.uploads.size).toBe(1);
  });

  it('wait for the network without the person', async () => {
    await keepDraft('one');
    let isAway = true;
    server.fault = () => (isAway ? { when: 'before', error: unreachable() } : null);
    const tab = openTab();
    const waits: unknown[] = [];
    const work = tab.send(order('one'), (news) => waits.push(news.waitsFor));
    await until(() => waits.includes('network'));
    expect((await rows()).map(({ takeId }) => takeId)).toEqual(['one']);
    isAway = false;
    window.dispatchEvent(new Event('online'));
    expect(await work).toBe('a-r1');
  });

  it('stay on the device when the server will not take them, and are not offered to it again', async () => {
    await keepDraft('one');
    const refused = new ApiError(
      422,
      'recording_too_long',
      '',
      'The recording is longer than this plan allows.',
    );
    server.fault = (what) => (what === 'finalize' ? { when: 'before', error: refused } : null);
    const tab = openTab();
    await expect(tab.send(order('one'), () => undefined)).rejects.toBe(refused);
    expect(await rows()).toEqual([]);
    expect(await savedAs('one')).toBeNull();
    expect(await (await openDraftDb()).count('chunks')).toBe(2);
  });

  it('are dropped when the person wants them no longer', async () => {
    await keepDraft('one');
    server.fault = () => ({ when: 'before', error: unreachable() });
    const tab = openTab();
    const waits: unknown[] = [];
    const work = tab.send(order('one'), (news) => waits.push(news.waitsFor));
    work.catch(() => undefined);
    await until(() => waits.includes('network'));
    await tab.cancel('one');
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect(await rows()).toEqual([]);
    expect(server.uploads.size).toBe(0);
  });

  it('are forgotten when their sound is gone', async () => {
    await (await openDraftDb()).put('uploads', pending('gone'));
    await openTab().resume();
    await until(async () => (await rows()).length === 0);
    expect(server.calls).toEqual([]);
  });
});

describe('what waits', () => {
  it('is counted for the bar', async () => {
    await keepDraft('one');
    let isAway = true;
    server.fault = () => (isAway ? { when: 'before', error: unreachable() } : null);
    const tab = openTab();
    const work = tab.send(order('one'), () => undefined);
    await until(() => getWaiting().count === 1);
    expect(getWaiting()).toEqual({ count: 1, unseen: 0, isSending: false });
    tab.leave('one');
    await until(() => getWaiting().unseen === 1);
    isAway = false;
    tab.retry('one');
    await work;
    await until(() => getWaiting().count === 0);
  });

  it('is looked for by the next page, also when a killed browser has written nothing but the store', async () => {
    await (await openDraftDb()).put('uploads', pending('one'));
    Object.assign(globalThis, { localStorage: new Storage() });
    expect(await mayHaveWaiting()).toBe(true);
  });

  it('is not looked for where nothing was ever recorded', async () => {
    const own = indexedDB;
    Object.assign(globalThis, { indexedDB: new IDBFactory() });
    expect(await mayHaveWaiting()).toBe(false);
    Object.assign(globalThis, { indexedDB: own });
  });
});
