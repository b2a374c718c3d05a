import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import yazl from 'yazl';
import { isUnambiguous } from './zip-directory';

const bytes = (text: string) => new TextEncoder().encode(text);
const words = (content: string) => zipSync({ 'transcript.txt': bytes(content) }, { level: 0 });
const packed = (files: Record<string, string>, extra: Record<number, Uint8Array> = {}) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, [bytes(content), { extra }]])),
      { level: 0 },
    ),
  );
const honest = packed({ 'manifest.json': '{}', 'transcript.txt': 'two thousand' });
const END = 22;

/** Where the directory begins, and how long it is. */
const directoryOf = (zip: Buffer) => ({
  start: zip.readUInt32LE(zip.length - END + 16),
  length: zip.readUInt32LE(zip.length - END + 12),
});

/** Puts something between files and directory, and lets the end find the directory all the same. */
function withBetween(zip: Buffer, between: Uint8Array): Buffer {
  const { start } = directoryOf(zip);
  const longer = Buffer.concat([zip.subarray(0, start), between, zip.subarray(start)]);
  longer.writeUInt32LE(start + between.length, longer.length - END + 16);
  return longer;
}

/** What a program does that adds a file, but for the number of files: that stays as it was. */
function withUncounted(zip: Buffer, isTotalRight: boolean): Buffer {
  const more = Buffer.from(words('TWENTY'));
  const [mine, other] = [directoryOf(zip), directoryOf(more)];
  const listed = Buffer.from(more.subarray(other.start, other.start + other.length));
  listed.writeUInt32LE(mine.start, 42);
  const end = Buffer.from(zip.subarray(-END));
  if (isTotalRight) end.writeUInt16LE(end.readUInt16LE(10) + 1, 10);
  end.writeUInt32LE(mine.length + other.length, 12);
  end.writeUInt32LE(mine.start + other.start, 16);
  const files = [zip.subarray(0, mine.start), more.subarray(0, other.start)];
  return Buffer.concat([...files, zip.subarray(mine.start, mine.start + mine.length), listed, end]);
}

function changed(zip: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy);
  return copy;
}

it('a packet as we hand it out and one that was packed again, compressed, are unambiguous', async () => {
  const zip = new yazl.ZipFile();
  for (const name of ['manifest.json', 'audio/party-a.webm']) {
    zip.addReadStreamLazy(name, { compress: false, forceDosTimestamp: true }, (done) =>
      done(null, Readable.from([name])),
    );
  }
  zip.addBuffer(Buffer.from('list'), 'SHA256SUMS', { compress: false });
  zip.end();
  expect(isUnambiguous(await buffer(zip.outputStream))).toBe(true);
  expect(isUnambiguous(honest)).toBe(true);
  expect(
    isUnambiguous(zipSync({ 'folder/': [bytes(''), {}], 'folder/words.txt': bytes('word '.repeat(99)) })),
  ).toBe(true);
});

it.each<[string, Buffer]>([
  ['a second file of a name that is not counted', withUncounted(honest, false)],
  ['a file that is counted in one place alone', withUncounted(honest, true)],
  ['a file that is not listed', withBetween(honest, words('TWENTY').subarray(0, 50))],
  ['something behind the end', Buffer.concat([honest, words('TWENTY')])],
  [
    'a comment that may be an end',
    Buffer.concat([changed(honest, (zip) => zip.writeUInt16LE(END, zip.length - 2)), honest.subarray(-END)]),
  ],
  ['a name beside the name', packed({ '.DS_Store': 'TWENTY' }, { 28789: bytes('\u0001abcdtranscript.txt') })],
  [
    'another name before the content',
    changed(honest, (zip) => zip.write('b', zip.indexOf('transcript.txt'))),
  ],
  ['a name that some programs cut off', packed({ 'transcript.txt\0/.DS_Store': 'TWENTY' })],
  ['another size before the content', changed(honest, (zip) => zip.writeUInt32LE(1, 18))],
  [
    'two files of one content',
    changed(honest, (zip) => zip.writeUInt32LE(0, zip.lastIndexOf('transcript.txt') - 4)),
  ],
  [
    'the place of a directory of ZIP64',
    changed(honest, (zip) => zip.writeUInt32LE(0x07064b50, zip.length - END - 20)),
  ],
  [
    'a directory outside of the file',
    changed(honest, (zip) => zip.writeUInt32LE(0x7fffffff, zip.length - 6)),
  ],
  ['next to nothing', Buffer.from('PK')],
])('a zip file with %s is not', (_, zip) => {
  expect(isUnambiguous(zip)).toBe(false);
});
