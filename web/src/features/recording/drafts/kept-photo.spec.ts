import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
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
});
