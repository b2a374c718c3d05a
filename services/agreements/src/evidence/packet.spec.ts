import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '#storage';
import type { MadeSeal, SealPartEntity } from '../seals/seals.module.js';
import { packetStream, sha256 } from './packet.js';

const sealedAt = new Date('2026-11-24T10:05:00.000Z');
const none = { timestampToken: null, timestampSignature: null, logHead: null, logHeadSignature: null };
const seal = { ...none, sealedAt, manifest: '{}', signature: 'c2lnbmVk' } as MadeSeal;

const store = { get: async (key: string) => Readable.from([key]) } as unknown as ObjectStore;
const parts = ['audio/party-a.webm', 'event-log.json', 'GUIDE.txt', 'transcript.txt'].map(
  (path) => ({ path, objectKey: path, bytes: path.length, sha256: sha256(path) }) as SealPartEntity,
);

it('a packet has the same bytes however the database sorts its parts', async () => {
  const packet = await buffer(packetStream(seal, parts, store));
  expect(await buffer(packetStream(seal, parts.toReversed(), store))).toEqual(packet);
  // Upper case goes first, as in the packets of a database that sorts by bytes.
  expect(packet.indexOf('GUIDE.txt')).toBeLessThan(packet.indexOf('audio/party-a.webm'));
});
