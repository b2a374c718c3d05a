import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { PcmSamples } from '../pcm-samples.js';
import { MediaFixtures } from '../test/media-fixtures.js';
import { costOf } from '../test/processor-time.js';
import { SpeechMeter, type SpeechSpan } from './speech-meter.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const run = promisify(execFile);
const RATE = 8000;
/** How often the loop that the cost is compared with goes over all samples. */
const BARE_ROUNDS = 10;
const kennedy = fileURLToPath(new URL('../../../testing/fixtures/jfk.wav', import.meta.url));

const TRIM =
  'silenceremove=start_periods=1:start_threshold=-50dB,areverse,' +
  'silenceremove=start_periods=1:start_threshold=-50dB,areverse';

const LINES = [
  ['en-us+m1', 'I agree to sell my car for two thousand dollars.'],
  ['en-us+f5', 'Yes, I agree.'],
  ['en-us+m1', 'Do you agree?'],
  ['en-us+f5', 'I will pay the money on Friday morning.'],
] as const;

let fixtures: MediaFixtures;

beforeAll(async () => {
  fixtures = await MediaFixtures.create();
});

afterAll(async () => {
  await fixtures.remove();
});

/** The samples of whatever ffmpeg makes of the arguments. */
async function samples(...args: string[]): Promise<Int16Array> {
  const path = await fixtures.ffmpeg([...args, '-ac', '1', '-ar', String(RATE), '-f', 's16le'], 'raw');
  return new PcmSamples().read(await readFile(path));
}

const generated = (source: string) => samples('-f', 'lavfi', '-i', source);

function speechIn(sound: Int16Array, piece = 4096): SpeechSpan[] {
  const meter = new SpeechMeter(RATE);
  for (let i = 0; i < sound.length; i += piece) meter.write(sound.subarray(i, i + piece));
  return meter.finish();
}

const lengthOf = (spans: SpeechSpan[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0);

/** The lines with pauses before, between and after them, and where each of them is. */
async function spoken(pauses: number[]): Promise<{ sound: Int16Array; truth: SpeechSpan[] }> {
  const pieces: Int16Array[] = [];
  const truth: SpeechSpan[] = [];
  let at = 0;
  const add = (piece: Int16Array) => {
    pieces.push(piece);
    at += piece.length / RATE;
  };
  const pause = (seconds = 1) => add(new Int16Array(Math.round(seconds * RATE)));
  for (const [index, [voice, text]] of LINES.entries()) {
    pause(pauses[index]);
    const line = fixtures.path('line.wav');
    await run('espeak-ng', ['-v', voice, '-s', '150', '-w', line, '--', text]);
    const start = at;
    add(await samples('-i', line, '-af', TRIM));
    truth.push({ start, end: at });
  }
  pause();
  const sound = new Int16Array(Math.round(at * RATE));
  let offset = 0;
  for (const piece of pieces) {
    sound.set(piece, offset);
    offset += piece.length;
  }
  return { sound, truth };
}

/** White noise that lies this many decibels under the speech. */
function withNoise({ sound, truth }: Awaited<ReturnType<typeof spoken>>, decibels: number): Int16Array {
  let energy = 0;
  for (const { start, end } of truth) {
    for (const sample of sound.subarray(start * RATE, end * RATE)) energy += sample * sample;
  }
  const level = Math.sqrt(energy / (lengthOf(truth) * RATE)) * 10 ** (-decibels / 20);
  // Uniform noise has a third of the energy of its peak; the generator is the one of Park and Miller.
  let seed = 42;
  return sound.map((sample) => {
    seed = (seed * 48_271) % 2_147_483_647;
    const noise = (seed / 2_147_483_647 - 0.5) * 2 * level * Math.sqrt(3);
    return Math.max(-32_768, Math.min(32_767, sample + noise));
  });
}

describe('nobody speaks', () => {
  it.each([
    ['digital silence', 'anullsrc=r=8000:cl=mono:d=20'],
    ['white noise', 'anoisesrc=c=white:a=0.05:r=8000:d=20:seed=1'],
    ['loud white noise', 'anoisesrc=c=white:a=0.8:r=8000:d=20:seed=2'],
    ['pink noise', 'anoisesrc=c=pink:a=0.05:r=8000:d=20:seed=3'],
    ['rumble', 'anoisesrc=c=brown:a=0.2:r=8000:d=20:seed=4'],
    ['hum of the mains', 'sine=frequency=50:sample_rate=8000:duration=20'],
    ['a tone', 'sine=frequency=440:sample_rate=8000:duration=20'],
    ['noise that begins and ends', "aevalsrc='0.2*random(0)*gt(t,5)*lt(t,15)':s=8000:d=20"],
    ['a tone that begins and ends', "aevalsrc='0.2*sin(2800*t)*gt(t,5)*lt(t,6)':s=8000:d=10"],
    ['clicks', "aevalsrc='0.8*lt(mod(t,1),0.003)':s=8000:d=10"],
    ['almost nothing', "aevalsrc='0.00004*random(0)':s=8000:d=5"],
    ['nothing', 'anullsrc=r=8000:cl=mono:d=0.01'],
  ])('in %s', async (_name, source) => {
    expect(speechIn(await generated(source))).toEqual([]);
  });

  it('in no samples at all', () => {
    expect(new SpeechMeter(RATE).finish()).toEqual([]);
  });
});

describe('somebody speaks', () => {
  it('found to within 0.15 s between pauses of half a second and more', async () => {
    const { sound, truth } = await spoken([1, 0.5, 3, 0.6]);
    const found = speechIn(sound);
    expect(found).toHaveLength(truth.length);
    for (const [index, { start, end }] of truth.entries()) {
      expect(Math.abs((found[index]?.start ?? 0) - start)).toBeLessThan(0.15);
      expect(Math.abs((found[index]?.end ?? 0) - end)).toBeLessThan(0.15);
    }
  });

  it.each([10, 15])('found in noise %d dB below it', async (decibels) => {
    const said = await spoken([1, 0.8, 3, 0.8]);
    const found = speechIn(withNoise(said, decibels));
    const overlap = found.flatMap(({ start, end }) =>
      said.truth.map((span) => Math.max(0, Math.min(end, span.end) - Math.max(start, span.start))),
    );
    const common = overlap.reduce((sum, seconds) => sum + seconds, 0);
    expect(common / lengthOf(said.truth)).toBeGreaterThan(0.85);
    expect(common / lengthOf(found)).toBeGreaterThan(0.85);
  });

  it('found alike when it is 30 dB quieter, and wherever the pieces are cut', async () => {
    const loud = await samples('-i', kennedy);
    const spans = speechIn(loud);
    expect(lengthOf(spans)).toBeGreaterThan(7);
    expect(lengthOf(spans)).toBeLessThan(10);
    expect(speechIn(loud, 77)).toEqual(spans);
    const quiet = speechIn(await samples('-i', kennedy, '-af', 'volume=-30dB'));
    expect(quiet).toHaveLength(spans.length);
    expect(Math.abs(lengthOf(quiet) - lengthOf(spans))).toBeLessThan(0.3);
  });

  it('found after minutes of silence and of noise', async () => {
    const { sound, truth } = await spoken([0, 0.8, 0.8, 0.8]);
    const hiss = await generated('anoisesrc=c=white:a=0.01:r=8000:d=90:seed=5');
    const long = new Int16Array(200 * RATE);
    long.set(hiss, 60 * RATE);
    long.set(sound, 170 * RATE);
    const found = speechIn(long);
    expect(found[0]?.start).toBeGreaterThan(169.8);
    expect(Math.abs(lengthOf(found) - lengthOf(truth))).toBeLessThan(1);
  });

  it('in spans that are in order, apart and inside the recording', async () => {
    const loud = await samples('-stream_loop', '9', '-i', kennedy, '-t', '100.003');
    const spans = speechIn(loud);
    expect(spans.length).toBeGreaterThan(20);
    let before = 0;
    for (const { start, end } of spans) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(end).toBeGreaterThan(start);
      before = end;
    }
    expect(before).toBeLessThanOrEqual(loud.length / RATE);
  });

  it('costs less than to add up the loudness of all samples ten times', async () => {
    const loud = await samples('-stream_loop', '60', '-i', kennedy, '-t', '600');
    const cost = await costOf(
      'speech of ten minutes found',
      () => speechIn(loud, 32_768),
      () => {
        let sum = 0;
        for (let n = 0; n < BARE_ROUNDS * loud.length; n += 1) {
          const sample = loud[n % loud.length] as number;
          sum += sample * sample;
        }
        expect(sum).toBeGreaterThan(0);
      },
    );
    expect(cost).toBeLessThan(1);
  });
});
