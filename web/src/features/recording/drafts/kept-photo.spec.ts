import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { openDraftDb } from './draft-db';
import { forgetPhoto, keepPhoto, readKeptPhoto } from './kept-photo';

describe('a photo that is kept on the device', () => {
  /** The browser has ended the connection to the store. */
  function loseConnection(): void {
    jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The connection is closed.', 'InvalidStateError');
    });
  }

  it('is kept, read and forgotten, each also over a connection that was lost', async () => {
    await keepPhoto(new File(['first'], 'first.jpg', { type: 'image/jpeg' }));
    loseConnection();
    const id = await keepPhoto(new File(['picture'], 'photo.jpg', { type: 'image/jpeg' }));
    loseConnection();
    const kept = await readKeptPhoto(id);
    expect(kept).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', size: 7 });
    loseConnection();
    await forgetPhoto(id);
    await expect(readKeptPhoto(id)).resolves.toBeNull();
  });

  it('goes after a month, unless a draft names it', async () => {
    const photo = new File(['picture'], 'photo.jpg', { type: 'image/jpeg' });
    const now = Date.now();
    const old = now - 31 * 24 * 60 * 60 * 1000;
    const [named, unnamed] = [await keepPhoto(photo, old), await keepPhoto(photo, old)];
    const db = await openDraftDb();
    await db.put('sessions', {
      ...{
        id: 'one',
        mime: 'audio/webm',
        startedAt: old,
        updatedAt: old,
        elapsedMs: 1000,
        chunks: 1,
        bytes: 5,
      },
      ...{ form: { keptPhoto: named }, savedAs: null },
    });
    await keepPhoto(photo, now);
    await expect(readKeptPhoto(unnamed)).resolves.toBeNull();
    await expect(readKeptPhoto(named)).resolves.toMatchObject({ name: 'photo.jpg' });
    await db.clear('sessions');
  });
});
