import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SeededRandom } from '../../libs/testing/src/seed.js';
import {
  ArchiveError,
  ArchiveWriter,
  type Manifest,
  newKey,
  readArchive,
  withFolderBeside,
} from './archive.js';

/** An archive is given back byte for byte, or refused. */

const random = new SeededRandom('archive');
const NOTHING = { migrations: [], rows: {} };
const manifest: Omit<Manifest, 'format' | 'entries'> = {
  takenAt: '2026-11-24T08:00:00.000Z',
  snapshot: { id: '1:1:', by: 'equal snapshots' },
  databases: {
    ...{ auth: NOTHING, agreements: NOTHING, payments: NOTHING },
    ...{ transcription: NOTHING, notifications: NOTHING },
  },
  objects: { count: 2, bytes: 3, missing: [], damaged: [] },
};
const contents: Record<string, Buffer> = {
  'databases/auth.dump': random.bytes(300_000),
  'objects/recordings/a/original.webm': random.bytes(70_001),
  'objects/recordings/a/empty.webm': Buffer.alloc(0),
};

let folder: string;
let key: { identity: string; recipient: string };
let whole: Buffer;

const path = (name: string): string => join(folder, name);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const nothing = async (): Promise<void> => undefined;
async function write(name: string): Promise<ArchiveWriter> {
  const archive = await ArchiveWriter.create(path(name), key.recipient);
  for (const [entry, bytes] of Object.entries(contents)) {
    await archive.add(entry, bytes.length, Readable.from(bytes.length === 0 ? [] : [bytes]));
  }
  return archive;
}
/** How an archive of these bytes is refused. */
async function refusal(bytes: Buffer, identity = key.identity): Promise<string> {
  await writeFile(path('damaged'), bytes);
  const error: unknown = await readArchive(path('damaged'), identity, nothing).then(
    () => 'not refused',
    (reason: unknown) => reason,
  );
  return error instanceof ArchiveError ? error.message.replace(path('damaged'), 'It') : `${error}`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-archive-'));
  key = await newKey();
  await (await write('whole')).finish(manifest);
  whole = await readFile(path('whole'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('gives back every entry, in order, and the manifest', async () => {
  const found: [string, Buffer, number][] = [];
  const read = await readArchive(path('whole'), key.identity, async (name, content, bytes) => {
    found.push([name, Buffer.concat(await Readable.from(content).toArray()), bytes]);
  });
  expect(found).toEqual(Object.entries(contents).map(([name, bytes]) => [name, bytes, bytes.length]));
  expect(read).toEqual({
    ...manifest,
    format: 1,
    entries: {
      count: 3,
      sha256: sha256(
        Buffer.from(
          Object.entries(contents)
            .map(([name, bytes]) => `${sha256(bytes)} ${name}\n`)
            .join(''),
        ),
      ),
    },
  });
});

it('shows nothing of what is in it', () => {
  for (const text of ['recordings', 'manifest', 'databases', 'takenAt']) {
    expect(whole.includes(text)).toBe(false);
  }
  expect(whole.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
});

it('is read whether or not an entry is looked at', async () => {
  await expect(readArchive(path('whole'), key.identity, nothing)).resolves.toMatchObject(manifest);
});

it('is refused with another key, or with none', async () => {
  const other = await newKey();
  expect(await refusal(whole, other.identity)).toBe('It was made for another key');
  expect(await refusal(whole, key.recipient)).toMatch(/^The key is none/);
  await expect(readArchive(path('nowhere'), key.identity, nothing)).rejects.toThrow('is not there');
});

it('that cannot be read is told as that, and not as changed', async () => {
  await mkdir(path('a folder'));
  const refused = (name: string) => readArchive(path(name), key.identity, nothing);
  await expect(refused('a folder')).rejects.toMatchObject({
    name: 'ArchiveError',
    message: `${path('a folder')} cannot be read: EISDIR: illegal operation on a directory, read`,
  });
  // What is below a file is not there, what lies behind a circle of links cannot be found out.
  await expect(refused('whole/archive')).rejects.toThrow('is not there');
  await symlink(path('circle'), path('circle'));
  await expect(refused('circle')).rejects.toThrow(/circle cannot be read: ELOOP/);
});

it('is refused when it was cut short anywhere', async () => {
  // Pieces of the format are 65,536 bytes and 16 of its seal, after the header.
  const headerBytes = whole.indexOf('\n---') + 49 + 16;
  const lengths = [0, 10, headerBytes, headerBytes + 65_552, headerBytes + 2 * 65_552];
  lengths.push(whole.length - 1, whole.length - 700, Math.floor(whole.length / 2));
  for (const length of lengths) {
    expect([length, await refusal(whole.subarray(0, length))]).toEqual([
      length,
      expect.stringMatching(/^It (was changed or cut short|is no backup)/),
    ]);
  }
});

it('is refused when a byte of it was changed', async () => {
  for (const at of [3, 30, 120, 400, 70_000, 200_000, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect([at, await refusal(changed)]).toEqual([at, expect.stringMatching(/^It (was|is)/)]);
  }
});

it('is refused when bytes follow it', async () => {
  expect(await refusal(Buffer.concat([whole, random.bytes(10)]))).toMatch(/changed or cut short/);
});

it('tells what whoever takes an entry throws', async () => {
  const failing = readArchive(path('whole'), key.identity, async (name) => {
    if (name.startsWith('objects/')) throw new TypeError('the disk is full');
  });
  await expect(failing).rejects.toThrow(new TypeError('the disk is full'));
});

it('is not there before it is finished, and leaves nothing behind when it is abandoned', async () => {
  const archive = await write('half');
  expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([
    expect.stringMatching(/^half\.[0-9a-f-]+\.part$/),
  ]);
  await archive.abandon();
  expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
});

it('has a folder beside it that is gone afterwards, or says why there is none', async () => {
  const seen = await withFolderBeside(path('whole'), 'dumps', async (beside) => {
    await writeFile(join(beside, 'a'), 'x');
    return beside;
  });
  expect(seen.startsWith(`${path('whole')}.dumps-`)).toBe(true);
  const failing = withFolderBeside(path('whole'), 'dumps', () => Promise.reject(new TypeError('no')));
  await expect(failing).rejects.toThrow(new TypeError('no'));
  expect((await readdir(folder)).filter((name) => name.includes('.dumps'))).toEqual([]);
  await expect(withFolderBeside(path('no/whole'), 'dumps', nothing)).rejects.toThrow(
    `${path('no')} cannot be written into: ENOENT`,
  );
});

it('takes the place of no other', async () => {
  await expect(ArchiveWriter.create(path('whole'), key.recipient)).rejects.toThrow('exists already');
  await expect(ArchiveWriter.create(path('other'), 'nobody')).rejects.toThrow();
});

it('takes the place of no other that was written at the same time', async () => {
  const [first, second] = [await write('twice'), await write('twice')];
  await first.finish(manifest);
  const written = await readFile(path('twice'));
  await expect(second.finish(manifest)).rejects.toThrow(`${path('twice')} exists already`);
  await second.abandon();
  expect((await readFile(path('twice'))).equals(written)).toBe(true);
  await expect(readArchive(path('twice'), key.identity, nothing)).resolves.toMatchObject(manifest);
  expect((await readdir(folder)).filter((name) => name.startsWith('twice'))).toEqual(['twice']);
});

it('fails when an entry has fewer bytes than said, and when it cannot be written', async () => {
  const short = await ArchiveWriter.create(path('short'), key.recipient);
  await expect(short.add('a', 10, Readable.from([Buffer.from('abc')]))).rejects.toThrow(/[Ss]ize mismatch/);
  await short.abandon();
  await expect(ArchiveWriter.create(path('no/folder'), key.recipient)).rejects.toThrow('ENOENT');
  // A disk that is full.
  await symlink('/dev/full', path('full.part'));
  const full = await ArchiveWriter.create(path('full'), key.recipient, path('full.part'));
  const adding = (async () => {
    for (let count = 0; count < 20; count += 1) {
      await full.add(`${count}`, 1e6, Readable.from([random.bytes(1e6)]));
    }
  })();
  await expect(adding).rejects.toThrow('ENOSPC');
  await full.abandon();
});
