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
}

export interface SoundsCompared {
  /** How long somebody speaks in the recording. */
  speechSeconds: number;
  others: {
    id: string;
    /** The share of the recording's speech that repeats the other one, 0 to 1; null when it cannot be said. */
    repeated: number | null;
    /** What the other one sounds like, where it was not known. */
    print: Uint8Array | null;
  }[];
}

/** Listens for speech in a recording and for other recordings in it. */
export async function compareSounds({ samplesPath, others }: SoundsWanted): Promise<SoundsCompared> {
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
  return { speechSeconds: speech.reduce((sum, { start, end }) => sum + end - start, 0), others: compared };
}

async function readSamples(path: string): Promise<Int16Array> {
  const bytes = await readFile(path);
  const samples = new Int16Array(bytes.length >> 1);
  bytes.copy(new Uint8Array(samples.buffer), 0, 0, samples.length * 2);
  return samples;
}
