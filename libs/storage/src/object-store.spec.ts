import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from 's3rver';
import { SeededRandom } from '../../testing/src/seed.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import { DiskStore } from './disk.store.js';
import { KeptVersions, KeptVersionsError } from './kept-versions.js';
import { getSameFile, ObjectNotFoundError, type ObjectStore, WrongContentError } from './object-store.js';
import { S3Store } from './s3.store.js';

const random = new SeededRandom('object store');

let folder: string;
let server: S3rver;
let s3Url: string;
const stores: Record<string, ObjectStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-storage-'));
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3') });
  const { port } = await server.run();
  s3Url = `http://127.0.0.1:${port}`;
  stores.disk = new DiskStore(join(folder, 'disk'));
  stores.s3 = new S3Store({
    endpoint: s3Url,
    region: 'us-east-1',
    bucket: 'recordings',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  });
  for (const store of Object.values(stores)) await store.check();
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const read = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray());
const partsOf = <Part>(parts: AsyncIterable<Part>): Promise<Part[]> => Readable.from(parts).toArray();
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** What every store must do, whatever it is made of. */
describe.each(['disk', 's3'])('%s object store', (name) => {
  const store = (): ObjectStore => stores[name] as ObjectStore;

  it('gives back a file byte for byte, in parts of over 5 MiB too', async () => {
    const content = random.bytes(11 * 1024 * 1024 + 17);
    const path = join(folder, `big-${name}`);
    await writeFile(path, content);
    expect(await store().putFile('recordings/one/original.webm', path, 'audio/webm')).toEqual({
      bytes: content.length,
    });
    expect(await store().head('recordings/one/original.webm')).toEqual({ bytes: content.length });
    expect(sha256(await read(await store().get('recordings/one/original.webm')))).toBe(sha256(content));
    const parts = await partsOf(store().read('recordings/one/original.webm'));
    expect(sha256(Buffer.concat(parts))).toBe(sha256(content));
  });

  it('gives back exactly the bytes of a range', async () => {
    await store().putBuffer('recordings/two/audio.mp3', Buffer.from('0123456789'), 'audio/mpeg');
    const part = await store().get('recordings/two/audio.mp3', { start: 2, end: 5 });
    expect((await read(part)).toString()).toBe('2345');
  });

  it('copies an object to a local file', async () => {
    const content = random.bytes(3 * 1024 * 1024 + 5);
    await store().putBuffer('recordings/copy/original.webm', content, 'audio/webm');
    const path = join(folder, `copy-${name}`);
    await store().getFile('recordings/copy/original.webm', path);
    expect(sha256(await readFile(path))).toBe(sha256(content));
    const missing = store().getFile('recordings/copy/missing.webm', `${path}-2`);
    await expect(missing).rejects.toBeInstanceOf(ObjectNotFoundError);
  });

  it('gives what was stored, or says that it is something else', async () => {
    const [key, path] = ['recordings/same/original.webm', join(folder, `same-${name}`)];
    await store().putBuffer(key, Buffer.from('a voice'), 'audio/webm');
    await getSameFile(store(), key, path, { sha256: sha256(Buffer.from('a voice')) });
    expect(String(await readFile(path))).toBe('a voice');
    const other = getSameFile(store(), key, `${path}-2`, { sha256: sha256(Buffer.from('another')) });
    await expect(other).rejects.toThrow(WrongContentError);
    await getSameFile(store(), key, `${path}-3`, { sha256: null });
  });

  it('replaces an object as a whole', async () => {
    await store().putBuffer('recordings/three/a.txt', Buffer.from('first version'), 'text/plain');
    await store().putBuffer('recordings/three/a.txt', Buffer.from('second'), 'text/plain');
    expect((await read(await store().get('recordings/three/a.txt'))).toString()).toBe('second');
  });

  it('says when there is nothing, and deletes twice without complaint', async () => {
    await store().putBuffer('recordings/four/a.txt', Buffer.from('x'), 'text/plain');
    await store().delete('recordings/four/a.txt');
    await store().delete('recordings/four/a.txt');
    await expect(store().head('recordings/four/a.txt')).rejects.toBeInstanceOf(ObjectNotFoundError);
    await expect(store().get('recordings/four/a.txt')).rejects.toBeInstanceOf(ObjectNotFoundError);
    const content = partsOf(store().read('recordings/four/a.txt'));
    await expect(content).rejects.toBeInstanceOf(ObjectNotFoundError);
  });

  it('lists by prefix', async () => {
    await store().putBuffer('lists/a/1.txt', Buffer.from('x'), 'text/plain');
    await store().putBuffer('lists/b/2.txt', Buffer.from('x'), 'text/plain');
    await store().putBuffer('listings/b/2.txt', Buffer.from('x'), 'text/plain');
    const list = async (prefix: string) => {
      const keys: string[] = [];
      for await (const key of store().list(prefix)) keys.push(key);
      return keys.sort();
    };
    expect(await list('lists/')).toEqual(['lists/a/1.txt', 'lists/b/2.txt']);
    expect(await list('lists/b')).toEqual(['lists/b/2.txt']);
    expect(await list('list')).toEqual(['listings/b/2.txt', 'lists/a/1.txt', 'lists/b/2.txt']);
    expect(await list('lists/nobody/')).toEqual([]);
  });

  it.each(['../secret/a', '/etc/passwd', 'a', 'recordings//x', 'recordings/.hidden'])(
    'refuses the key %s',
    async (key) => {
      await expect(store().head(key)).rejects.toThrow(/Not an object key/);
      await expect(store().putBuffer(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(
        /Not an object key/,
      );
    },
  );
});

describe('disk object store', () => {
  it('leaves nothing behind when the source cannot be read', async () => {
    const store = stores.disk as ObjectStore;
    await expect(
      store.putFile('recordings/five/x.webm', join(folder, 'missing'), 'audio/webm'),
    ).rejects.toThrow();
    expect(await readdir(join(folder, 'disk/recordings/five'))).toEqual([]);
    expect(await readdir(join(folder, 'disk/.parts'))).toEqual([]);
  });

  it('removes what a killed process left half-written an hour ago, and lists none of it', async () => {
    const root = join(folder, 'killed');
    const [old, young] = [join(root, '.parts/old.part'), join(root, '.parts/young.part')];
    await mkdir(join(root, '.parts'), { recursive: true });
    for (const path of [old, young]) await writeFile(path, 'half a voice');
    const anHourAgo = new Date(Date.now() - 3_700_000);
    await utimes(old, anHourAgo, anHourAgo);
    const store: ObjectStore = new DiskStore(root);
    await store.putBuffer('recordings/nine/a.txt', Buffer.from('x'), 'text/plain');
    await store.check();
    expect(await readdir(join(root, '.parts'))).toEqual(['young.part']);
    const keys: string[] = [];
    for await (const key of store.list('')) keys.push(key);
    expect(keys).toEqual(['recordings/nine/a.txt']);
  });
});

describe('S3 object store', () => {
  it('is not what is away when the own disk is full', async () => {
    const store = stores.s3 as ObjectStore;
    await store.putBuffer('recordings/seven/a.txt', Buffer.from('x'), 'text/plain');
    await expect(store.getFile('recordings/seven/a.txt', '/dev/full')).rejects.toMatchObject({
      code: 'ENOSPC',
    });
  });
});

/** MinIO without room on its disks. */
describe('S3 object store that is full', () => {
  const full = createHttpServer((request, response) => {
    request.resume().on('end', () => {
      // Whether the bucket exists.
      if (request.method === 'HEAD') return void response.writeHead(200).end();
      const code =
        '<Code>XMinioStorageFull</Code><Message>Storage backend has reached its minimum free</Message>';
      response.writeHead(507, { 'content-type': 'application/xml' }).end(`<Error>${code}</Error>`);
    });
  });
  let store: S3Store;

  beforeAll(async () => {
    await new Promise<void>((resolve) => full.listen(0, '127.0.0.1', resolve));
    const { port } = full.address() as AddressInfo;
    const options = { region: 'us-east-1', bucket: 'recordings', accessKey: 'x', secretKey: 'y' };
    store = new S3Store({ endpoint: `http://127.0.0.1:${port}`, ...options });
  });

  afterAll(() => new Promise((resolve) => full.close(resolve)));

  it('is away for whoever writes, however the object comes', async () => {
    const path = join(folder, 'to-a-full-store');
    await writeFile(path, 'x');
    const buffer = store.putBuffer('recordings/eight/a.txt', Buffer.from('x'), 'text/plain');
    await expect(buffer).rejects.toMatchObject({ outage: 'storage' });
    const file = store.putFile('recordings/eight/a.txt', path, 'text/plain');
    await expect(file).rejects.toMatchObject({ outage: 'storage' });
    await expect(store.check()).rejects.toMatchObject({ outage: 'storage' });
  });
});

/** The page of a proxy, or of a network that wants its terms agreed to, which says yes to everything. */
describe('what answers in place of an S3 object store', () => {
  let proxy: TcpProxy;
  let store: S3Store;
  const html = '<h1>Welcome to our network</h1>';
  const head = `content-type: text/html\r\ncontent-length: ${html.length}\r\nconnection: close`;
  const replace = (is: boolean) =>
    proxy.impersonate(
      is ? { answer: `HTTP/1.1 200 OK\r\n${head}\r\n\r\n${html}`, speaksFirst: false } : null,
    );

  beforeAll(async () => {
    proxy = await TcpProxy.to(s3Url);
    const options = { region: 'us-east-1', bucket: 'recordings', accessKey: 'S3RVER', secretKey: 'S3RVER' };
    store = new S3Store({ endpoint: proxy.url.replace(/\/$/, ''), ...options });
    await store.check();
  });

  beforeEach(() => replace(true));

  afterAll(() => proxy.close());

  it('is none that took an object or let it go, nor one that can be used', async () => {
    const path = join(folder, 'to-a-page');
    await writeFile(path, 'a voice');
    const isAway = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ outage: 'storage' });
    await isAway(store.putFile('recordings/eight/a.txt', path, 'text/plain'));
    await isAway(store.putBuffer('recordings/eight/a.txt', Buffer.from('x'), 'text/plain'));
    await isAway(store.delete('recordings/eight/a.txt'));
    // It was written to a moment ago.
    await isAway(store.check());
    replace(false);
    await store.check();
  });

  it('is not seen in the store itself by many who look at the same time', async () => {
    replace(false);
    const options = { region: 'us-east-1', bucket: 'recordings', accessKey: 'S3RVER', secretKey: 'S3RVER' };
    const others = Array.from({ length: 20 }, () => new S3Store({ endpoint: s3Url, ...options }));
    const looks = await Promise.allSettled([...others, ...others].map((other) => other.check()));
    expect(looks.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('can be used by nobody who has not written there before', async () => {
    const options = { region: 'us-east-1', bucket: 'recordings', accessKey: 'S3RVER', secretKey: 'S3RVER' };
    const other = new S3Store({ endpoint: proxy.url.replace(/\/$/, ''), ...options });
    await expect(other.check()).rejects.toThrow();
  });

  it('gives nothing that is taken for what was stored', async () => {
    const path = join(folder, 'from-a-page');
    const got = getSameFile(store, 'recordings/eight/a.txt', path, {
      sha256: sha256(Buffer.from('a voice')),
    });
    await expect(got).rejects.toThrow(WrongContentError);
  });
});

/** What an S3 may answer to the question whether a bucket keeps versions. */
describe('S3 bucket that may keep versions', () => {
  let answer: { status: number; body: string };
  const asked = createHttpServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body);
    });
  });
  let store: ObjectStore;

  beforeAll(async () => {
    await new Promise<void>((resolve) => asked.listen(0, '127.0.0.1', resolve));
    const { port } = asked.address() as AddressInfo;
    const options = { region: 'us-east-1', bucket: 'recordings', accessKey: 'x', secretKey: 'y' };
    store = new S3Store({ endpoint: `http://127.0.0.1:${port}`, ...options });
  });

  afterAll(() => new Promise((resolve) => asked.close(resolve)));

  const versioning = (inside: string) => ({
    status: 200,
    body: `<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</VersioningConfiguration>`,
  });
  const refusal = (status: number, code: string) => ({ status, body: `<Error><Code>${code}</Code></Error>` });
  const start = (isProduction: boolean) => {
    const logger = { error: jest.fn(), warn: jest.fn() };
    const versions = new KeptVersions(store, isProduction, logger);
    return { logger, started: versions.onApplicationBootstrap(), versions };
  };

  it.each(['Enabled', 'Suspended'])(
    'is refused in production and warned of elsewhere: %s',
    async (status) => {
      answer = versioning(`<Status>${status}</Status>`);
      const refused = expect(start(true).started).rejects;
      await refused.toThrow(/S3_BUCKET keeps versions.*a bucket that has never kept versions/);
      const { logger, started } = start(false);
      await started;
      expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('keeps versions'));
    },
  );

  it.each([
    ['never had any', versioning(''), 0],
    ['knows none', refusal(501, 'NotImplemented'), 0],
    ['does not tell the key', refusal(403, 'AccessDenied'), 1],
  ])('is used where it %s', async (_what, said, warnings) => {
    answer = said;
    const { logger, started } = start(true);
    await started;
    expect(logger.warn).toHaveBeenCalledTimes(warnings);
  });

  it('is refused as soon as it answers', async () => {
    answer = refusal(503, 'ServiceUnavailable');
    const { started, versions } = start(true);
    await started;
    await expect(versions.refuse()).rejects.toMatchObject({ outage: 'storage' });
    answer = versioning('<Status>Enabled</Status>');
    await expect(versions.refuse()).rejects.toThrow(KeptVersionsError);
  });
});

/** A store that takes every connection and says nothing; or, once it knows what an object is like, only its beginning. */
describe('S3 object store that falls silent', () => {
  const open = new Set<Socket>();
  let silent: Server;
  let store: S3Store;
  /** Waits as long as in use. */
  let patient: S3Store;
  let answer: string | null = null;

  beforeAll(async () => {
    silent = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        if (answer !== null) socket.write(answer);
      });
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const options = { region: 'us-east-1', bucket: 'recordings', accessKey: 'x', secretKey: 'y' };
    store = new S3Store({ endpoint, ...options }, 300);
    patient = new S3Store({ endpoint, ...options });
  });

  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  const isAway = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ outage: 'storage' });

  it('is away, for whoever asks, reads and writes', async () => {
    const path = join(folder, 'to-a-silent-store');
    await writeFile(path, random.bytes(5_000_000));
    await isAway(store.head('recordings/six/a.txt'));
    await isAway(store.get('recordings/six/a.txt'));
    await isAway(store.putBuffer('recordings/six/a.txt', Buffer.from('x'), 'text/plain'));
    await isAway(store.putFile('recordings/six/a.txt', path, 'text/plain'));
    answer = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly the beginning';
    await isAway(store.getFile('recordings/six/a.txt', `${path}-copy`));
    await isAway(partsOf(store.read('recordings/six/a.txt')));
    await isAway(partsOf(store.list('recordings/six/')));
  });

  it('is not away for whoever takes its time with what came', async () => {
    answer = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwhole';
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
    try {
      const heard: string[] = [];
      for await (const part of patient.read('recordings/six/a.txt')) {
        jest.advanceTimersByTime(60_000);
        heard.push(String(part));
      }
      expect(heard).toEqual(['whole']);
    } finally {
      jest.useRealTimers();
    }
  });
});
