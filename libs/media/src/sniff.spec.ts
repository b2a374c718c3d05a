import { jest } from '@jest/globals';
import { sniff, sniffFile } from './sniff.js';
import { MediaFixtures } from './test/media-fixtures.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

describe('sniff', () => {
  let fixtures: MediaFixtures;

  beforeAll(async () => {
    fixtures = await MediaFixtures.create();
  });

  afterAll(async () => {
    await fixtures.remove();
  });

  it.each([
    ['a.webm', 'audio/webm', 'webm', ['-c:a', 'libopus']],
    ['a.m4a', 'audio/mp4', 'mp4', ['-c:a', 'aac']],
    ['a.mp4', 'audio/mp4', 'mp4', ['-c:a', 'aac']],
    ['a.wav', 'audio/wav', 'wav', []],
    ['a.ogg', 'audio/ogg', 'ogg', ['-c:a', 'libopus']],
    ['b.ogg', 'audio/ogg', 'ogg', ['-c:a', 'libvorbis']],
    ['a.mp3', 'audio/mpeg', 'mp3', []],
    ['plain.mp3', 'audio/mpeg', 'mp3', ['-id3v2_version', '0', '-write_xing', '0']],
    ['a.flac', 'audio/flac', 'flac', []],
    ['a.aiff', 'audio/aiff', 'aiff', []],
    ['a.aac', 'audio/aac', 'aac', ['-c:a', 'aac', '-f', 'adts']],
  ])('knows %s by its bytes', async (name, mime, extension, encoder) => {
    const path = await fixtures.tone(name, 0.5, encoder);
    expect(await sniffFile(path)).toEqual({ kind: 'audio', mime, extension });
  });

  it.each([
    ['a.png', 'image/png', 'png'],
    ['a.jpg', 'image/jpeg', 'jpg'],
    ['a.webp', 'image/webp', 'webp'],
  ])('knows %s by its bytes', async (name, mime, extension) => {
    const path = await fixtures.ffmpeg(['-f', 'lavfi', '-i', 'testsrc=size=32x32', '-frames:v', '1'], name);
    expect(await sniffFile(path)).toEqual({ kind: 'image', mime, extension });
  });

  it.each([
    ['nothing', ''],
    ['one byte', 'R'],
    ['text', 'I agree to sell my car.'],
    ['a playlist', '#EXTM3U\n#EXTINF:10,\nfile:///etc/hostname\n'],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/hostname'\n"],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['ZIP', 'PK\u0003\u0004\u0014\u0000'],
  ])('refuses %s', async (_name, content) => {
    expect(await sniff(Buffer.from(content, 'latin1'))).toBeNull();
  });

  it('does not throw, and does not hang, on headers that lie', async () => {
    const headers = [
      'RIFF',
      'ID3\u0004',
      '\u001aE\u00df\u00a3',
      '\u0000\u0000\u0000\u0018ftyp',
      'OggS',
      'FORM',
      'fLaC',
      '\u00ff\u00f1',
      '#!AMR',
    ];
    for (const header of headers) {
      for (const filler of [0x00, 0x7f, 0xff]) {
        for (const length of [4, 55, 4100, 100_000]) {
          const bytes = Buffer.alloc(length, filler);
          bytes.write(header, 'latin1');
          const type = await sniff(bytes);
          expect(type === null || type.kind === 'audio' || type.kind === 'image').toBe(true);
        }
      }
    }
  });
});
