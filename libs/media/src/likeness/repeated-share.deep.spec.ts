import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { realSpeechFolder, SeededRandom } from '#testing';
import { PcmSamples } from '../pcm-samples.js';
import { SpeechMeter } from '../speech/speech-meter.js';
import { MediaFixtures } from '../test/media-fixtures.js';
import { Passages } from './repeated-share.js';
import { printSound } from './sound-print.js';

jest.setTimeout(900_000);

const run = promisify(execFile);
/** As `ConsentAudio` has it. */
const REFUSED = 0.4;
const RATE = 8000;

const OFFERS = [
  'I agree to sell my car for two thousand dollars. I will hand it over on Friday morning.',
  'You rent my flat from the first of May, for nine hundred a month, and the heating is included.',
];
const ANSWERS = [
  'Yes, I agree to the terms that I have heard.',
  'This is fine with me, I will pay you on Monday.',
];
/** Base voices of espeak that share no recorded or computed part but their rules. */
const VOICES = ['en-us+m1', 'en-us+f5', 'en-gb+m3', 'en-gb-scotland+m7', 'en-us+f2'];

let fixtures: MediaFixtures;
/** Sound files that stand for party A's recordings, and others of the same and of other people. */
let originals: string[];
let honest: string[];

beforeAll(async () => {
  fixtures = await MediaFixtures.create();
  const say = async (voice: string, text: string) => {
    const path = fixtures.path(`${voice}-${text.length}.wav`);
    await run('espeak-ng', ['-v', voice, '-s', '145', '-w', path, '--', text]);
    return path;
  };
  originals = [await say('en-us+m1', OFFERS[0] ?? ''), await say('en-us+f5', OFFERS[1] ?? '')];
  honest = [];
  for (const voice of VOICES) for (const answer of ANSWERS) honest.push(await say(voice, answer));
  honest.push(await say('en-gb+m3', OFFERS[0] ?? ''), await say('en-us+m1', OFFERS[1] ?? ''));
  const source = realSpeechFolder();
  if (source === null) {
    process.stderr.write('No real speech on this machine (REAL_SPEECH_DIR): not tried.\n');
    return;
  }
  const files = (await readdir(join(source, 'readers')))
    .map((file) => join(source, 'readers', file))
    .toSorted();
  originals.push(...files.filter((file) => /000[78]\.flac$/.test(file)));
  honest.push(...files.filter((file) => /000[0-69]\.flac$/.test(file)));
});

afterAll(async () => {
  await fixtures.remove();
});

async function samples(...args: string[]): Promise<Int16Array> {
  const path = await fixtures.ffmpeg([...args, '-ac', '1', '-ar', String(RATE), '-f', 's16le'], 'raw');
  return new PcmSamples().read(await readFile(path));
}

function shareIn(sound: Int16Array, print: Uint32Array): number {
  const meter = new SpeechMeter(RATE);
  meter.write(sound);
  return new Passages(sound, meter.finish()).shareIn(print) ?? 0;
}

async function coded(path: string, ending: string, ...encode: string[]): Promise<Int16Array> {
  const copy = await fixtures.ffmpeg(['-i', path, ...encode], `copy.${ending}`);
  return samples('-i', copy);
}

function inNoise(sound: Int16Array, decibels: number, random: SeededRandom): Int16Array {
  const energy = sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length;
  const level = Math.sqrt(3 * energy) * 10 ** (-decibels / 20);
  return sound.map((sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample + (random.next() * 2 - 1) * level))),
  );
}

const filtered = (filter: (random: SeededRandom) => string) => (path: string, random: SeededRandom) =>
  samples('-i', path, '-af', filter(random));
const factor = (random: SeededRandom, most: number) => (1 + (random.next() * 2 - 1) * most).toFixed(4);

const COPIES: Record<string, (path: string, random: SeededRandom) => Promise<Int16Array>> = {
  'as it is': (path) => samples('-i', path),
  'Opus 16 kbit/s': (path) => coded(path, 'ogg', '-c:a', 'libopus', '-b:a', '16k'),
  'MP3 32 kbit/s': (path) => coded(path, 'mp3', '-ar', '22050', '-b:a', '32k'),
  'AAC 24 kbit/s': (path) => coded(path, 'm4a', '-c:a', 'aac', '-b:a', '24k'),
  'three seconds of it': filtered((random) => `atrim=${(random.next() * 1.5).toFixed(2)},atrim=duration=3`),
  'after silence': filtered((random) => `adelay=${random.between(200, 9000)}`),
  'another pitch': filtered((random) => `rubberband=pitch=${factor(random, 0.06)}`),
  'another tempo': filtered((random) => `atempo=${factor(random, 0.06)}`),
  'another speed': filtered(
    (random) =>
      `aresample=48000,asetrate=${Math.round(48_000 * Number(factor(random, 0.1)))},aresample=48000`,
  ),
  'pitch and tempo apart': filtered(
    (random) => `rubberband=pitch=${factor(random, 0.05)}:tempo=${factor(random, 0.05)}`,
  ),
  'in noise, 10 dB below': async (path, random) => inNoise(await samples('-i', path), 10, random),
  'in noise, of another pitch': async (path, random) =>
    inNoise(await samples('-i', path, '-af', `rubberband=pitch=${factor(random, 0.04)}`), 10, random),
  louder: filtered((random) => `volume=${random.between(6, 16)}dB`),
  quieter: filtered((random) => `volume=-${random.between(6, 26)}dB`),
  'in a room': filtered(() => 'aecho=0.8:0.7:30|60|90:0.4|0.3|0.2'),
  'by telephone': filtered(() => 'highpass=300,lowpass=3400'),
};

it.each(Object.entries(COPIES))('a copy is known: %s', async (name, copy) => {
  const random = new SeededRandom(`copies ${name}`);
  const missed: string[] = [];
  for (const path of originals) {
    const print = printSound(await samples('-i', path));
    const share = shareIn(await copy(path, random), print);
    if (share < REFUSED) missed.push(`${path.split('/').at(-1)}: ${share.toFixed(2)}`);
  }
  process.stdout.write(`${name}: ${missed.length} of ${originals.length} missed ${missed.join(', ')}\n`);
  // Noise of the recording itself leaves one in twenty without enough to compare.
  expect(missed.length).toBeLessThanOrEqual(Math.ceil(originals.length / 10));
});

it('nobody else is refused, and nobody for saying something else', async () => {
  const refused: string[] = [];
  let pairs = 0;
  const prints = await Promise.all(originals.map(async (path) => printSound(await samples('-i', path))));
  for (const path of honest) {
    const sound = await samples('-i', path);
    for (const [index, print] of prints.entries()) {
      pairs += 1;
      const share = shareIn(sound, print);
      if (share >= REFUSED)
        refused.push(`${path.split('/').at(-1)} in ${originals[index]?.split('/').at(-1)}`);
    }
  }
  process.stdout.write(`honest: ${refused.length} of ${pairs} refused ${refused.join(', ')}\n`);
  expect(refused).toEqual([]);
});

describe('recordings of people in one room', () => {
  /** Nine meetings and fifty sentences of five readers, one after the other. */
  const pieces: { name: string; sound: Int16Array }[] = [];
  const folders = ['meetings', 'readers'];

  beforeAll(async () => {
    const source = realSpeechFolder();
    if (source === null) return;
    for (const folder of folders) {
      const names = (await readdir(join(source, folder))).filter((name) => name.endsWith('.flac'));
      for (const name of names.toSorted())
        pieces.push({ name, sound: await samples('-i', join(source, folder, name)) });
    }
  });

  const joined = (some: typeof pieces): Int16Array => {
    const sound = new Int16Array(some.reduce((sum, piece) => sum + piece.sound.length, 0));
    let at = 0;
    for (const piece of some) {
      sound.set(piece.sound, at);
      at += piece.sound.length;
    }
    return sound;
  };

  it('whoever has spoken for minutes before, and says something else, is not refused', () => {
    const sentences = pieces.filter(({ name }) => !name.startsWith('trn'));
    let seconds = 0;
    const shares = sentences.map(({ name, sound }) => {
      const print = printSound(joined(pieces.filter((piece) => piece.name !== name)));
      const before = process.cpuUsage();
      const share = shareIn(sound, print);
      seconds += process.cpuUsage(before).user / 1e6;
      return { name, share };
    });
    const most = Math.max(0, ...shares.map(({ share }) => share));
    const minutes = (joined(pieces).length / RATE / 60).toFixed(1);
    const each = (seconds / Math.max(1, shares.length)).toFixed(2);
    process.stdout.write(
      `${shares.length} sentences in ${minutes} minutes of others: at most ${most.toFixed(2)}, ${each} s each\n`,
    );
    expect(shares.filter(({ share }) => share >= REFUSED)).toEqual([]);
  });

  it('a sentence that was cut out of a conversation is known, whatever was done to it', async () => {
    const random = new SeededRandom('cut out of a room');
    const missed: string[] = [];
    let tried = 0;
    for (const { name, sound } of pieces.filter((piece) => piece.name.startsWith('trn'))) {
      const print = printSound(sound);
      for (const [what, copy] of Object.entries(COPIES)) {
        const start = random.next() * (sound.length / RATE - 5);
        const cut = fixtures.path(`cut-${name}-${tried}.wav`);
        const source = join(realSpeechFolder() ?? '', 'meetings', name);
        await run('ffmpeg', [
          '-nostdin',
          '-v',
          'error',
          '-y',
          '-ss',
          start.toFixed(2),
          '-t',
          '5',
          '-i',
          source,
          cut,
        ]);
        const meter = new SpeechMeter(RATE);
        meter.write(await samples('-i', cut));
        const spoken = meter.finish().reduce((sum, { start: from, end }) => sum + end - from, 0);
        // Less is no sentence.
        if (spoken < 2.5) continue;
        tried += 1;
        const share = shareIn(await copy(cut, random), print);
        if (share < REFUSED) missed.push(`${name} ${what}: ${share.toFixed(2)}`);
      }
    }
    process.stdout.write(`cut out of meetings: ${missed.length} of ${tried} missed ${missed.join(', ')}\n`);
    expect(missed.length).toBeLessThanOrEqual(Math.ceil(tried / 10));
  });
});
