import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { PcmSamples } from '../pcm-samples.js';
import { SpeechMeter } from '../speech/speech-meter.js';
import { MediaFixtures } from '../test/media-fixtures.js';
import { compareSoundsAside } from './compare-sounds-process.js';
import { decodeSamples } from './decode-samples.js';
import { Passages } from './repeated-share.js';
import { countBits, packPrint, printSound, unpackPrint } from './sound-print.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const run = promisify(execFile);
const kennedy = fileURLToPath(new URL('../../../testing/fixtures/jfk.wav', import.meta.url));

let fixtures: MediaFixtures;
let print: Uint32Array;

beforeAll(async () => {
  fixtures = await MediaFixtures.create();
  print = printSound(await samples('-i', kennedy));
});

afterAll(async () => {
  await fixtures.remove();
});

async function samples(...args: string[]): Promise<Int16Array> {
  const path = await fixtures.ffmpeg([...args, '-ac', '1', '-ar', '8000', '-f', 's16le'], 'raw');
  return new PcmSamples().read(await readFile(path));
}

function passages(sound: Int16Array): Passages {
  const meter = new SpeechMeter(8000);
  meter.write(sound);
  return new Passages(sound, meter.finish());
}

const changed = (filter: string) => samples('-i', kennedy, '-af', filter);

async function spoken(voice: string, text: string): Promise<Int16Array> {
  const path = fixtures.path(`${voice}-${text.length}.wav`);
  await run('espeak-ng', ['-v', voice, '-s', '150', '-w', path, '--', text]);
  return samples('-i', path);
}

/** Ways in which a passage may have been changed, and frames that rule most places out: see `repeated-share.ts`. */
const WAYS = 65;
const FIRST_FRAMES = 12;
/** Frames of a passage, which may begin so much before a recording does. */
const PASSAGE_FRAMES = 62;

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
};

/** Milliseconds that a million bare comparisons of two words take. */
function bareMs(): number {
  const words = Uint32Array.from({ length: 1024 }, (_, n) => Math.imul(n + 1, 0x9e3779b1));
  let different = 0;
  const took = cpuMs(() => {
    for (let n = 0; n < 20_000_000; n += 1) {
      different += countBits((words[n & 1023] as number) ^ (words[(n >> 4) & 1023] as number));
    }
  });
  expect(different).toBeGreaterThan(0);
  return took / 20;
}

/**
 * How many times as long a search takes as the bare comparison of as many words: the first frames of each passage, in
 * each way, at each place. A machine that is slow, or busy, is so for both.
 */
function costOf(what: string, prints: Uint32Array[], sought: number, search: () => void): number {
  const places = prints.reduce((sum, { length }) => sum + length + PASSAGE_FRAMES, 0);
  bareMs();
  const [before, took, after] = [bareMs(), cpuMs(search), bareMs()];
  const bare = ((places * sought * WAYS * FIRST_FRAMES) / 1e6) * ((before + after) / 2);
  process.stdout.write(
    `${what} in ${Math.round(took)} ms: ${(took / bare).toFixed(2)} of the bare comparisons\n`,
  );
  return took / bare;
}

it.each([
  ['itself', 'anull'],
  ['a part of it', 'atrim=3.3:6'],
  ['it after silence', 'adelay=3700'],
  ['it 5 % higher', 'rubberband=pitch=1.05'],
  ['it 5 % lower', 'rubberband=pitch=0.95'],
  ['it 5 % faster', 'atempo=1.05'],
  ['it 4 % higher and 4 % slower', 'rubberband=pitch=1.04:tempo=0.96'],
  ['it 10 % higher', 'rubberband=pitch=1.1'],
  ['it 10 % faster and higher', 'aresample=48000,asetrate=52800,aresample=48000'],
  ['it 9 % slower', 'atempo=0.91'],
  ['it over a telephone, quietly', 'highpass=300,lowpass=3400,volume=-20dB'],
  ['it in a room with echoes', 'aecho=0.8:0.7:30|60|90:0.4|0.3|0.2'],
])('a recording repeats %s', async (_what, filter) => {
  expect(passages(await changed(filter)).shareIn(print)).toBeGreaterThan(0.9);
});

it('a recording of a second is found in a longer one, and the longer one before and after the second is not', async () => {
  const part = await changed('atrim=3.3:4.5');
  expect(passages(part).shareIn(print)).toBe(1);
  expect(passages(await changed('anull')).shareIn(printSound(part))).toBeLessThan(0.4);
});

it.each([0.7, 1.7, 2.2, 3.7, 4.2, 4.5])(
  'half a second is looked for wherever it stands: after %d seconds of silence',
  async (silence) => {
    const part = await changed(`atrim=3.3:3.85,adelay=${silence * 1000}`);
    expect(passages(part).shareIn(print)).toBe(1);
    const other = await spoken('en-us+f3', 'I agree.');
    const later = new Int16Array(Math.round(silence * 8000) + other.length);
    later.set(other, later.length - other.length);
    expect(passages(later).shareIn(print)).toBe(0);
  },
);

it('what is shorter than that cannot be judged', async () => {
  expect(passages(await changed('atrim=3.3:3.8')).shareIn(print)).toBeNull();
  expect(passages(await changed('atrim=3.3:3.6,adelay=3000')).shareIn(print)).toBeNull();
});

it('what somebody else says, and other words of the same voice, repeat nothing', async () => {
  const text = 'And so, my fellow Americans, ask not what your country can do for you.';
  for (const sound of [
    await spoken('en-us+m1', text),
    await spoken('en-gb', text),
    await changed('areverse'),
  ])
    expect(passages(sound).shareIn(print)).toBe(0);
  const offer = await spoken('en-us+m1', 'I agree to sell my car for two thousand dollars to you today.');
  const other = passages(await spoken('en-us+m1', 'The old boat was painted white, and nobody has seen it.'));
  expect(other.shareIn(printSound(offer))).toBeLessThan(0.3);
});

it('nothing is judged where nobody speaks', async () => {
  for (const source of [
    'anullsrc=r=8000:d=5',
    'anoisesrc=c=pink:a=0.1:r=8000:d=5:seed=4',
    'anullsrc=r=8000:d=0.1',
  ])
    expect(passages(await samples('-f', 'lavfi', '-i', source)).shareIn(print)).toBeNull();
});

it('a print is kept as bytes', () => {
  expect(unpackPrint(packPrint(print))).toEqual(print);
});

it('a process of its own says the same, makes prints that were missing, and ends in time', async () => {
  const [own, other] = [fixtures.path('own.pcm'), fixtures.path('other.pcm')];
  await decodeSamples(kennedy, own);
  await decodeSamples(kennedy, other);
  const others = [
    { id: 'kept', print: packPrint(print), samplesPath: null },
    { id: 'new', print: null, samplesPath: other },
  ];
  const compared = await compareSoundsAside({ samplesPath: own, others });
  expect(compared.speechSeconds).toBeGreaterThan(6);
  expect(compared.others).toMatchObject([
    { id: 'kept', repeated: 1, print: null },
    { id: 'new', repeated: 1 },
  ]);
  const made = printSound(new PcmSamples().read(await readFile(other)));
  expect(unpackPrint(compared.others[1]?.print ?? new Uint8Array())).toEqual(made);
  await expect(compareSoundsAside({ samplesPath: own, others }, { timeoutMs: 1 })).rejects.toMatchObject({
    code: 'timeout',
  });
  await expect(compareSoundsAside({ samplesPath: `${own}.none`, others })).rejects.toMatchObject({
    code: 'failed',
  });
});

it('earlier recordings are looked through until the time for it is over, and a recording brings its own print', async () => {
  const own = fixtures.path('again.pcm');
  await decodeSamples(kennedy, own);
  const nothing = packPrint(
    printSound(await spoken('en-gb', 'Nobody has said any of this before, to anybody.')),
  );
  const earlier = [
    { id: 'other', print: nothing },
    { id: 'same', print: packPrint(print) },
  ];
  const inTime = await compareSoundsAside({ samplesPath: own, others: [], earlier, earlierMs: 60_000 });
  expect(inTime.earlier).toMatchObject([
    { id: 'other', repeated: 0 },
    { id: 'same', repeated: 1 },
  ]);
  expect(unpackPrint(inTime.print)).toEqual(printSound(new PcmSamples().read(await readFile(own))));
  expect((await compareSoundsAside({ samplesPath: own, others: [], earlier, earlierMs: 0 })).earlier).toEqual(
    [],
  );
  expect((await compareSoundsAside({ samplesPath: own, others: [] })).earlier).toEqual([]);
});

it('looks forty earlier answers of ten seconds through for little more than comparing their words takes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, n) =>
      printSound(
        await spoken(
          'en-us+m1',
          `This is answer number ${n}. I have heard it, and I agree to all ${n} of it.`,
        ),
      ),
    ),
  );
  const again = await spoken('en-us+f4', 'I have listened to the whole of it, and I agree to what was said.');
  const sought = passages(again);
  const cost = costOf('forty answers looked through', answers, again.length / 8000 / 2, () => {
    for (const answer of answers) expect(sought.shareIn(answer) ?? 0).toBeLessThan(0.4);
  });
  expect(cost).toBeLessThan(4);
});

it('looks for a minute in ten for little more than comparing their words takes', async () => {
  const long = printSound(await samples('-stream_loop', '60', '-i', kennedy, '-t', '600'));
  const offer = fixtures.path('offer.wav');
  await run('espeak-ng', [
    '-v',
    'en-us+f5',
    '-s',
    '140',
    '-w',
    offer,
    '--',
    'I will pay you the money on Friday, as we have said. '.repeat(30),
  ]);
  const sought = passages(await samples('-i', offer, '-t', '60'));
  const cost = costOf('a minute looked for in ten', [long], 30, () => {
    expect(sought.shareIn(long)).toBe(0);
  });
  expect(cost).toBeLessThan(4);
});
