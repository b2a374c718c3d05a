import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { forceCloseDatabase } from 'fake-indexeddb';
import { deleteDB, openDB, unwrap } from 'idb';
import { DRAFTS } from '../../../lib/browser/waiting-uploads';
import { openDraftDb, type StoredDraft } from './draft-db';
import {
  discardDraft,
  findRecoverable,
  keepForm,
  markSaved,
  pickRecoverable,
  readDraft,
} from './draft-recovery';
import { DraftWriter, draftLockName } from './draft-writer';

const MINUTE = 60_000;
const writers: DraftWriter[] = [];

function writerOf(id: string, onFailed = () => undefined): DraftWriter {
  const writer = new DraftWriter({ id, mime: 'audio/webm', startedAt: Date.now(), form: {} }, onFailed);
  writers.push(writer);
  return writer;
}

const piece = (text: string) => new Blob([text]);

async function kept(id: string): Promise<StoredDraft> {
  const found = await (await openDraftDb()).get('sessions', id);
  if (!found) throw new Error(`${id} is not kept.`);
  return found;
}

beforeEach(() => {
  // A browser without locks: only signs of life tell.
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  // The store itself needs the real event loop.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'], now: 1_000_000 });
});

afterEach(async () => {
  for (const writer of writers.splice(0)) writer.close();
  jest.useRealTimers();
  const db = await openDraftDb();
  for (const { id } of await db.getAll('sessions')) await discardDraft(id);
});

describe('DraftWriter', () => {
  it('keeps chunks in order, each with its own loudness, and puts them together again', async () => {
    const writer = writerOf('one');
    writer.add(piece('abc'), 1000, [0.1, 0.2]);
    writer.add(piece('de'), 2000, [0.1, 0.2, 0.3]);
    await writer.settled();
    const session = await kept('one');
    expect(session).toMatchObject({ chunks: 2, bytes: 5, elapsedMs: 2000, savedAs: null });
    const { blob, levels } = await readDraft(session);
    await expect(blob.text()).resolves.toBe('abcde');
    expect(levels).toEqual([0.1, 0.2, 0.3]);
  });

  it('does not forget that the draft is saved when it writes the end of it afterwards', async () => {
    const writer = writerOf('late');
    writer.add(piece('abc'), 1000, []);
    await writer.settled();
    await markSaved('late', '1234');
    writer.add(piece('de'), 2000, []);
    writer.noteAlive();
    await writer.settled();
    expect(await kept('late')).toMatchObject({ chunks: 2, savedAs: '1234' });
  });

  it('does not forget what the form was changed to when it writes the end of it afterwards', async () => {
    const writer = writerOf('changed');
    writer.add(piece('abc'), 1000, []);
    await writer.settled();
    await keepForm('changed', { partyAName: 'Ida' });
    writer.add(piece('de'), 2000, []);
    await writer.settled();
    expect(await kept('changed')).toMatchObject({ chunks: 2, form: { partyAName: 'Ida' } });
  });

  it('gives a sign of life while paused: after 4 minutes it is offered to nobody, without locks', async () => {
    const writer = writerOf('paused');
    writer.add(piece('abc'), 3000, []);
    await jest.advanceTimersByTimeAsync(4 * MINUTE);
    await writer.settled();
    const session = await kept('paused');
    expect(Date.now() - session.updatedAt).toBeLessThanOrEqual(15_000);
    expect(session.elapsedMs).toBe(3000);
    expect(pickRecoverable([session], null, {}, Date.now())).toEqual([]);
    // In the other tab, through the lock of the tab that records.
    expect(pickRecoverable([session], new Set([draftLockName('paused')]), {}, Date.now())).toEqual([]);
  });

  it('is offered three minutes after its last sign of life', async () => {
    const writer = writerOf('lost');
    writer.add(piece('abc'), 3000, []);
    await writer.settled();
    writer.close();
    await jest.advanceTimersByTimeAsync(2.9 * MINUTE);
    await expect(findRecoverable({})).resolves.toEqual([]);
    await jest.advanceTimersByTimeAsync(0.2 * MINUTE);
    await expect(findRecoverable({})).resolves.toMatchObject([{ id: 'lost' }]);
  });

  it('is not offered once the server has it', async () => {
    const writer = writerOf('saved');
    writer.add(piece('abc'), 3000, []);
    await writer.settled();
    writer.close();
    await markSaved('saved', '1234');
    await jest.advanceTimersByTimeAsync(10 * MINUTE);
    await expect(findRecoverable({})).resolves.toEqual([]);
  });

  it('says once that the device refuses, and keeps what it had', async () => {
    const onFailed = jest.fn<() => undefined>();
    const writer = writerOf('full', onFailed);
    writer.add(piece('abc'), 1000, []);
    await writer.settled();
    const refuse = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    writer.add(piece('def'), 2000, []);
    writer.add(piece('ghi'), 3000, []);
    await writer.settled();
    refuse.mockRestore();
    expect(onFailed).toHaveBeenCalledTimes(1);
    expect(writer.isDurable).toBe(false);
    await expect(kept('full')).resolves.toMatchObject({ chunks: 1, bytes: 3 });
  });

  it('goes on with a new connection where the one to the store is lost', async () => {
    const onFailed = jest.fn<() => undefined>();
    const writer = writerOf('lost-once', onFailed);
    writer.add(piece('abc'), 1000, []);
    await writer.settled();
    (await openDraftDb()).close();
    writer.add(piece('de'), 2000, []);
    await writer.settled();
    expect(writer.isDurable).toBe(true);
    expect(onFailed).not.toHaveBeenCalled();
    const session = await kept('lost-once');
    expect(session).toMatchObject({ chunks: 2, bytes: 5 });
    await expect((await readDraft(session)).blob.text()).resolves.toBe('abcde');
  });

  it('writes again what was on its way when the connection was lost', async () => {
    const writer = writerOf('cut');
    const cut = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
      this: IDBObjectStore,
    ) {
      queueMicrotask(() => this.transaction.abort());
      return this.get('none') as IDBRequest<IDBValidKey>;
    });
    writer.add(piece('abc'), 1000, []);
    await writer.settled();
    cut.mockRestore();
    expect(await kept('cut')).toMatchObject({ chunks: 1, bytes: 3 });
  });

  it('says so when the device does not keep up', () => {
    const onFailed = jest.fn<() => undefined>();
    const writer = writerOf('slow', onFailed);
    for (let i = 0; i < 61; i += 1) writer.add(piece('x'), i * 1000, []);
    expect(onFailed).toHaveBeenCalledTimes(1);
  });
});

describe('the connection to the store', () => {
  it('is opened anew once the browser has ended it', async () => {
    const before = await openDraftDb();
    expect(await openDraftDb()).toBe(before);
    forceCloseDatabase(unwrap(before) as never);
    await jest.advanceTimersByTimeAsync(10);
    expect(await openDraftDb()).not.toBe(before);
    expect(await (await openDraftDb()).count('sessions')).toBe(0);
  });

  it('makes room for a later version of the store', async () => {
    const before = await openDraftDb();
    const later = await openDB(DRAFTS, 3);
    later.close();
    await deleteDB(DRAFTS);
    expect(await openDraftDb()).not.toBe(before);
  });
});

describe('what is left behind', () => {
  it('is refused when its beginning is missing', async () => {
    const writer = writerOf('headless');
    writer.add(piece('abc'), 1000, []);
    writer.add(piece('def'), 2000, []);
    await writer.settled();
    await (await openDraftDb()).delete('chunks', ['headless', 0]);
    await expect(readDraft(await kept('headless'))).rejects.toThrow('beginning');
  });

  it('is cleared when it is stale: a month on the server, or a day without any sound', async () => {
    const db = await openDraftDb();
    const base = { mime: 'audio/mp4', startedAt: 0, elapsedMs: 900, bytes: 1, form: {} };
    await db.put('sessions', { ...base, id: 'header', updatedAt: 0, chunks: 1, savedAs: null });
    await db.put('sessions', { ...base, id: 'sent', updatedAt: 0, chunks: 9, savedAs: '1' });
    await db.put('sessions', { ...base, id: 'mine', updatedAt: 0, chunks: 9, savedAs: null });
    await findRecoverable({}, 2 * 24 * 60 * MINUTE);
    expect((await db.getAllKeys('sessions')).sort()).toEqual(['mine', 'sent']);
    await findRecoverable({}, 31 * 24 * 60 * MINUTE);
    expect(await db.getAllKeys('sessions')).toEqual(['mine']);
  });
});
