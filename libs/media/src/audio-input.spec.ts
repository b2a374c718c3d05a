import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { deriveAudio, measureAudio } from './derive-audio.js';
import { probeAudio } from './probe-audio.js';
import { MediaFixtures } from './test/media-fixtures.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const speech = fileURLToPath(new URL('../../testing/fixtures/jfk.wav', import.meta.url));

/** What a recording is brought to before words are looked for in it, in decibels: louder ones need less. */
const loudness = async (path: string): Promise<number> => -(await measureAudio(path)).gainDb;

describe('a recording of two channels, heard as one', () => {
  let fixtures: MediaFixtures;

  /** The speech in channels of its own making, as ffmpeg's `pan` reads it. */
  const panned = (name: string, pan: string, encoder: string[] = []) =>
    fixtures.ffmpeg(['-i', speech, '-af', `pan=${pan}`, ...encoder], name);

  beforeAll(async () => {
    fixtures = await MediaFixtures.create();
  });

  afterAll(() => fixtures.remove());

  it.each([
    ['alike in both', 'same', 'stereo|c0=c0|c1=c0', 0],
    ['opposite in the two', 'opposite', 'stereo|c0=c0|c1=-1*c0', 0],
    ['in the left one alone', 'left', 'stereo|c0=c0|c1=0*c0', -3],
    ['in the right one alone', 'right', 'stereo|c0=0*c0|c1=c0', -3],
  ])('loses nothing that is %s', async (_, name, pan, louder) => {
    const path = await panned(`${name}.webm`, pan, [
      '-c:a',
      'libopus',
      '-b:a',
      '96k',
      '-apply_phase_inv',
      '0',
    ]);
    const [alone, measured] = [await measureAudio(speech), await measureAudio(path)];
    expect(await loudness(path)).toBeCloseTo((await loudness(speech)) + louder, -0.3);
    expect(measured.speech.length).toBeGreaterThan(0);
    const spoken = (spans: { start: number; end: number }[]) =>
      spans.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(spoken(measured.speech) / spoken(alone.speech)).toBeCloseTo(1, 1);
    const { mp3 } = await deriveAudio(path, fixtures.directory, ['mp3']);
    expect(await loudness(mp3.path)).toBeCloseTo(await loudness(path), -0.3);
  });

  it('keeps the words that are hidden among others', async () => {
    // One second of two is opposite.
    const turn = "aeval='val(0)|val(0)*if(lt(mod(t,2),1),1,-1)':c=stereo";
    const path = await fixtures.ffmpeg(['-i', speech, '-af', turn], 'hidden.wav');
    const { peaks: heard } = await measureAudio(path);
    const { peaks } = await measureAudio(speech);
    const quieter = peaks.filter((peak, at) => peak > 0.1 && (heard[at] ?? 0) < peak / 3);
    expect(quieter).toEqual([]);
  });

  it('takes samples that are no numbers for silence in both', async () => {
    const path = await panned('numbers.wav', 'stereo|c0=c0|c1=c0', ['-c:a', 'pcm_f32le']);
    const file = await readFile(path);
    for (const at of [1000, 1001, 20_002, 20_005]) {
      file.writeFloatLE(Number.NaN, file.length - 4 * (at + 1));
    }
    const { peaks } = await measureAudio(await fixtures.write('no-numbers.wav', file));
    const whole = await measureAudio(path);
    expect(peaks.length).toBe(whole.peaks.length);
    expect(Math.min(...peaks.slice(-20))).toBeGreaterThan(0);
  });
});

describe('sound that is not heard everywhere', () => {
  let fixtures: MediaFixtures;

  beforeAll(async () => {
    fixtures = await MediaFixtures.create();
  });

  afterAll(() => fixtures.remove());

  it.each([
    ['front and back are opposite', '5.1|FL=c0|BL=-1.41421*c0'],
    ['only the channel for low notes has it', '5.1|LFE=c0'],
    [
      'only the channel for low notes has it for a moment',
      '5.1|FL=c0|LFE=c1',
      "aeval='val(0)*not(between(t,2,2.5))|val(0)*between(t,2,2.5)':c=stereo,",
    ],
  ])('is refused where %s', async (what, pan, before = '') => {
    const path = await fixtures.ffmpeg(['-i', speech, '-af', `${before}pan=${pan}`], `${what.length}.wav`);
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'several_tracks' });
  });

  it('is refused where two channels are turned against the turn by which they are put together', async () => {
    const turned = [
      'asplit[a][b]',
      '[a]aphaseshift=shift=0:order=4[l]',
      "[b]aphaseshift=shift=0.5:order=4,volume='if(between(t,2,3),1,0)':eval=frame[r]",
      '[l][r]join=inputs=2:channel_layout=stereo',
    ].join(';');
    const path = await fixtures.ffmpeg(['-i', speech, '-filter_complex', turned], 'turned.wav');
    await expect(probeAudio(path)).rejects.toMatchObject({ code: 'several_tracks' });
  });

  it.each([
    ['both, the one opposite to the other', ['-af', 'pan=stereo|c0=c0|c1=-1*c0']],
    ['the right one of two', ['-af', 'pan=stereo|c0=0*c0|c1=c0']],
    ['two microphones apart', ['-af', 'pan=stereo|c0=c0|c1=c0,adelay=0|3,aecho=0.8:0.5:23:0.3']],
    ['all six of a studio', ['-ac', '6']],
    ['one of the back', ['-af', 'pan=4.0|BC=c0']],
    ['one for low notes, and no other', ['-af', 'pan=LFE|c0=c0']],
    ['one of the left side', ['-af', 'pan=5.1|FL=c0']],
    ['two that differ', ['-af', "aeval='val(0)|val(0)*lt(mod(t,2),1)':c=stereo,pan=quad|FL=c0|BR=c1"]],
  ])('is not what is heard of several channels: %s', async (what, args) => {
    const path = await fixtures.ffmpeg(['-i', speech, ...args], `${what.length}-heard.wav`);
    expect((await probeAudio(path)).durationSeconds).toBeCloseTo(11, 1);
    expect(Math.max(...(await measureAudio(path)).peaks)).toBeGreaterThan(0.1);
  });

  it.each([
    ['one channel and then two', ['one', 'two']],
    ['two channels and then one', ['two', 'one']],
  ])('is refused: %s', async (_, order) => {
    const parts = new Map<string, Buffer>();
    for (const [name, pan] of [
      ['one', 'mono|c0=c0'],
      ['two', 'stereo|c0=c0|c1=-1*c0'],
    ] as const) {
      const encoder = ['-af', `pan=${pan}`, '-write_xing', '0', '-id3v2_version', '0'];
      const path = await fixtures.ffmpeg(['-i', speech, '-t', '2', ...encoder], `${name}.mp3`);
      parts.set(name, await readFile(path));
    }
    const path = await fixtures.write(
      `${order.join('-')}.mp3`,
      Buffer.concat(order.map((name) => parts.get(name) ?? Buffer.alloc(0))),
    );
    await expect(probeAudio(path)).rejects.toMatchObject({
      code: 'several_tracks',
      message: 'its channels change on the way',
    });
  });

  it.each(['mono', 'stereo'])(
    'is not what a file holds in %s, or in one channel of the left side',
    async (layout) => {
      const path = await fixtures.ffmpeg(['-i', speech, '-af', `pan=${layout}|c0=c0`], `fine-${layout}.wav`);
      expect(await probeAudio(path)).toMatchObject({ layout });
      const left = await fixtures.ffmpeg(['-i', speech, '-af', 'pan=FL|c0=c0'], 'left.wav');
      expect(await probeAudio(left)).toMatchObject({ layout: '1 channels (FL)' });
      expect(Math.max(...(await measureAudio(left)).peaks)).toBeGreaterThan(0.3);
    },
  );
});
