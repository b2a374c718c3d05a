import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import {
  type BrowserFormat,
  recordInBrowserFormat,
} from '../../testing/src/speech/record-in-browser-format.js';
import { audioInput } from './audio-input.js';
import { runMediaTool } from './media-tool.js';
import { probeAudio } from './probe-audio.js';
import { withoutRepeatedBoxes } from './repeated-boxes.js';
import { MediaFixtures } from './test/media-fixtures.js';
import { costOf } from './test/processor-time.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const SECONDS = 4;

describe('probeAudio', () => {
  let fixtures: MediaFixtures;
  let source: string;

  beforeAll(async () => {
    fixtures = await MediaFixtures.create();
    source = await fixtures.tone('source.wav', SECONDS);
  });

  afterAll(async () => {
    await fixtures.remove();
  });

  it.each<[BrowserFormat, string, string]>([
    ['webm-opus', 'webm', 'opus'],
    ['mp4-opus', 'mp4', 'opus'],
    ['mp4-aac', 'mp4', 'aac'],
  ])('measures a %s recording as a browser writes it', async (format, container, codec) => {
    const path = fixtures.path(`recording-${format}`);
    await recordInBrowserFormat(source, path, format);
    const probe = await probeAudio(path);
    expect(probe).toMatchObject({ container, codec, layout: 'mono', sampleRate: 48_000 });
    expect(Math.abs(probe.durationSeconds - SECONDS)).toBeLessThan(0.1);
  });

  it.each([
    ['a.wav', 'wav', 'pcm_s16le', []],
    ['a.ogg', 'ogg', 'vorbis', ['-c:a', 'libvorbis', '-ac', '2']],
    ['speex.ogg', 'ogg', 'speex', ['-c:a', 'libspeex', '-ar', '16000']],
    ['flac.ogg', 'ogg', 'flac', ['-c:a', 'flac']],
    ['a.mp3', 'mp3', 'mp3', []],
    ['a.flac', 'flac', 'flac', []],
    ['a.aiff', 'aiff', 'pcm_s16be', []],
    ['a.m4a', 'mp4', 'alac', ['-c:a', 'alac']],
    ['a.aac', 'aac', 'aac', ['-c:a', 'aac', '-f', 'adts']],
    ['dictated.wav', 'wav', 'adpcm_ima_wav', ['-c:a', 'adpcm_ima_wav', '-ar', '16000']],
  ])('measures %s', async (name, container, codec, encoder) => {
    const probe = await probeAudio(await fixtures.tone(name, SECONDS, encoder));
    expect(probe).toMatchObject({ container, codec });
    expect(Math.abs(probe.durationSeconds - SECONDS)).toBeLessThan(0.1);
  });

  it('measures the AMR of older phones', async () => {
    const path = fixtures.path('call.amr');
    // Fifty frames a second, of the smallest kind.
    const frame = Buffer.alloc(13);
    frame[0] = 0x04;
    await writeFile(
      path,
      Buffer.concat([Buffer.from('#!AMR\n'), ...Array<Buffer>(50 * SECONDS).fill(frame)]),
    );
    const probe = await probeAudio(path);
    expect(probe).toMatchObject({ container: 'amr', codec: 'amr_nb' });
    expect(Math.abs(probe.durationSeconds - SECONDS)).toBeLessThan(0.1);
  });

  describe('of an MP4 recording with headers that stand there more than once', () => {
    const written = async (name: string, times: (type: string, n: number, isLast: boolean) => number) => {
      const whole = fixtures.path('whole.mp4');
      await recordInBrowserFormat(source, whole, 'mp4-aac');
      const boxes = boxesOf(await readFile(whole));
      const lastFragment = boxes.findLastIndex(({ type }) => type === 'moof');
      const repeated = boxes.flatMap(({ type, bytes }, n) =>
        Array<Buffer>(times(type, n, n === lastFragment)).fill(bytes),
      );
      return { whole, path: await fixtures.write(name, Buffer.concat(repeated)) };
    };

    it.each([
      ['as WebKitGTK writes them', (_: string, n: number, isLast: boolean) => (n === 0 || isLast ? 2 : 1)],
      ['of each fragment', (type: string) => (type === 'moof' ? 2 : 1)],
      ['three times', (_: string, __: number, isLast: boolean) => (isLast ? 3 : 1)],
    ])('hears all of it: %s', async (_, times) => {
      const { whole, path } = await written('repeated.mp4', times);
      const { durationSeconds } = await probeAudio(whole);
      expect(await probeAudio(path)).toMatchObject({ durationSeconds, container: 'mp4', codec: 'aac' });
    });

    it('takes a file with a flood of them as it is, in little time', async () => {
      const { whole } = await written('flood.mp4', () => 1);
      const [head, ...rest] = boxesOf(await readFile(whole)).map(({ bytes }) => bytes);
      const small = Array.from({ length: 40_000 }, (_, n) => {
        const box = Buffer.alloc(16, 'moof');
        box.writeUInt32BE(16);
        box.writeUInt32BE(n, 12);
        return box;
      });
      const flood = Buffer.concat([head as Buffer, ...small, ...rest]);
      const path = await fixtures.write('flood.mp4', flood);
      const cost = await costOf(
        'a flood of boxes looked at',
        async () => expect(await withoutRepeatedBoxes(path)).toBeNull(),
        async () => {
          for (const box of small) await Promise.resolve(box.readUInt32BE(0));
        },
      );
      expect(cost).toBeLessThan(4);
    });
  });

  it.each<BrowserFormat>(['webm-opus', 'mp4-opus', 'mp4-aac'])(
    'accepts a %s recording cut off in the middle, with the length that can be played',
    async (format) => {
      await recordInBrowserFormat(source, fixtures.path('whole'), format);
      const probe = await probeAudio(await fixtures.cut('whole', 'cut', 0.7));
      expect(probe.durationSeconds).toBeGreaterThan(1);
      expect(probe.durationSeconds).toBeLessThan(3.6);
    },
  );

  it('takes the sound of a film and leaves the pictures alone', async () => {
    const path = await fixtures.ffmpeg(
      [
        '-f',
        'lavfi',
        '-i',
        'testsrc=size=64x64:duration=1',
        '-i',
        source,
        '-c:v',
        'libvpx',
        '-c:a',
        'libopus',
      ],
      'film.webm',
    );
    expect(await probeAudio(path)).toMatchObject({ codec: 'opus' });
  });

  it.each([
    ['a WebM', 'webm', 'libopus', []],
    ['an MP4', 'mp4', 'aac', []],
    ['an Ogg', 'ogg', 'libvorbis', []],
    ['one in a language of no name', 'webm', 'libopus', ['-metadata:s:a:1', 'language=e:n']],
    [
      'one behind a very long title',
      'webm',
      'libopus',
      ['-metadata:s:a:0', `title=${'Stream mapping: '.repeat(1000)}`],
    ],
  ])('refuses a second sound track, which nobody would hear: %s', async (_, extension, codec, tags) => {
    const other = await fixtures.tone('other.wav', SECONDS, ['-ac', '2']);
    const path = await fixtures.ffmpeg(
      ['-i', source, '-i', other, '-map', '0:a', '-map', '1:a', '-c:a', codec, ...tags],
      `two-tracks.${extension}`,
    );
    await expect(probeAudio(path)).rejects.toMatchObject({
      code: 'several_tracks',
      message: 'there is more than one sound track in the file',
    });
    await expect(probeAudio(path, { maxSeconds: 1 })).rejects.toMatchObject({ code: 'several_tracks' });
  });

  it('says so of a film whose second sound track is of a kind that ffmpeg cannot decode, as the spatial sound of a phone', async () => {
    const path = await fixtures.ffmpeg(
      ['-i', source, '-i', source, '-map', '0:a', '-map', '1:a', '-c:a', 'aac'],
      'spatial.mp4',
    );
    const film = await readFile(path);
    film.write('apac', film.lastIndexOf('mp4a'));
    await writeFile(path, film);
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'several_tracks' });
  });

  it('refuses a film without sound', async () => {
    const path = await fixtures.ffmpeg(
      ['-f', 'lavfi', '-i', 'testsrc=size=64x64:duration=1', '-c:v', 'libvpx'],
      'silent-film.webm',
    );
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'not_media' });
  });

  it('opens no decoder that recordings do not need, not even to look', async () => {
    const fields = Buffer.alloc(16);
    // The format tag of the Intel Music Coder.
    fields.writeUInt16LE(0x0401, 0);
    fields.writeUInt16LE(1, 2);
    fields.writeUInt32LE(8000, 4);
    fields.writeUInt32LE(1000, 8);
    fields.writeUInt16LE(40, 12);
    fields.writeUInt16LE(16, 14);
    const size = (bytes: number) => {
      const field = Buffer.alloc(4);
      field.writeUInt32LE(bytes);
      return field;
    };
    const samples = Buffer.alloc(10_240, Buffer.from(Array.from({ length: 256 }, (_value, index) => index)));
    const chunks = [Buffer.from('WAVEfmt '), size(16), fields, Buffer.from('data'), size(10_240), samples];
    const body = Buffer.concat(chunks);
    const path = await fixtures.write(
      'imc.wav',
      Buffer.concat([Buffer.from('RIFF'), size(body.length), body]),
    );
    const { decode: arguments_ } = await audioInput(path);
    const { stderr } = await runMediaTool('ffmpeg', ['-hide_banner', '-v', 'info', ...arguments_], {
      timeoutMs: 20_000,
    });
    expect(stderr).toContain('not on whitelist');
    expect(stderr).not.toContain('Potential problem');
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('refuses text named like a recording', async () => {
    const path = await fixtures.write('text.webm', 'I agree to sell my car.\n'.repeat(100));
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'not_media' });
  });

  it('refuses a kind of sound that has no name', async () => {
    const content = await readFile(await fixtures.tone('known.wav', 1));
    content.writeUInt16LE(0x7777, content.indexOf('fmt ') + 8);
    const path = await fixtures.write('unknown.wav', content);
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'not_media' });
  });

  it('refuses an empty file', async () => {
    await expect(probeAudio(await fixtures.write('empty.webm', ''))).rejects.toMatchObject({
      code: 'not_media',
    });
  });

  it('refuses a picture', async () => {
    const path = await fixtures.ffmpeg(['-f', 'lavfi', '-i', 'testsrc', '-frames:v', '1'], 'picture.png');
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'not_media' });
  });

  it('refuses a film without sound', async () => {
    const path = await fixtures.ffmpeg(
      ['-f', 'lavfi', '-i', 'testsrc=size=64x64:duration=1', '-c:v', 'libvpx'],
      'silent-film.webm',
    );
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'not_media' });
  });

  it('refuses a true header followed by nonsense', async () => {
    await recordInBrowserFormat(source, fixtures.path('whole.webm'), 'webm-opus');
    await fixtures.cut('whole.webm', 'header-only.webm', 0.01);
    await expect(probeAudio(fixtures.path('header-only.webm'))).rejects.toMatchObject({ code: 'corrupt' });
    const path = await fixtures.write('nonsense.wav', Buffer.from('RIFF\u0010\u0000\u0000\u0000WAVE'));
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('opens neither a file nor a socket for a playlist dressed up as a recording', async () => {
    let connections = 0;
    const canary = createServer((_request, response) => {
      connections += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => canary.once('listening', resolve));
    const { port } = canary.address() as AddressInfo;
    const playlist = (target: string) =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`;
    // An MP3 frame header gets past the first look; the forced demuxer then finds no sound behind it.
    const frame = Buffer.from([0xff, 0xfb, 0x90, 0x00]);
    try {
      for (const target of [source, `file://${source}`, `http://127.0.0.1:${port}/a.wav`]) {
        const bare = await fixtures.write('playlist.mp3', playlist(target));
        await expect(probeAudio(bare)).rejects.toMatchObject({ code: 'not_media' });
        const tagged = await fixtures.write(
          'tagged.mp3',
          Buffer.concat([frame, Buffer.from(playlist(target))]),
        );
        await expect(probeAudio(tagged)).rejects.toMatchObject({ code: 'corrupt' });
      }
      expect(connections).toBe(0);
    } finally {
      await new Promise((resolve) => canary.close(resolve));
    }
  });

  it('stops decoding what is too long', async () => {
    const path = await fixtures.tone('long.mp3', 30);
    await expect(probeAudio(path, { maxSeconds: 10 })).rejects.toMatchObject({ code: 'too_long' });
    await expect(probeAudio(path, { maxSeconds: 31 })).resolves.toMatchObject({ codec: 'mp3' });
  });

  it('gives up when the time is over', async () => {
    await expect(probeAudio(source, { timeoutMs: 1 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('ends with the reason when aborted', async () => {
    const controller = new AbortController();
    const probing = probeAudio(source, { signal: controller.signal });
    controller.abort(new Error('no longer needed'));
    await expect(probing).rejects.toThrow('no longer needed');
  });
});

/** The boxes of an MP4 file, on its highest level. */
function boxesOf(file: Buffer): { type: string; bytes: Buffer }[] {
  const boxes: { type: string; bytes: Buffer }[] = [];
  for (let at = 0; at < file.length; ) {
    const bytes = file.subarray(at, at + file.readUInt32BE(at));
    boxes.push({ type: bytes.toString('latin1', 4, 8), bytes });
    at += bytes.length;
  }
  return boxes;
}
