import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '#storage';
import type { MadeSeal, SealPartEntity } from '../seals/seals.module.js';
import { packetStream, sha256 } from './packet.js';

const PIECE = Buffer.alloc(64 * 1024, 7);
const PIECES = 100;
const seal = {
  ...{ sealedAt: new Date(0), manifest: '{}', signature: '' },
  ...{ timestampToken: null, timestampSignature: null, logHead: null, logHeadSignature: null },
} as unknown as MadeSeal;
const parts = ['a.webm', 'b.webm'].map(
  (path) =>
    ({ path, objectKey: `parts/${path}`, sha256: '', bytes: PIECE.length * PIECES }) as SealPartEntity,
);

/** A recording of 6.4 MB, which a store brings piece by piece. */
const recording = () => Readable.from(Array.from({ length: PIECES }, () => PIECE));

/** A store that brings what a test gives it. */
function storeOf(get: (key: string) => Promise<Readable>) {
  const asked = jest.fn(get);
  return { asked, store: { get: asked } as unknown as ObjectStore };
}

describe('a packet', () => {
  it('is whole, and the same each time', async () => {
    const { store } = storeOf(async () => recording());
    const one = await buffer(packetStream(seal, parts, store));
    expect(one.length).toBeGreaterThan(2 * PIECES * PIECE.length);
    expect((await buffer(packetStream(seal, parts, store))).equals(one)).toBe(true);
  });

  it('reads nothing from the store before somebody reads it', async () => {
    const { store, asked } = storeOf(async () => recording());
    const packet = packetStream(seal, parts, store);
    packet.destroy();
    await once(packet, 'close');
    expect(asked).not.toHaveBeenCalled();
  });

  it('closes what it reads when its reader goes, and reads no further', async () => {
    const first = recording();
    const { store, asked } = storeOf(async () => first);
    const packet = packetStream(seal, parts, store);
    await once(packet, 'data');
    packet.destroy();
    await once(first, 'close');
    expect(first.readableEnded).toBe(false);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('closes what the store brings after its reader has gone', async () => {
    const late = recording();
    let bring = (_content: Readable): void => undefined;
    const { store, asked } = storeOf(
      () =>
        new Promise((done) => {
          bring = done;
        }),
    );
    const packet = packetStream(seal, parts, store);
    await once(packet, 'data');
    expect(asked).toHaveBeenCalledTimes(1);
    packet.destroy();
    await once(packet, 'close');
    bring(late);
    await once(late, 'close');
    expect(late.readableEnded).toBe(false);
  });

  it('breaks off where a part does: the store may go away in the middle of one', async () => {
    const cut = Readable.from(
      (async function* () {
        yield PIECE;
        throw new Error('aborted');
      })(),
    );
    const { store } = storeOf(async () => cut);
    await expect(buffer(packetStream(seal, parts, store))).rejects.toThrow('aborted');
  });

  it('has the same bytes however the database sorts its parts', async () => {
    const sorted = ['audio/party-a.webm', 'event-log.json', 'GUIDE.txt', 'transcript.txt'].map(
      (path) => ({ path, objectKey: path, bytes: path.length, sha256: sha256(path) }) as SealPartEntity,
    );
    const { store } = storeOf(async (key) => Readable.from([key]));
    const packet = await buffer(packetStream(seal, sorted, store));
    expect(await buffer(packetStream(seal, sorted.toReversed(), store))).toEqual(packet);
    // Upper case goes first, as in the packets of a database that sorts by bytes.
    expect(packet.indexOf('GUIDE.txt')).toBeLessThan(packet.indexOf('audio/party-a.webm'));
  });
});
