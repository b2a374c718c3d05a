import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { getToasts } from '../../../components/ui/toast-store';
import { ApiError } from '../../../lib/api/api-error';
import type { User } from '../../../lib/api/api-types';
import { getWaiting, mayHaveWaiting } from '../../../lib/browser/waiting-uploads';
import { readPending } from '../../../lib/session/pending-notes';
import { endSession, startSession } from '../../../lib/session/session';
import { FakeUploadServer, unreachable } from '../../../testing/upload-server';
import { openDraftDb, type StoredUpload, type UploadTarget } from '../drafts/draft-db';
import { findRecoverable } from '../drafts/draft-recovery';
import { keepPhoto, readKeptPhoto } from '../drafts/kept-photo';
import { uploadApi } from './upload-api';
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

  /** No draft is being recorded. */
  async query(): Promise<{ held: [] }> {
    return { held: [] };
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
    chunks: 3,
    bytes: 10,
    form: {},
    savedAs: null,
  });
  await db.put('chunks', { session: id, index: 0, data: SOUND.slice(0, 4).buffer, levels: [] });
  await db.put('chunks', { session: id, index: 1, data: SOUND.slice(4, 7).buffer, levels: [] });
  await db.put('chunks', { session: id, index: 2, data: SOUND.slice(7).buffer, levels: [] });
}

/** A draft whose last piece was still to be written when the browser was killed. */
async function keepShortDraft(id: string): Promise<void> {
  await keepDraft(id);
  const db = await openDraftDb();
  await db.delete('chunks', [id, 2]);
  const session = await db.get('sessions', id);
  if (session) await db.put('sessions', { ...session, chunks: 2, bytes: 7 });
}

/** Chunks of the whole sound that a page before this one has brought to the server. */
async function sendBefore(...chunks: number[]): Promise<UploadTarget> {
  const place = await server.begin();
  for (const n of chunks) await server.put(place, n, new Blob([SOUND.slice(n * 4, n * 4 + 4)]));
  server.calls.length = 0;
  return place;
}

const order = (draftId: string) => ({ draftId, sound: new Blob([SOUND]), agreementData: DATA, photo: null });

/** Everything that can happen without anything new from outside has happened. */
const pass = async (): Promise<void> => {
  for (let turns = 0; turns < 100; turns += 1) await new Promise((next) => setImmediate(next));
};

const pending = (takeId: string, changes: Partial<StoredUpload> = {}): StoredUpload => ({
  ...{ takeId, bytes: 10, recording: null, agreementData: DATA, photo: null, createdAt: 0 },
  ...changes,
});
const rows = async () => (await openDraftDb()).getAll('uploads');
const savedAs = async (id: string) => (await (await openDraftDb()).get('sessions', id))?.savedAs;

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((next) => setTimeout(next, 5))) {
    if (await check()) return;
  }
  throw new Error('It did not happen.');
}

beforeEach(async () => {
  server = new FakeUploadServer();
  const document = Object.assign(new EventTarget(), {
    ...{ visibilityState: 'visible', documentElement: { lang: 'en' } },
  });
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
    expect(readPending()).toMatchObject({
      agreementId: 'a-r1',
      planType: 'split-second-contract',
      claimToken: 'claim',
      byVisitor: true,
    });
  });

  it('go on after the page was closed, with the sound of the device, and are said to be saved', async () => {
    await keepDraft('one');
    const place = await sendBefore(0);
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

  it('leave no photo on the device once a later page has sent them', async () => {
    await keepDraft('one');
    const db = await openDraftDb();
    const draft = await db.get('sessions', 'one');
    const keptPhoto = await keepPhoto(new File(['picture'], 'car.jpg', { type: 'image/jpeg' }));
    if (draft) await db.put('sessions', { ...draft, form: { keptPhoto } });
    await db.put('uploads', pending('one'));
    expect(await readKeptPhoto(keptPhoto)).not.toBeNull();
    await openTab().resume();
    await until(async () => (await savedAs('one')) === 'a-r1');
    await until(async () => (await readKeptPhoto(keptPhoto)) === null);
  });

  it('wait while somebody else than who sent them off is signed in: they would become theirs', async () => {
    const user = { id: 18, username: 'Bea Novak' } as User;
    startSession({ token: 't', user });
    await keepDraft('one');
    await keepDraft('two');
    const db = await openDraftDb();
    await db.put('uploads', pending('one', { userId: 17 }));
    await db.put('uploads', pending('two', { userId: 18 }));
    const tab = openTab();
    await tab.resume();
    await until(async () => (await savedAs('two')) !== null);
    expect(await savedAs('one')).toBeNull();
    startSession({ token: 't', user: { ...user, id: 17 } });
    expect(readPending()).toBeNull();
    await tab.resume();
    await until(async () => (await savedAs('one')) !== null);
    expect(readPending()?.agreementId).toBe(await savedAs('one'));
    expect(server.begunBy).toEqual([18, 17]);
    endSession();
  });

  it('are not sent off by somebody else than who made them, and stay on the device for who did', async () => {
    startSession({ token: 't', user: { id: 18, username: 'Bea Novak' } as User });
    await keepDraft('one');
    const db = await openDraftDb();
    const made = await db.get('sessions', 'one');
    if (made) await db.put('sessions', { ...made, userId: 17 });
    const refused = expect.objectContaining({ code: 'other_account' });
    await expect(openTab().send({ ...order('one'), userId: 17 }, () => undefined)).rejects.toEqual(refused);
    expect(server.calls).toEqual([]);
    expect(await rows()).toEqual([]);
    expect(await findRecoverable({})).toEqual([]);
    startSession({ token: 't', user: { id: 17, username: 'Anna Miller' } as User });
    expect((await findRecoverable({})).map(({ id }) => id)).toEqual(['one']);
    endSession();
  });

  it('are remembered for who made them, also where nobody is signed in any more', async () => {
    await keepDraft('one');
    await openTab().send({ ...order('one'), userId: 17 }, () => undefined);
    expect(server.begunBy).toEqual([17]);
    expect(readPending()).toBeNull();
    startSession({ token: 't', user: { id: 18, username: 'Bea Novak' } as User });
    expect(readPending()).toBeNull();
    startSession({ token: 't', user: { id: 17, username: 'Anna Miller' } as User });
    expect(readPending()?.agreementId).toBe('a-r1');
    endSession();
  });

  it.each<[string, number | undefined, number | null, string | null]>([
    ['whoever sent them off, who is signed in', 17, 17, '17'],
    ['a visitor', undefined, null, null],
    ['nobody, when somebody has signed in since', undefined, 17, null],
    ['nobody, when somebody else has signed in since', 18, 17, null],
    ['nobody, when their sender has signed out', 17, null, null],
  ])('are begun for %s', async (_whom, sentBy, signedIn, account) => {
    if (signedIn !== null)
      startSession({ token: 't', user: { id: signedIn, username: 'Bea Novak' } as User });
    const asked = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json({}));
    try {
      await uploadApi.begin(sentBy);
      const sent = asked.mock.calls[0]?.[1];
      expect(new Headers(sent?.headers).get('x-account-id')).toBe(account);
    } finally {
      asked.mockRestore();
      endSession();
    }
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

  it('wait while a network answers with a page of its own', async () => {
    await keepDraft('one');
    const place = server.begin();
    jest.spyOn(server, 'begin').mockImplementation(uploadApi.begin);
    const answered = jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(new Response('<html>Please sign in to the hotel</html>'))
      .mockResolvedValueOnce(Response.json(await place));
    try {
      const tab = openTab();
      const waits: unknown[] = [];
      const work = tab.send(order('one'), (news) => waits.push(news.waitsFor));
      work.catch(() => undefined);
      await until(() => answered.mock.calls.length === 1);
      await pass();
      expect((await rows()).map(({ takeId }) => takeId)).toEqual(['one']);
      expect(waits).toContain('server');
      tab.retry('one');
      expect(await work).toBe('a-r1');
    } finally {
      answered.mockRestore();
    }
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
    expect(await (await openDraftDb()).count('chunks')).toBe(3);
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

describe('a draft that the device has not written to its end', () => {
  it('is remembered as sent off, and sent, once its pieces are written', async () => {
    await keepDraft('one');
    let write: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => (write = resolve));
    const work = openTab().send({ ...order('one'), settled }, () => undefined);
    await pass();
    expect(await rows()).toEqual([]);
    expect(server.calls).toEqual([]);
    write();
    expect(await work).toBe('a-r1');
  });

  it('is sent from memory when the device does not write it, and the device knows how much was sent', async () => {
    await keepShortDraft('one');
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    try {
      let keptMeanwhile: StoredUpload[] = [];
      server.fault = (what) => {
        if (what === 'finalize') void rows().then((found) => (keptMeanwhile = found));
        return null;
      };
      const settled = new Promise<void>(() => undefined);
      const work = openTab().send({ ...order('one'), settled }, () => undefined);
      for (let second = 0; second < 6; second += 1) await jest.advanceTimersByTimeAsync(1000);
      expect(await work).toBe('a-r1');
      expect(keptMeanwhile).toMatchObject([{ takeId: 'one', bytes: 10 }]);
      expect(server.uploads.get('r1')?.saved?.bytes).toBe(10);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is not sent at all when the person wants it no longer by then', async () => {
    await keepDraft('one');
    let write: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => (write = resolve));
    const tab = openTab();
    const work = tab.send({ ...order('one'), settled }, () => undefined);
    work.catch(() => undefined);
    await pass();
    await tab.cancel('one');
    write();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect(await rows()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['nothing', null],
    ['its beginning', [0, 1]],
    ['a later part than the device', [0, 2]],
  ])('is offered again instead of sent short, where the server has %s', async (_what, chunks) => {
    await keepShortDraft('one');
    const recording = chunks && (await sendBefore(...chunks));
    await (await openDraftDb()).put('uploads', pending('one', { recording }));
    const before = getToasts()[0]?.id;
    await openTab().resume();
    await until(async () => (await rows()).length === 0);
    await until(() => getToasts()[0]?.id !== before);
    expect(getToasts()[0]?.title).toBe('Error');
    expect(getToasts()[0]?.text).toMatch(/^Your recording was not sent: /);
    expect(server.calls).toEqual(chunks ? ['kept'] : []);
    expect(await savedAs('one')).toBeNull();
    expect((await findRecoverable({})).map(({ id }) => id)).toEqual(['one']);
    expect(readPending()).toBeNull();
  });

  it('is offered again when the server has forgotten what it had', async () => {
    await keepShortDraft('one');
    const recording = { recordingId: 'old', uploadToken: 't', maxChunkBytes: 4 };
    await (await openDraftDb()).put('uploads', pending('one', { recording }));
    await openTab().resume();
    await until(async () => (await rows()).length === 0);
    expect(server.calls).toEqual(['kept']);
    expect((await findRecoverable({})).map(({ id }) => id)).toEqual(['one']);
  });

  it.each([
    ['its last call was not made', false],
    ['the answer to its last call was lost', true],
  ])('is saved whole when the server has all of it and only %s', async (_what, wasAnswerLost) => {
    await keepShortDraft('one');
    const recording = await sendBefore(0, 1, 2);
    if (wasAnswerLost) await server.finalize(recording, { agreementData: DATA, photo: null, chunks: 3 });
    server.calls.length = 0;
    await (await openDraftDb()).put('uploads', pending('one', { recording }));
    await openTab().resume();
    await until(async () => (await rows()).length === 0);
    expect(await savedAs('one')).toBe('a-r1');
    expect(server.calls).toEqual(['kept', 'finalize']);
    expect(server.uploads.size).toBe(1);
    expect(server.uploads.get('r1')?.saved?.bytes).toBe(10);
    expect(await findRecoverable({})).toEqual([]);
  });

  it('waits for the network before it is given up', async () => {
    await keepShortDraft('one');
    const recording = await sendBefore(0, 1, 2);
    await (await openDraftDb()).put('uploads', pending('one', { recording }));
    let isAway = true;
    server.fault = () => (isAway ? { when: 'before', error: unreachable() } : null);
    await openTab().resume();
    await until(() => server.count('kept') === 1);
    await pass();
    expect((await rows()).map(({ takeId }) => takeId)).toEqual(['one']);
    isAway = false;
    window.dispatchEvent(new Event('online'));
    await until(async () => (await savedAs('one')) === 'a-r1');
  });

  it('is sent as it is where an earlier version did not note how much was sent', async () => {
    await keepDraft('one');
    const { bytes: _unknown, ...earlier } = pending('one');
    await (await openDraftDb()).put('uploads', earlier);
    await openTab().resume();
    await until(async () => (await savedAs('one')) === 'a-r1');
    expect(server.uploads.get('r1')?.saved?.bytes).toBe(10);
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

  it('is counted for who sent it off, and for nobody else who is signed in', async () => {
    server.fault = () => ({ when: 'before', error: unreachable() });
    await keepDraft('one');
    await (await openDraftDb()).put('uploads', pending('one', { userId: 17 }));
    const user = { id: 18, username: 'Bea Novak' } as User;
    startSession({ token: 't', user });
    const tab = openTab();
    await tab.resume();
    expect(getWaiting().count).toBe(0);
    startSession({ token: 't', user: { ...user, id: 17 } });
    await tab.resume();
    expect(getWaiting().count).toBe(1);
    await tab.cancel('one');
    endSession();
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
