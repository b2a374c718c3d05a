import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A copy of a recording as somebody could make it who has to hide that it is one: filter, encoder, ending. */
type Copy = [filter: string, encode: string[], extension: string];

const opus = ['-c:a', 'libopus', '-b:a', '32k'];

export const COPIES: Readonly<Record<string, Copy>> = {
  'as Opus at 16 kbit/s': ['anull', ['-c:a', 'libopus', '-b:a', '16k'], 'webm'],
  'as MP3 at 32 kbit/s': ['aresample=22050', ['-c:a', 'libmp3lame', '-b:a', '32k'], 'mp3'],
  'cut to three seconds': ['atrim=1.2:4.2', opus, 'webm'],
  'with silence in front': ['adelay=7000', opus, 'webm'],
  '4 % higher': ['rubberband=pitch=1.04', opus, 'webm'],
  '4 % lower': ['rubberband=pitch=0.96', opus, 'webm'],
  '4 % faster and higher': ['aresample=48000,asetrate=49920,aresample=48000', opus, 'webm'],
  '5 % slower': ['atempo=0.95', opus, 'webm'],
  'in noise 10 dB below it': ['anull', opus, 'webm'],
  'much louder': ['volume=14dB', opus, 'webm'],
  'much quieter': ['volume=-20dB', opus, 'webm'],
};

/** Makes such a copy of a sound file. */
export async function copyOf(path: string, what: string): Promise<Buffer> {
  const [filter, encode, extension] = COPIES[what] ?? [];
  if (!filter || !encode) throw new Error(`no such copy: ${what}`);
  const out = `${path}.${what.replaceAll(/\W+/g, '-')}.${extension}`;
  const noise = what.includes('noise')
    ? [
        ...['-f', 'lavfi', '-i', `anoisesrc=c=white:a=${await levelFor(path, 10)}:r=48000:seed=5`],
        ...['-filter_complex', '[0:a]aresample=48000[a];[a][1:a]amix=duration=first:normalize=0'],
      ]
    : ['-af', filter];
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-i', path, ...noise],
    ...['-ac', '1', ...encode, out],
  ]);
  return readFile(out);
}

/** The amplitude of uniform white noise that lies so many decibels below a recording. */
async function levelFor(path: string, decibels: number): Promise<number> {
  const { stderr } = await run('ffmpeg', [
    '-hide_banner',
    '-nostdin',
    '-i',
    path,
    '-af',
    'volumedetect',
    '-f',
    'null',
    '-',
  ]);
  const mean = Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1]);
  // Uniform noise has a third of the energy of its peak.
  return Math.min(1, 10 ** ((mean - decibels) / 20) * Math.sqrt(3));
}
