import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { openDraftDb, type StoredDraft } from '../features/recording/drafts/draft-db';
import { DraftWriter } from '../features/recording/drafts/draft-writer';
import { FakeBrowser } from './fake-browser';

/** What recording needs and jsdom lacks: bytes of a blob, fingerprints, a store on the device. */
Object.assign(Blob.prototype, {
  arrayBuffer(this: Blob): Promise<ArrayBuffer> {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.onerror = reject;
      reader.readAsArrayBuffer(this);
    });
  },
});
Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true });

/** Those of the test before may still be writing the end of its recording. */
const writers = new Set<DraftWriter>();
const { add } = DraftWriter.prototype;
DraftWriter.prototype.add = function (this: DraftWriter, ...chunk: Parameters<typeof add>): void {
  writers.add(this);
  add.apply(this, chunk);
};

/** A browser with a microphone that hears something, and with no recordings on the device. */
export async function plugMicrophone(): Promise<FakeBrowser> {
  await Promise.all([...writers].map((writer) => writer.settled()));
  writers.clear();
  const db = await openDraftDb();
  await Promise.all([db.clear('sessions'), db.clear('chunks'), db.clear('uploads')]);
  return new FakeBrowser({ hasPage: true });
}

/** The browser goes on asking whether the microphone may be used. Call the answer to allow it. */
export function holdPermission(): () => Promise<void> {
  let allow: () => void = () => undefined;
  const allowed = new Promise<void>((resolve) => (allow = resolve));
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  jest.spyOn(mediaDevices, 'getUserMedia').mockImplementation(async (wanted) => {
    await allowed;
    return open(wanted);
  });
  return () => act(async () => allow());
}

/** The device keeps nothing more: recordings go on in memory alone. Call the answer to end that. */
export function fillDevice(): () => void {
  const refuse = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no space', 'QuotaExceededError');
  });
  return () => refuse.mockRestore();
}

/** Leaves a recording on the device, as a closed page would. */
export async function leaveDraft(
  session: Partial<StoredDraft> = {},
  sound = 'sound',
  levels = [0.2, 0.4],
): Promise<void> {
  const id = session.id ?? 'take-1';
  const at = Date.now() - 600_000;
  const db = await openDraftDb();
  const data = await new Blob([sound]).arrayBuffer();
  await db.put('chunks', { session: id, index: 0, data, levels });
  await db.put('sessions', {
    ...{ id, mime: 'audio/webm', startedAt: at, updatedAt: at, elapsedMs: 65_000 },
    ...{ chunks: 1, bytes: data.byteLength, form: {}, savedAs: null },
    ...session,
  });
}
