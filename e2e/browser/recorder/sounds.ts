import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../start-system.js';

const RATE = 48_000;
const FOLDER = join(ROOT, '.local/test-reports/sounds');

/** Writes a sound for the fake microphone, which plays it over and over. @param at loudness from -1 to 1 at a second */
async function writeWav(name: string, seconds: number, at: (second: number) => number): Promise<string> {
  const samples = RATE * seconds;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i += 1) wav.writeInt16LE(Math.round(at(i / RATE) * 32_767), 44 + i * 2);
  await mkdir(FOLDER, { recursive: true });
  const path = join(FOLDER, name);
  await writeFile(path, wav);
  return path;
}

/** One second of tone, one of silence. */
export const toneWav = () =>
  writeWav('tone.wav', 2, (second) => (second < 1 ? 0.3 * Math.sin(second * 440 * 2 * Math.PI) : 0));

export const silentWav = () => writeWav('silent.wav', 2, () => 0);
