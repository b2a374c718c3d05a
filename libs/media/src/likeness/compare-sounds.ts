import { readFile } from 'node:fs/promises';
import { SpeechMeter } from '../speech/speech-meter.js';
import { Passages } from './repeated-share.js';
import { LIKENESS_RATE } from './sound-bands.js';
import { packPrint, printSound, unpackPrint } from './sound-print.js';

/** Another recording: what it sounds like as it was kept, or its samples. */
export interface OtherSound {
  id: string;
  print: Uint8Array | null;
  samplesPath: string | null;
}

/** Files of samples as `decodeSamples` writes them. */
export interface SoundsWanted {
  samplesPath: string;
  others: OtherSound[];
  /** Looked through after the others, in this order and for no longer than `earlierMs`. */
  earlier?: { id: string; print: Uint8Array }[];
  /** Time of a processor, in milliseconds: a busy machine shortens nothing. */
  earlierMs?: number;
}

export interface SoundsCompared {
  /** How long somebody speaks in the recording. */
  speechSeconds: number;
  /** What the recording itself sounds like, its first {@link PRINT_SECONDS}. */
  print: Uint8Array;
  others: {
    id: string;
    /** The share of the recording's speech that repeats the other one, 0 to 1; null when it cannot be said. */
    repeated: number | null;
    /** What the other one sounds like, where it was not known. */
    print: Uint8Array | null;
  }[];
  /** The earlier ones that were looked through in time. */
  earlier: { id: string; repeated: number | null }[];
}

/** So much of a recording is kept as its own print. */
const PRINT_SECONDS = 600;

/** Listens for speech in a recording and for other recordings in it. */
export async function compareSounds({
  samplesPath,
  others,
  earlier = [],
  earlierMs = 0,
}: SoundsWanted): Promise<SoundsCompared> {
  const samples = await readSamples(samplesPath);
  const meter = new SpeechMeter(LIKENESS_RATE);
  meter.write(samples);
  const speech = meter.finish();
  const passages = new Passages(samples, speech);
  const compared: SoundsCompared['others'] = [];
  for (const { id, print, samplesPath: path } of others) {
    const made = print || !path ? null : printSound(await readSamples(path));
    const known = print ? unpackPrint(print) : made;
    const repeated = known && passages.shareIn(known);
    compared.push({ id, repeated, print: made && packPrint(made) });
  }
  return {
    speechSeconds: speech.reduce((sum, { start, end }) => sum + end - start, 0),
    print: packPrint(printSound(samples.subarray(0, PRINT_SECONDS * LIKENESS_RATE))),
    others: compared,
    earlier: lookThrough(passages, earlier, earlierMs),
  };
}

function lookThrough(
  passages: Passages,
  earlier: readonly { id: string; print: Uint8Array }[],
  milliseconds: number,
): SoundsCompared['earlier'] {
  const before = process.cpuUsage();
  const isOver = () => process.cpuUsage(before).user >= milliseconds * 1000;
  const looked: SoundsCompared['earlier'] = [];
  for (const { id, print } of earlier) {
    const repeated = passages.shareIn(unpackPrint(print), isOver);
    if (isOver()) break;
    looked.push({ id, repeated });
  }
  return looked;
}

async function readSamples(path: string): Promise<Int16Array> {
  const bytes = await readFile(path);
  const samples = new Int16Array(bytes.length >> 1);
  bytes.copy(new Uint8Array(samples.buffer), 0, 0, samples.length * 2);
  return samples;
}
