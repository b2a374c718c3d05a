import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Dialogue, SpokenTurn } from './dialogue.js';

const run = promisify(execFile);
const RATE = 16_000;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Recordings of real people, which lie beside the repository and not in it; null where they are not there. */
export function realSpeechFolder(): string | null {
  const folder = process.env.REAL_SPEECH_DIR ?? resolve('../shared/fixtures/speech');
  return existsSync(join(folder, 'readers')) ? folder : null;
}

/** How a dialogue of readers sounds. */
export interface RoomOptions {
  /** How much louder the second speaker is. */
  levelDb?: number;
  hasRoom?: boolean;
  /** Speech over noise. */
  noiseDb?: number;
  /** Through Opus at 16 kbit/s, as a poor connection has it, or a telephone's band of 8 kHz. */
  codec?: 'opus' | 'telephone';
}

/** One way of each kind, and all together. */
export const ROOMS: Readonly<Record<string, RoomOptions>> = {
  quiet: {},
  levels: { levelDb: -6 },
  room: { hasRoom: true },
  noise: { noiseDb: 20 },
  opus: { codec: 'opus' },
  telephone: { codec: 'telephone' },
  everything: { levelDb: 6, hasRoom: true, noiseDb: 20, codec: 'opus' },
};

const SECONDS = 75;
const BREATH_SECONDS = 0.5;
/** Whoever says less than this in a meeting cannot be told from nobody. */
const LEAST_SPOKEN_SECONDS = 3;

/**
 * Lays sentences of two readers after one another, with pauses of 0.2 to 0.8 s between them, some of them overlapping by
 * as much. The same seed gives the same dialogue.
 */
export async function readersDialogue(
  outPath: string,
  folder: string,
  readers: readonly [string, string],
  seed: number,
  room: RoomOptions = {},
): Promise<Dialogue> {
  const random = randomFrom(seed);
  const read = await Promise.all(readers.map((reader) => sentencesOf(folder, reader)));
  // Only now, one after the other: whichever was read first would take the first numbers.
  const sentences = read.map((of) => shuffled(of, random));
  const levels = [0, room.levelDb ?? 0].map((db) => 10 ** (db / 20));
  const sound = new Float32Array((SECONDS + 40) * RATE);
  const turns: SpokenTurn[] = [];
  let at = Math.round(0.5 * RATE);
  let voice = random() < 0.5 ? 0 : 1;
  while (at < SECONDS * RATE) {
    const sentence = sentences[voice]?.shift();
    if (!sentence) break;
    const level = (levels[voice] ?? 1) * (0.05 / rootMeanSquare(sentence));
    for (let n = 0; n < sentence.length; n += 1) {
      sound[at + n] = (sound[at + n] as number) + level * (sentence[n] as number);
    }
    for (const { start, end } of withoutPauses(sentence)) {
      turns.push({ start: at / RATE + start, end: at / RATE + end, voice, text: '' });
    }
    const gap = (0.2 + 0.6 * random()) * RATE;
    const isOther = random() < 0.8;
    at = Math.round(at + sentence.length + (isOther && random() < 0.2 ? -gap : gap));
    if (isOther) voice = 1 - voice;
  }
  const end = Math.round(Math.max(...turns.map((turn) => turn.end), 0) * RATE + 0.5 * RATE);
  await writeSound(outPath, inRoom(sound.subarray(0, end), room, random), room.codec);
  return { wavPath: outPath, durationSeconds: end / RATE, turns };
}

/**
 * A meeting without the stretches in which anybody but its two main speakers speaks. These two interrupt each other.
 * @param name `trn01`, …
 */
export async function meetingOfTwo(outPath: string, folder: string, name: string): Promise<Dialogue | null> {
  const lines = (await readFile(join(folder, 'meetings', 'train.rttm'), 'utf8')).split('\n');
  const spoken = lines.flatMap((line) => {
    const [, recording, , start, length, , , speaker] = line.split(/\s+/);
    if (recording !== name || speaker === undefined) return [];
    return [{ start: Number(start), end: Number(start) + Number(length), speaker }];
  });
  const seconds = Map.groupBy(spoken, ({ speaker }) => speaker);
  const main = [...seconds]
    .map(([speaker, own]) => ({ speaker, sum: own.reduce((sum, { start, end }) => sum + end - start, 0) }))
    .sort((a, b) => b.sum - a.sum)
    .slice(0, 2)
    .filter(({ sum }) => sum >= LEAST_SPOKEN_SECONDS)
    .map(({ speaker }) => speaker);
  if (main.length < 2) return null;
  const others = spoken.filter(({ speaker }) => !main.includes(speaker));
  const whole = await decode(join(folder, 'meetings', `${name}.flac`));
  const kept = keptSpans(others, whole.length / RATE);
  const sound = new Float32Array(kept.reduce((sum, { start, end }) => sum + samplesIn(start, end), 0));
  const turns: SpokenTurn[] = [];
  let at = 0;
  for (const { start, end } of kept) {
    const length = samplesIn(start, end);
    sound.set(whole.subarray(Math.round(start * RATE), Math.round(start * RATE) + length), at);
    for (const turn of spoken) {
      const [from, until] = [Math.max(start, turn.start), Math.min(end, turn.end)];
      if (until <= from || !main.includes(turn.speaker)) continue;
      const shift = at / RATE - start;
      turns.push({ start: from + shift, end: until + shift, voice: main.indexOf(turn.speaker), text: '' });
    }
    at += length;
  }
  await writeSound(outPath, sound);
  return { wavPath: outPath, durationSeconds: sound.length / RATE, turns };
}

function samplesIn(start: number, end: number): number {
  return Math.round((end - start) * RATE);
}

function keptSpans(others: readonly { start: number; end: number }[], duration: number) {
  const kept: { start: number; end: number }[] = [];
  let from = 0;
  for (const { start, end } of others.toSorted((a, b) => a.start - b.start)) {
    if (start - from > 0.5) kept.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  if (duration - from > 0.5) kept.push({ start: from, end: duration });
  return kept;
}

async function decode(path: string): Promise<Float32Array> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-hide_banner',
      '-nostdin',
      '-v',
      'error',
      '-i',
      path,
      '-f',
      's16le',
      '-ac',
      '1',
      '-ar',
      String(RATE),
      '-',
    ],
    { encoding: 'buffer', maxBuffer: MOST_OUTPUT_BYTES },
  );
  return Float32Array.from({ length: stdout.length >> 1 }, (_, n) => stdout.readInt16LE(2 * n) / 32_768);
}

/** Without the silence before and after. */
function audible(samples: Float32Array): Float32Array {
  const frame = 160;
  const loud: number[] = [];
  const level = rootMeanSquare(samples) * 0.15;
  for (let at = 0; at + frame <= samples.length; at += frame) {
    if (rootMeanSquare(samples.subarray(at, at + frame)) > level) loud.push(at);
  }
  return samples.slice(loud[0] ?? 0, (loud.at(-1) ?? samples.length) + frame);
}

const known = new Map<string, Promise<Float32Array[]>>();

/** Decoded once: a bench lays them after one another many times. */
function sentencesOf(folder: string, reader: string): Promise<Float32Array[]> {
  const read = async () => {
    const files = (await readdir(join(folder, 'readers'))).filter((file) => file.startsWith(`${reader}-`));
    const sounds: Float32Array[] = [];
    for (const file of files.toSorted()) sounds.push(audible(await decode(join(folder, 'readers', file))));
    return sounds;
  };
  const sentences = known.get(reader) ?? read();
  known.set(reader, sentences);
  return sentences;
}

/** Readers stop for breath: where a sentence is silent for half a second and more, nobody speaks. */
function withoutPauses(sentence: Float32Array): { start: number; end: number }[] {
  const frame = RATE / 100;
  const level = rootMeanSquare(sentence) * 0.1;
  const spoken: { start: number; end: number }[] = [];
  for (let at = 0; at + frame <= sentence.length; at += frame) {
    if (rootMeanSquare(sentence.subarray(at, at + frame)) < level) continue;
    const [start, end] = [at / RATE, (at + frame) / RATE];
    const last = spoken.at(-1);
    if (last && start - last.end < BREATH_SECONDS) last.end = end;
    else spoken.push({ start, end });
  }
  return spoken;
}

function inRoom(dry: Float32Array, { hasRoom, noiseDb }: RoomOptions, random: () => number): Float32Array {
  const wet = dry.slice();
  if (hasRoom) {
    // Fifty echoes within a fifth of a second, each fainter than those before.
    for (let echo = 0; echo < 50; echo += 1) {
      const delay = Math.round((0.003 + 0.2 * random()) * RATE);
      const gain = (random() - 0.5) * 0.6 * Math.exp((-6.9 * delay) / RATE / 0.35);
      for (let n = delay; n < dry.length; n += 1) {
        wet[n] = (wet[n] as number) + gain * (dry[n - delay] as number);
      }
    }
  }
  const noise = noiseDb === undefined ? 0.0001 : 0.05 / 10 ** (noiseDb / 20);
  let last = 0;
  for (let n = 0; n < wet.length; n += 1) {
    // Less of it in the heights, as fans and streets sound.
    last = 0.7 * last + (random() - 0.5) * 2.4;
    wet[n] = (wet[n] as number) + noise * last;
  }
  return wet;
}

async function writeSound(
  outPath: string,
  samples: Float32Array,
  codec?: RoomOptions['codec'],
): Promise<void> {
  const raw = `${outPath}.raw`;
  const coded = `${outPath}.coded.ogg`;
  const ints = Int16Array.from(samples, (sample) =>
    Math.max(-32_767, Math.min(32_767, Math.round(sample * 32_767))),
  );
  await writeFile(raw, new Uint8Array(ints.buffer));
  const quiet = ['-hide_banner', '-nostdin', '-v', 'error', '-y'];
  const source = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', raw];
  const wav = [
    '-ar',
    String(RATE),
    '-ac',
    '1',
    '-c:a',
    'pcm_s16le',
    '-fflags',
    '+bitexact',
    '-f',
    'wav',
    outPath,
  ];
  if (codec === 'opus') {
    await run('ffmpeg', [...quiet, ...source, '-c:a', 'libopus', '-b:a', '16k', coded]);
    await run('ffmpeg', [...quiet, '-i', coded, ...wav]);
  } else {
    const band = codec === 'telephone' ? ['-af', 'aresample=8000,aresample=16000'] : [];
    await run('ffmpeg', [...quiet, ...source, ...band, ...wav]);
  }
  await Promise.all([rm(raw, { force: true }), rm(coded, { force: true })]);
}

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length)) + 1e-9;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Park and Miller's generator: the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = (seed * 7919 + 17) % 2_147_483_647;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  next();
  return next;
}
