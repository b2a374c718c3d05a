import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { outageOf } from '../../platform/src/outage.js';
import { recordInBrowserFormat } from '../../testing/src/speech/record-in-browser-format.js';
import { cutAudio } from './cut-audio.js';
import { type AudioCopy, deriveAudio, type MeasuredAudio, measureAudio } from './derive-audio.js';
import type { DerivedFile } from './derived-file.js';
import { probeAudio } from './probe-audio.js';
import { MediaFixtures } from './test/media-fixtures.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const speech = fileURLToPath(new URL('../../testing/fixtures/jfk.wav', import.meta.url));
const SPEECH_SECONDS = 11;

type Derived = MeasuredAudio & Record<AudioCopy, DerivedFile>;

/** Everything that is known and made of a recording. */
async function deriveAll(path: string, folder: string): Promise<Derived> {
  const measured = await measureAudio(path);
  const { gainDb } = measured;
  return {
    ...measured,
    ...(await deriveAudio(path, folder, ['mp3', 'webm', 'preview', 'working'], { gainDb })),
  };
}

describe('deriveAudio', () => {
  let fixtures: MediaFixtures;
  let recording: string;
  /** Made once, for all who only look at it. */
  let derived: Derived;

  const outDir = async (name: string) => {
    await mkdir(fixtures.path(name));
    return fixtures.path(name);
  };

  beforeAll(async () => {
    fixtures = await MediaFixtures.create();
    recording = fixtures.path('recording.webm');
    await recordInBrowserFormat(speech, recording, 'webm-opus');
    derived = await deriveAll(recording, await outDir('all'));
  });

  afterAll(async () => {
    await fixtures.remove();
  });

  it.each([
    ['in the middle of a copy', 'working.wav', ['working'], null],
    ['at the end of one, which ffmpeg takes for done', 'preview.mp3', ['preview'], 0.2],
  ] as const)(
    'tells a disk that is full %s from a recording that is wrong',
    async (_when, name, wanted, end) => {
      const folder = await outDir(`full-${name}`);
      await symlink('/dev/full', join(folder, name));
      const path = end === null ? recording : fixtures.path('short.wav');
      if (end !== null) await cutAudio(speech, { start: 0, end }, path);
      const error = await deriveAudio(path, folder, wanted).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'failed', message: expect.stringContaining('No space left') });
      expect(outageOf(error)).toBe('disk');
    },
  );

  it('makes playable copies of the whole recording and a five-second preview', async () => {
    expect(Math.abs(derived.durationSeconds - SPEECH_SECONDS)).toBeLessThan(0.1);
    for (const [file, container, codec, seconds] of [
      [derived.mp3, 'mp3', 'mp3', SPEECH_SECONDS],
      [derived.webm, 'webm', 'opus', SPEECH_SECONDS],
      [derived.preview, 'mp3', 'mp3', 5],
      [derived.working, 'wav', 'pcm_s16le', SPEECH_SECONDS],
    ] as const) {
      const probe = await probeAudio(file.path);
      expect(probe).toMatchObject({ container, codec, layout: 'mono' });
      expect(Math.abs(probe.durationSeconds - seconds)).toBeLessThan(0.1);
      const content = await readFile(file.path);
      expect(file.bytes).toBe(content.length);
      expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    }
    expect((await probeAudio(derived.working.path)).sampleRate).toBe(16_000);

    expect(derived.peaks.length).toBeGreaterThanOrEqual(109);
    expect(derived.peaks.length).toBeLessThanOrEqual(112);
    expect(Math.max(...derived.peaks)).toBeLessThanOrEqual(1);
    expect(Math.max(...derived.peaks)).toBeGreaterThan(0.2);
  });

  it('finds the speech', async () => {
    const { speech, durationSeconds } = derived;
    expect(speech.length).toBeGreaterThan(2);
    const spoken = speech.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(spoken).toBeGreaterThan(7);
    expect(spoken).toBeLessThan(10);
    expect(speech.at(-1)?.end).toBeLessThanOrEqual(durationSeconds);
  });

  it.each([
    ['96 kHz in 24 bits', ['-ar', '96000', '-ac', '2', '-sample_fmt', 's32', '-c:a', 'flac']],
    ['384 kHz', ['-ar', '384000', '-c:a', 'pcm_s32le']],
    ['5.1', ['-ac', '6', '-c:a', 'pcm_f32le']],
  ])('takes what studios record: %s', async (name, encoder) => {
    const path = await fixtures.ffmpeg(
      ['-i', speech, '-t', '2', ...encoder, '-f', name === '96 kHz in 24 bits' ? 'flac' : 'wav'],
      'fine',
    );
    const derived = await deriveAudio(path, await outDir(name), ['mp3', 'webm']);
    for (const file of [derived.mp3, derived.webm]) {
      expect(Math.abs((await probeAudio(file.path)).durationSeconds - 2)).toBeLessThan(0.1);
    }
  });

  it('takes samples that are no numbers for silence', async () => {
    const broken = await fixtures.ffmpeg(
      ['-i', speech, '-t', '3', '-ar', '16000', '-c:a', 'pcm_f32le', '-fflags', '+bitexact'],
      'broken.wav',
    );
    const content = await readFile(broken);
    const noNumbers = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    // Behind the header, whatever its length.
    for (let i = 0; i < 300; i += 1) content.writeFloatLE(noNumbers[i % 3] ?? 0, 4 * (2000 + i * 50));
    await fixtures.write('broken.wav', content);
    const derived = await deriveAll(broken, await outDir('broken'));
    expect(Math.abs(derived.durationSeconds - 3)).toBeLessThan(0.01);
    expect(derived.peaks.every((peak) => peak >= 0 && peak <= 1)).toBe(true);
    const { peaks } = await measureAudio(derived.mp3.path);
    expect(peaks.length).toBeGreaterThan(29);

    const empty = await fixtures.write('empty.wav', content.fill(Buffer.from([0, 0, 0xc0, 0x7f]), 2000));
    const silent = await measureAudio(empty);
    expect(Math.max(...silent.peaks.slice(2))).toBe(0);
    expect(silent.speech).toEqual([]);
  });

  it('gives the same bytes for the same recording, which stays as it is', async () => {
    const original = await readFile(recording);
    const again = await deriveAll(recording, await outDir('again'));
    for (const name of ['mp3', 'webm', 'preview', 'working'] as const) {
      expect(again[name].sha256).toBe(derived[name].sha256);
    }
    expect((await readFile(recording)).equals(original)).toBe(true);
  });

  it('shows where a recording is quiet and where it is loud', async () => {
    const tone = await fixtures.tone('swell.wav', 4);
    const { peaks } = await measureAudio(tone);
    expect(peaks).toHaveLength(40);
    expect(Math.max(...peaks.slice(0, 19))).toBeLessThan(Math.min(...peaks.slice(21, 39)) / 5);
  });

  it('raises a quiet recording for the recogniser and leaves the copies as quiet as they were', async () => {
    const quiet = await fixtures.ffmpeg(['-i', speech, '-t', '4', '-af', 'volume=-30dB'], 'quiet.wav');
    const derived = await deriveAll(quiet, await outDir('quiet'));
    const copy = await measureAudio(derived.mp3.path);
    const working = await measureAudio(derived.working.path);
    expect(Math.max(...copy.peaks)).toBeLessThan(0.1);
    expect(Math.max(...working.peaks)).toBeGreaterThan(0.3);
  });

  it('leaves silence silent', async () => {
    const silence = await fixtures.ffmpeg(
      ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono', '-t', '2'],
      'silence.wav',
    );
    const derived = await deriveAll(silence, await outDir('silence'));
    expect(Math.max(...derived.peaks)).toBe(0);
    const working = await measureAudio(derived.working.path);
    expect(Math.max(...working.peaks)).toBe(0);
  });

  it('works on a recording cut off by a crash', async () => {
    const derived = await deriveAll(
      await fixtures.cut('recording.webm', 'cut.webm', 0.3),
      await outDir('cut'),
    );
    expect(derived.durationSeconds).toBeGreaterThan(2);
    expect(derived.durationSeconds).toBeLessThan(5);
    expect((await probeAudio(derived.preview.path)).durationSeconds).toBeLessThan(5);
  });

  it('makes what is wanted and nothing else', async () => {
    const folder = await outDir('preview-only');
    const { preview } = await deriveAudio(recording, folder, ['preview']);
    expect(preview.sha256).toBe(derived.preview.sha256);
    expect(await readdir(folder)).toEqual(['preview.mp3']);
  });

  it.each(['mp3', 'webm', 'preview', 'working'] as const)('makes %s alone of a WAV file', async (copy) => {
    const made = await deriveAudio(speech, await outDir(`only-${copy}`), [copy]);
    expect(made[copy].bytes).toBeGreaterThan(1000);
  });

  it('ends with the reason when aborted', async () => {
    const controller = new AbortController();
    const deriving = deriveAudio(recording, await outDir('aborted'), ['mp3'], { signal: controller.signal });
    controller.abort(new Error('shutting down'));
    await expect(deriving).rejects.toThrow('shutting down');
  });

  it('refuses what is not a recording', async () => {
    const text = await fixtures.write('text.mp3', 'hello');
    await expect(deriveAudio(text, await outDir('text'), ['mp3'])).rejects.toMatchObject({
      code: 'not_media',
    });
  });
});
