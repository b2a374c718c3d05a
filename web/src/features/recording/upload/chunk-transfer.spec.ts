import { jest } from '@jest/globals';
import { ApiError } from '../../../lib/api/api-error';
import { hashOf } from '../../../lib/browser/files';
import { Waker } from '../../../lib/waker';
import { FakeUploadServer, type Fault, unreachable } from '../../../testing/upload-server';
import type { UploadTarget } from '../drafts/draft-db';
import { bytesOf, ChunkTransfer, cutIntoChunks, fits, type TransferProgress } from './chunk-transfer';

/** Ten bytes: parts of 4, 4 and 2. */
const SOUND = new Blob([Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])]);
const LONG = new Blob([Uint8Array.from({ length: 40 }, (_, n) => n)]);
const cut = (when: Fault['when']): Fault => ({ when, error: unreachable() });
const refusal = (status: number, code: string): Fault => ({
  when: 'before',
  error: new ApiError(status, code, code),
});

function setup(server: FakeUploadServer, place: UploadTarget | null = null, sound = SOUND) {
  const waker = new Waker();
  const control = new AbortController();
  const news: TransferProgress[] = [];
  const targets: (UploadTarget | null)[] = [];
  const transfer = new ChunkTransfer({
    ...{ sound, api: server, waker, signal: control.signal, isOnline: () => true },
    pending: { draftId: 'x', recording: place, agreementData: '{}', photo: null, createdAt: 0 },
    remember: async (next) => void targets.push(next),
    onProgress: (next) => {
      news.push(next);
      // Pauses are measured elsewhere.
      if (next.waitsFor) setTimeout(() => waker.wake());
    },
  });
  return { transfer, control, waker, news, targets: targets };
}

describe('a draft on its way', () => {
  it('is sent in parts, each once, at most three at a time, and put together', async () => {
    const server = new FakeUploadServer();
    const { transfer, news, targets } = setup(server, null, LONG);
    const saved = await transfer.run();
    expect(saved).toMatchObject({ agreementId: 'a-r1', sha256: await hashOf(LONG) });
    expect(server.calls[0]).toBe('begin');
    expect(server.calls.at(-1)).toBe('finalize');
    for (let n = 0; n < 10; n += 1) expect(server.count(`put ${n}`)).toBe(1);
    expect(server.mostAtOnce).toBe(3);
    expect(server.finishes).toEqual([{ agreementData: '{}', photo: null, chunks: 10 }]);
    expect(targets).toEqual([server.uploads.get('r1')?.target]);
    const shares = news.map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('is saved also where the device cannot read all of it at once to compare the fingerprints', async () => {
    const sound = Object.assign(SOUND.slice(), {
      arrayBuffer: () => Promise.reject(new DOMException('no room', 'NotReadableError')),
    });
    const server = new FakeUploadServer();
    const { transfer } = setup(server, null, sound);
    expect(await transfer.run()).toMatchObject({ agreementId: 'a-r1', sha256: await hashOf(SOUND) });
  });

  it('survives three cut connections and sends nothing twice that was confirmed', async () => {
    const server = new FakeUploadServer();
    const { transfer, news } = setup(server, null, LONG);
    const pauses = () => news.filter(({ waitsFor }) => waitsFor === 'network').length;
    const cuts: string[] = [];
    let putsBefore = 0;
    // The second part that is sent after each pause, so that no pause is for two of them.
    server.fault = (what) => {
      const puts = server.calls.filter((call) => call.startsWith('put')).length;
      const isCut = cuts.length === pauses() && cuts.length < 3 && puts === putsBefore + 2;
      if (isCut) cuts.push(what);
      if (cuts.length > pauses()) putsBefore = puts;
      return isCut ? cut('before') : null;
    };
    expect((await transfer.run()).sha256).toBe(await hashOf(LONG));
    for (let n = 0; n < 10; n += 1)
      expect(server.count(`put ${n}`)).toBe(1 + cuts.filter((what) => what === `put ${n}`).length);
    expect(server.count('begin')).toBe(1);
    expect(news.filter(({ waitsFor }) => waitsFor === 'network')).toHaveLength(3);
  });

  it('arrives over a way that is too slow for several parts at once, and stays fast over a good one', async () => {
    const server = new FakeUploadServer();
    const put = server.put.bind(server);
    let onTheirWay = 0;
    let crowd = 0;
    let lost = 0;
    // The server ends what comes too slowly: each of several does.
    server.put = async (place, n, data) => {
      onTheirWay += 1;
      crowd = onTheirWay === 1 ? 1 : Math.max(crowd, onTheirWay);
      try {
        await new Promise((resolve) => setTimeout(resolve));
        if (crowd > 1) {
          lost += 1;
          throw lost < 20 ? new ApiError(408, 'request_timeout', '') : new Error('It never ends.');
        }
        return await put(place, n, data);
      } finally {
        onTheirWay -= 1;
      }
    };
    expect((await setup(server).transfer.run()).sha256).toBe(await hashOf(SOUND));
    for (let n = 0; n < 3; n += 1) expect(server.count(`put ${n}`)).toBe(1);

    const good = new FakeUploadServer();
    good.fault = (what, nth) => (what === 'begin' && nth === 1 ? cut('before') : null);
    await setup(good, null, LONG).transfer.run();
    expect(good.mostAtOnce).toBe(3);
  });

  it('goes on when the browser gives up a call by itself', async () => {
    const server = new FakeUploadServer();
    const given = (): Fault => ({ when: 'before', error: new DOMException('Aborted', 'AbortError') });
    server.fault = (what, nth) => (nth === 1 && /^(begin|put 1|finalize)$/.test(what) ? given() : null);
    const { transfer, news } = setup(server);
    expect((await transfer.run()).sha256).toBe(await hashOf(SOUND));
    expect(news.flatMap(({ waitsFor }) => waitsFor ?? [])).toEqual(['network', 'network', 'network']);
  });

  it('asks what arrived when an answer was lost, and does not send that again', async () => {
    const server = new FakeUploadServer();
    server.fault = (what, nth) => (what === 'put 2' && nth === 1 ? cut('after') : null);
    await setup(server).transfer.run();
    expect(server.count('put 2')).toBe(1);
    expect(server.count('kept')).toBe(1);
  });

  it('goes on where an earlier page stopped', async () => {
    const server = new FakeUploadServer();
    const place = await server.begin();
    await server.put(place, 0, SOUND.slice(0, 4));
    server.calls.length = 0;
    const { transfer, news, targets } = setup(server, place);
    expect((await transfer.run()).sha256).toBe(await hashOf(SOUND));
    expect(server.calls[0]).toBe('kept');
    expect(server.count('begin')).toBe(0);
    expect(server.count('put 0')).toBe(0);
    expect(news.find(({ share }) => share > 0)?.share).toBe(0.4);
    expect(targets).toEqual([]);
  });

  it('makes one agreement when the last answer is lost, also after a reload', async () => {
    const server = new FakeUploadServer();
    server.fault = (what, nth) => (what === 'finalize' && nth === 1 ? cut('after') : null);
    const first = await setup(server).transfer.run();
    expect(server.count('finalize')).toBe(2);
    expect(server.uploads.size).toBe(1);
    const place = server.uploads.get('r1')?.target ?? null;
    expect(await setup(server, place).transfer.run()).toEqual(first);
    expect(server.uploads.size).toBe(1);
  });

  it('sends again what the server has lost', async () => {
    const server = new FakeUploadServer();
    server.fault = (what, nth) => {
      if (what === 'finalize' && nth === 1) server.uploads.get('r1')?.chunks.delete(1);
      return null;
    };
    expect((await setup(server).transfer.run()).sha256).toBe(await hashOf(SOUND));
    expect(server.count('put 1')).toBe(2);
    expect(server.count('put 0')).toBe(1);
  });

  it.each([
    ['the server forgot it', 404, 'not_found'],
    ['other parts are there', 409, 'chunk_conflict'],
  ])('begins anew, once, when %s', async (_why, status, code) => {
    const server = new FakeUploadServer();
    server.fault = (what, nth) => (what === 'put 0' && nth === 1 ? refusal(status, code) : null);
    const { transfer, targets } = setup(server);
    expect((await transfer.run()).agreementId).toBe('a-r2');
    expect(targets.map((place) => place?.recordingId)).toEqual(['r1', undefined, 'r2']);

    const never = new FakeUploadServer();
    never.fault = (what) => (what === 'put 0' ? refusal(status, code) : null);
    await expect(setup(never).transfer.run()).rejects.toMatchObject({ code });
    expect(never.uploads.size).toBe(2);
  });

  it('begins anew when a part arrived as other bytes, before an agreement is made of it', async () => {
    const server = new FakeUploadServer();
    const put = server.put.bind(server);
    let isFirst = true;
    server.put = (place, n, data) => {
      const sent = isFirst ? new Blob(['????']) : data;
      isFirst = false;
      return put(place, n, sent);
    };
    const saved = await setup(server).transfer.run();
    expect(saved).toMatchObject({ agreementId: 'a-r2', sha256: await hashOf(SOUND) });
    expect(server.uploads.get('r1')?.saved).toBeNull();
  });

  it('says so when the whole is not what this device keeps', async () => {
    const server = new FakeUploadServer();
    const finalize = server.finalize.bind(server);
    server.finalize = async (place, finish) => ({ ...(await finalize(place, finish)), sha256: 'f00' });
    const { transfer, targets } = setup(server);
    await expect(transfer.run()).rejects.toMatchObject({ code: 'hash_mismatch' });
    expect(targets.at(-1)).toBeNull();
  });

  it.each([
    [415, 'unsupported_media'],
    [400, 'invalid_input'],
    [422, 'recording_too_long'],
  ])('ends with what the server will not take: %i %s', async (status, code) => {
    const server = new FakeUploadServer();
    server.fault = (what) => (what === 'finalize' ? refusal(status, code) : null);
    await expect(setup(server).transfer.run()).rejects.toMatchObject({ code });
    expect(server.count('finalize')).toBe(1);
  });

  it('tells a server that is away from a network that is gone', async () => {
    const server = new FakeUploadServer();
    const faults = [refusal(503, 'unavailable'), cut('before')];
    server.fault = (what) => (what === 'begin' ? (faults.shift() ?? null) : null);
    const { transfer, news } = setup(server);
    await transfer.run();
    expect(news.flatMap(({ waitsFor }) => waitsFor ?? [])).toEqual(['server', 'network']);
  });

  it('waits for minutes where the server takes no more today, and for seconds where it is away', async () => {
    const server = new FakeUploadServer();
    const faults = [refusal(429, 'daily_limit'), refusal(503, 'unavailable')];
    server.fault = (what) => (what === 'begin' ? (faults.shift() ?? null) : null);
    const { transfer, waker } = setup(server);
    const waits = jest.spyOn(waker, 'wait');
    await transfer.run();
    const [limit = 0, away = 0] = waits.mock.calls.map(([ms]) => ms);
    expect(limit).toBeGreaterThanOrEqual(60_000);
    expect(away).toBeLessThanOrEqual(30_000);
  });

  it('stops when the person wants it no longer', async () => {
    const server = new FakeUploadServer();
    const { transfer, control } = setup(server, null, LONG);
    server.fault = (what) => {
      if (what === 'put 5') control.abort();
      return null;
    };
    await expect(transfer.run()).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.count('finalize')).toBe(0);
  });
});

const KIB = 1024;

describe('partsOf', () => {
  it('cuts into pieces of 256 KiB with what is left at the end', () => {
    expect(cutIntoChunks(600 * KIB, 5 * KIB * KIB)).toEqual([
      { n: 0, start: 0, end: 256 * KIB },
      { n: 1, start: 256 * KIB, end: 512 * KIB },
      { n: 2, start: 512 * KIB, end: 600 * KIB },
    ]);
  });

  it('makes one part of a short draft, and smaller ones where the server takes less', () => {
    expect(cutIntoChunks(10, 5000)).toEqual([{ n: 0, start: 0, end: 10 }]);
    expect(cutIntoChunks(10, 4).map(({ start, end }) => end - start)).toEqual([4, 4, 2]);
    expect(cutIntoChunks(8, 4)).toHaveLength(2);
  });
});

describe('what the server keeps', () => {
  const parts = cutIntoChunks(10, 4);

  it('fits when every kept part is one of these', () => {
    expect(fits(parts, [])).toBe(true);
    expect(
      fits(parts, [
        { n: 2, bytes: 2 },
        { n: 0, bytes: 4 },
      ]),
    ).toBe(true);
  });

  it('does not fit when it was cut otherwise, or is longer', () => {
    expect(fits(parts, [{ n: 0, bytes: 5 }])).toBe(false);
    expect(fits(parts, [{ n: 3, bytes: 4 }])).toBe(false);
  });

  it('counts the bytes', () => {
    expect(bytesOf(parts, new Set([0, 2]))).toBe(6);
  });
});
