import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Somebody speaks from `start` to `end`, in seconds. */
export interface SpokenTurn {
  start: number;
  end: number;
  /** Which of the voices, counted from 0. */
  voice: number;
  text: string;
}

export interface Dialogue {
  /** 16 kHz mono WAV. */
  wavPath: string;
  durationSeconds: number;
  turns: SpokenTurn[];
}

/** espeak-ng's options of one voice. */
export type DialogueVoice = readonly string[];

/** Pairs that a listener tells apart at once: by pitch, by vocal tract, or by manner. */
export const VOICE_PAIRS: readonly (readonly [DialogueVoice, DialogueVoice])[] = [
  [voice('en-us', 45), voice('en-us+f3', 55)],
  [voice('en-gb', 40), voice('en-us+f5', 60)],
  [voice('en+m3', 35), voice('en+f2', 50)],
  [voice('en-us+m1', 40), voice('en-us+f5', 55)],
  [voice('en-us+croak', 45), voice('en+f4', 50)],
  [voice('en+m7', 30), voice('en-us+m3', 70)],
  [voice('en-us+f1', 35), voice('en-us+f3', 75)],
  [voice('en+m2', 60), voice('en-us+croak', 30)],
  [voice('en-us+m5', 40), voice('en-us+f2', 60)],
  [voice('en-gb-scotland', 40), voice('en-us+f4', 65)],
];

/** Who speaks each line, and what: an agreement in which both have short and long turns, some of them in a row. */
const LINES: readonly (readonly [number, string])[] = [
  [0, 'Hello, my name is Anna Miller and I am selling my old car.'],
  [1, 'Good morning. My name is Ben Carter, and I would like to buy it.'],
  [0, 'The price is two thousand dollars, with the winter tyres.'],
  [1, 'Two thousand dollars is fine.'],
  [1, 'I can pay half of it today and the other half on Friday.'],
  [0, 'Yes, I agree.'],
  [0, 'I will hand over the keys and the papers when all the money is there.'],
  [1, 'Where do we meet on Friday?'],
  [0, 'At the garage near the station, at nine in the morning.'],
  [1, 'That works for me. Does the car have any damage that I should know of?'],
  [0, 'There is a small scratch on the left door.'],
  [1, 'I agree to that.'],
];

/** The same, with other people who join in. */
const COMPANY: readonly (readonly [number, string])[] = [
  [2, 'I am the neighbour, and I have known this car for ten years.'],
  [2, 'It has always been in a dry garage and was never driven in the snow.'],
];

const PIECE_RATE = 22_050;
const RATE = 16_000;
/** Below this a line has not begun yet, or is over. */
const AUDIBLE = 160;

/**
 * Speaks a conversation of the voices with pauses of 0.3 to 1.0 s between the turns, and says who spoke when.
 * The same seed gives the same conversation.
 */
export async function speakDialogue(
  outPath: string,
  voices: readonly DialogueVoice[],
  seed = 1,
): Promise<Dialogue> {
  const script = linesFor(voices.length, seed);
  const directory = await mkdtemp(join(tmpdir(), 'dialogue-'));
  try {
    const pieces: SpokenPiece[] = [];
    for (const [index, [who, text]] of script.entries()) {
      const path = join(directory, `${index}.wav`);
      await run('espeak-ng', [...(voices[who] ?? []), '-w', path, '--', text]);
      pieces.push({ voice: who, text, samples: audiblePart(samplesOf(await readFile(path))) });
    }
    return await joinPieces(outPath, pieces, { rate: PIECE_RATE, seed });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** From the repository's root, because the compiled code has no sound beside it. */
const KENNEDY = resolve('libs/testing/fixtures/jfk.wav');
/** The phrases of the recording, as heard by ear, in seconds. */
const PHRASES: readonly (readonly [number, number])[] = [
  [0.3, 2.3],
  [3.2, 4.4],
  [5.3, 7.7],
  [8.1, 10.6],
];
const MIXED_TURNS = 8;

/**
 * A real voice in conversation with itself, whose turns as the second speaker a filter of ffmpeg changes without
 * changing their length, such as `rubberband=pitch=1.3`.
 */
export async function mixRealSpeech(outPath: string, filter: string): Promise<Dialogue> {
  const changed = `${outPath}.changed.wav`;
  try {
    await run('ffmpeg', [
      ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-i', KENNEDY, '-af', filter, '-ar', String(RATE)],
      ...['-fflags', '+bitexact', '-f', 'wav', changed],
    ]);
    const sounds = [samplesOf(await readFile(KENNEDY)), samplesOf(await readFile(changed))];
    const pieces = Array.from({ length: MIXED_TURNS }, (_, turn): SpokenPiece => {
      // Each voice comes to speak every phrase.
      const [start, end] = PHRASES[(turn * 3 + (turn >> 2)) % PHRASES.length] ?? [0, 0];
      const samples = sounds[turn % 2]?.slice(start * RATE, end * RATE) ?? new Int16Array();
      return { voice: turn % 2, text: '', samples };
    });
    return await joinPieces(outPath, pieces, { rate: RATE, seed: 3 });
  } finally {
    await rm(changed, { force: true });
  }
}

/** What one voice says in one turn, as 16-bit samples. */
export interface SpokenPiece {
  voice: number;
  text: string;
  samples: Int16Array;
}

/** Joins pieces with pauses of 0.3 to 1.0 s between them, over faint noise, as a microphone would have it. */
async function joinPieces(
  outPath: string,
  pieces: readonly SpokenPiece[],
  { rate, seed }: { rate: number; seed: number },
): Promise<Dialogue> {
  const random = randomFrom(seed);
  const pauses = Array.from({ length: pieces.length + 1 }, () => Math.round((0.3 + 0.7 * random()) * rate));
  const total =
    pieces.reduce((sum, piece) => sum + piece.samples.length, 0) + pauses.reduce((a, b) => a + b, 0);
  const sound = Int16Array.from({ length: total }, () => Math.round(8 * (random() - 0.5)));
  const turns: SpokenTurn[] = [];
  let position = pauses[0] ?? 0;
  for (const [index, { voice: who, text, samples }] of pieces.entries()) {
    sound.set(samples, position);
    const end = position + samples.length;
    turns.push({ start: position / rate, end: end / rate, voice: who, text });
    position = end + (pauses[index + 1] ?? 0);
  }
  const raw = `${outPath}.raw`;
  await writeFile(raw, new Uint8Array(sound.buffer));
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-f', 's16le', '-ar', String(rate), '-ac', '1'],
    ...['-i', raw, '-ar', String(RATE), '-c:a', 'pcm_s16le', '-fflags', '+bitexact', '-f', 'wav', outPath],
  ]);
  await rm(raw);
  return { wavPath: outPath, durationSeconds: total / rate, turns };
}

/** The samples of a 16-bit mono WAV file with the plain header that espeak-ng and bit-exact ffmpeg write. */
function samplesOf(wav: Buffer): Int16Array {
  const data = wav.subarray(wav.indexOf('data') + 8);
  return Int16Array.from({ length: data.length >> 1 }, (_, index) => data.readInt16LE(index * 2));
}

function voice(name: string, pitch: number): DialogueVoice {
  return ['-v', name, '-p', String(pitch), '-s', '155'];
}

/** Every seed begins elsewhere in the conversation, and gives the first word to another voice in turn. */
function linesFor(voices: number, seed: number): (readonly [number, string])[] {
  const lines = voices > 2 ? [...LINES.slice(0, 4), ...COMPANY, ...LINES.slice(4)] : LINES;
  const from = (seed * 5) % lines.length;
  return [...lines.slice(from), ...lines.slice(0, from)].map(([who, text]) => [who % voices, text]);
}

function audiblePart(samples: Int16Array): Int16Array {
  const isAudible = (sample: number) => Math.abs(sample) >= AUDIBLE;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}

/** Park and Miller's generator: enough for pauses, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = (seed * 7919 + 17) % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
