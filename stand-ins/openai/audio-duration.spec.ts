import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HEAD_BYTES, readDuration } from './audio-duration.js';

const run = promisify(execFile);
const kennedy = fileURLToPath(new URL('../../libs/testing/fixtures/jfk.wav', import.meta.url));

describe('readDuration', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'audio-duration-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['a.wav', []],
    ['a.flac', []],
    ['low.mp3', ['-b:a', '48k']],
    ['high.mp3', ['-ar', '44100', '-b:a', '128k']],
    ['variable.mp3', ['-q:a', '4']],
    ['plain.mp3', ['-b:a', '64k', '-write_xing', '0', '-id3v2_version', '0']],
  ])('knows how long %s is', async (name, options) => {
    const path = join(folder, name);
    await run('ffmpeg', ['-v', 'error', '-i', kennedy, '-t', '10', ...options, path]);
    const bytes = await readFile(path);
    const seconds = readDuration(bytes.subarray(0, HEAD_BYTES), bytes.length);
    // MP3 has a frame or two of padding.
    expect(Math.abs((seconds ?? 0) - 10)).toBeLessThan(0.15);
  });

  it.each([Buffer.alloc(0), Buffer.from('RIFF'), Buffer.from('fLaC'), Buffer.from('not a recording at all')])(
    'does not know it of %j',
    (bytes) => {
      expect(readDuration(bytes, bytes.length)).toBeNull();
    },
  );
});
