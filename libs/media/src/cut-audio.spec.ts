import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { cutAudio } from './cut-audio.js';
import { probeAudio } from './probe-audio.js';
import { MediaFixtures } from './test/media-fixtures.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const HEADER = 44;
const BYTES_PER_SECOND = 32_000;

describe('cutAudio', () => {
  let fixtures: MediaFixtures;
  let working: string;

  beforeAll(async () => {
    fixtures = await MediaFixtures.create();
    // Every sample tells where it stood.
    const content = Buffer.alloc(HEADER + 4 * BYTES_PER_SECOND);
    const ramp = await fixtures.ffmpeg(
      [
        '-f',
        'lavfi',
        '-i',
        'anullsrc=r=16000:cl=mono',
        '-t',
        '4',
        '-fflags',
        '+bitexact',
        '-c:a',
        'pcm_s16le',
      ],
      'ramp.wav',
    );
    (await readFile(ramp)).copy(content, 0, 0, HEADER);
    for (let i = 0; i < 64_000; i += 1) content.writeInt16LE((i % 60_000) - 30_000, HEADER + 2 * i);
    working = await fixtures.write('working.wav', content);
  });

  afterAll(async () => {
    await fixtures.remove();
  });

  it.each([
    [0, 1],
    [1.25, 3.5],
    [0.0625, 0.125],
    [3.999, 4],
  ])('copies the samples from %d to %d s and no others', async (start, end) => {
    const out = fixtures.path('part.wav');
    await cutAudio(working, { start, end }, out);
    const samples = (await readFile(out)).subarray(HEADER);
    const whole = (await readFile(working)).subarray(HEADER);
    expect(samples.equals(whole.subarray(start * BYTES_PER_SECOND, end * BYTES_PER_SECOND))).toBe(true);
  });

  it('finds the samples behind other chunks, in a file that was written to a pipe', async () => {
    const whole = await readFile(working);
    const note = Buffer.from('LIST\x05\0\0\0note!\0', 'latin1');
    const head = Buffer.concat([whole.subarray(0, 36), note, whole.subarray(36, HEADER)]);
    head.writeUInt32LE(0xffff_ffff, head.length - 4);
    const piped = await fixtures.write('piped.wav', Buffer.concat([head, whole.subarray(HEADER)]));
    const out = fixtures.path('part.wav');
    await cutAudio(piped, { start: 1.23, end: 9 }, out);
    const samples = (await readFile(out)).subarray(HEADER);
    expect(samples.readInt16LE(0)).toBe(1.23 * 16_000 - 30_000);
    expect(samples.equals(whole.subarray(HEADER + 1.23 * BYTES_PER_SECOND))).toBe(true);
  });

  it('writes what other programs read: the samples of both channels, as many as there are', async () => {
    const stereo = await fixtures.ffmpeg(
      ['-f', 'lavfi', '-i', 'sine=r=44100:d=2', '-ac', '2', '-c:a', 'pcm_s16le', '-bitexact'],
      'stereo.wav',
    );
    const out = fixtures.path('part.wav');
    await cutAudio(stereo, { start: 0.5, end: 1.75 }, out);
    const probe = await probeAudio(out);
    expect(probe).toMatchObject({ container: 'wav', codec: 'pcm_s16le', sampleRate: 44_100 });
    expect(probe.durationSeconds).toBeCloseTo(1.25, 3);
  });

  it('cuts at times that are no whole samples', async () => {
    const out = fixtures.path('odd.wav');
    await cutAudio(working, { start: 1 / 3, end: 2 / 3 }, out);
    expect(Math.abs((await probeAudio(out)).durationSeconds - 1 / 3)).toBeLessThan(0.001);
  });

  it('gives the same bytes again, and ends where the recording ends', async () => {
    const span = { start: 3, end: 9 };
    await cutAudio(working, span, fixtures.path('a.wav'));
    await cutAudio(working, span, fixtures.path('b.wav'));
    const [a, b] = await Promise.all([readFile(fixtures.path('a.wav')), readFile(fixtures.path('b.wav'))]);
    expect(a.equals(b)).toBe(true);
    expect(a.length).toBe(HEADER + BYTES_PER_SECOND);
  });

  it.each([
    [2, 2],
    [3, 2],
    [-1, 2],
    [Number.NaN, 2],
    [0, Number.POSITIVE_INFINITY],
  ])('refuses %d to %d, which is no span', async (start, end) => {
    await expect(cutAudio(working, { start, end }, fixtures.path('none.wav'))).rejects.toThrow(RangeError);
  });

  it('says so when nothing lies within the span', async () => {
    const out = fixtures.path('behind.wav');
    await expect(cutAudio(working, { start: 5, end: 6 }, out, {})).rejects.toMatchObject({
      code: 'corrupt',
    });
  });

  it.each([
    [0, 3],
    [1.5, 3],
    [1.99, 2.5],
  ])('cuts an MP3 from %d to %d s at its frames: the sound stays where it was', async (start, end) => {
    const beep = "aevalsrc='if(between(t,2,2.1),sin(2*PI*1000*t),0)':s=48000:d=4";
    const mp3 = ['-c:a', 'libmp3lame', '-b:a', '80k'];
    const whole = await fixtures.ffmpeg(['-f', 'lavfi', '-i', beep, ...mp3], 'beep.mp3');
    const out = fixtures.path('part.mp3');
    await cutAudio(whole, { start, end }, out);
    expect(await probeAudio(out)).toMatchObject({ container: 'mp3', sampleRate: 48_000 });
    const pcm = await readFile(
      await fixtures.ffmpeg(['-i', out, '-ar', '16000', '-c:a', 'pcm_s16le', '-bitexact'], 'part.wav'),
    );
    const samples = Array.from({ length: (pcm.length - HEADER) >> 1 }, (_, i) =>
      pcm.readInt16LE(HEADER + 2 * i),
    );
    expect(Math.abs(samples.length / 16_000 - (end - start))).toBeLessThan(0.06);
    const onset = samples.findIndex((sample) => Math.abs(sample) > 3000) / 16_000;
    expect(Math.abs(onset - (2 - start))).toBeLessThan(0.06);
  });

  it('refuses what it cannot cut exactly, and ends when aborted', async () => {
    const span = { start: 0, end: 1 };
    const out = fixtures.path('out.wav');
    const tone = ['-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'libmp3lame'];
    const padded = await fixtures.ffmpeg([...tone, '-ar', '44100', '-b:a', '80k'], 'padded.mp3');
    const varying = await fixtures.ffmpeg([...tone, '-ar', '48000', '-q:a', '4'], 'varying.mp3');
    const text = await fixtures.write('text.wav', 'hello');
    for (const path of [padded, varying, text]) {
      await expect(cutAudio(path, span, out)).rejects.toMatchObject({ code: 'not_media' });
    }
    const signal = AbortSignal.abort(new Error('shutting down'));
    await expect(cutAudio(working, span, out, { signal })).rejects.toThrow('shutting down');
  });
});
