import { join } from 'node:path';
import { audioInput } from './audio-input.js';
import { type DerivedFile, describeFile } from './derived-file.js';
import { MediaError } from './media.error.js';
import { lastLine, runMediaTool } from './media-tool.js';
import { PcmSamples } from './pcm-samples.js';
import { PeakMeter } from './peaks.js';
import { SpeechMeter, type SpeechSpan } from './speech/speech-meter.js';

/** What a recording is, found by decoding all of it. */
export interface MeasuredAudio {
  durationSeconds: number;
  /** Loudness over time, 0..1: ten values per second, fewer when that would be more than 6000 in all. */
  peaks: number[];
  /** Where somebody speaks. */
  speech: SpeechSpan[];
  /** How much louder the recogniser's copy has to be. */
  gainDb: number;
}

/**
 * The files that are made of a recording. `mp3`, `webm`: all of it, loudness untouched; `preview`: the first five seconds;
 * `working`: 16 kHz mono, brought to an even loudness, for speech recognition only.
 */
export type AudioCopy = 'mp3' | 'webm' | 'preview' | 'working';

export interface MediaWorkOptions {
  signal?: AbortSignal;
  /** Default 15 minutes. */
  timeoutMs?: number;
  /** As in `MediaToolOptions`. */
  niceness?: number;
}

export interface DeriveAudioOptions extends MediaWorkOptions {
  /** Of the working copy, as it was measured. */
  gainDb?: number;
}

const PREVIEW_SECONDS = 5;
const MAX_PEAKS = 6000;
const PCM_RATE = 8000;
const TIME_LIMIT_MS = 15 * 60_000;

const NO_ROOM = /^.*: (?:No space left on device|Disk quota exceeded)$/m;

const TARGET_LUFS = -20;
const SILENCE_LUFS = -60;
const MAX_GAIN_DB = 30;

const COPIES: Record<AudioCopy, { name: string; mime: string; encode: string[] }> = {
  mp3: {
    name: 'audio.mp3',
    mime: 'audio/mpeg',
    encode: ['-c:a', 'libmp3lame', '-b:a', '80k', '-f', 'mp3'],
  },
  webm: { name: 'audio.webm', mime: 'audio/webm', encode: ['-c:a', 'libopus', '-b:a', '48k', '-f', 'webm'] },
  preview: {
    name: 'preview.mp3',
    mime: 'audio/mpeg',
    encode: ['-t', String(PREVIEW_SECONDS), '-c:a', 'libmp3lame', '-b:a', '80k', '-f', 'mp3'],
  },
  working: { name: 'working.wav', mime: 'audio/wav', encode: ['-c:a', 'pcm_s16le', '-f', 'wav'] },
};

/**
 * Makes the wanted copies of one recording, which stays as it is, in one decode. Existing files are replaced; the same
 * recording gives the same bytes, so a job may run again.
 * @param outDir an existing directory.
 * @throws MediaError, or the signal's reason when aborted.
 */
export async function deriveAudio<Copy extends AudioCopy>(
  inputPath: string,
  outDir: string,
  wanted: readonly Copy[],
  { signal, timeoutMs = TIME_LIMIT_MS, gainDb = 0, niceness }: DeriveAudioOptions = {},
): Promise<Record<Copy, DerivedFile>> {
  const input = await audioInput(inputPath);
  const path = (copy: AudioCopy) => join(outDir, COPIES[copy].name);
  const outputs = wanted.flatMap((copy) => [
    ...output(`[${copy}]`),
    ...COPIES[copy].encode,
    `file:${path(copy)}`,
  ]);
  const result = await runMediaTool(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-max_error_rate', '1', ...input.decode],
      ...['-filter_complex', graph(input.mono, wanted, gainDb), ...outputs],
    ],
    { timeoutMs, signal, ...(niceness === undefined ? {} : { niceness }) },
  );
  // ffmpeg may end well although the end of a file found no room.
  const [noRoom] = NO_ROOM.exec(result.stderr) ?? [];
  if (noRoom !== undefined) throw new MediaError('failed', lastLine(noRoom), { outage: 'disk' });
  if (result.exitCode !== 0) throw new MediaError('failed', lastLine(result.stderr));
  const made = await Promise.all(
    wanted.map(async (copy) => [copy, await describeFile(path(copy), COPIES[copy].mime)] as const),
  );
  return Object.fromEntries(made) as Record<Copy, DerivedFile>;
}

/**
 * Decodes a recording and keeps nothing of it: real length, peaks, speech, and how much louder the recogniser's copy has
 * to be.
 * @throws MediaError, or the signal's reason when aborted.
 */
export async function measureAudio(
  inputPath: string,
  { signal, timeoutMs = TIME_LIMIT_MS, niceness }: MediaWorkOptions = {},
): Promise<MeasuredAudio> {
  const input = await audioInput(inputPath);
  const pcm = new PcmSamples();
  const peaks = new PeakMeter(PCM_RATE, MAX_PEAKS);
  const speech = new SpeechMeter(PCM_RATE);
  const result = await runMediaTool(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostdin', '-nostats', '-v', 'info', '-max_error_rate', '1', ...input.decode],
      ...[
        '-map',
        '0:a:0',
        '-af',
        `${input.mono},ebur128=framelog=verbose`,
        '-ac',
        '1',
        '-ar',
        String(PCM_RATE),
      ],
      // Written in large pieces: each one costs the process that reads it.
      ...['-flush_packets', '0', '-f', 's16le', 'pipe:1'],
    ],
    {
      timeoutMs,
      signal,
      ...(niceness === undefined ? {} : { niceness }),
      onOutput: (chunk) => {
        const samples = pcm.read(chunk);
        peaks.write(samples);
        speech.write(samples);
      },
    },
  );
  if (peaks.samples === 0 || result.exitCode !== 0) {
    throw new MediaError('corrupt', lastLine(result.stderr) || 'no sound could be decoded');
  }
  const lufs = Number(/^\s*I:\s+(-?[\d.]+) LUFS/m.exec(result.stderr)?.[1] ?? SILENCE_LUFS);
  // One gain for the whole recording: pauses stay quiet and no word is moved in time. Silence is not amplified.
  const gainDb = lufs <= SILENCE_LUFS ? 0 : Math.min(TARGET_LUFS - lufs, MAX_GAIN_DB);
  return {
    durationSeconds: peaks.samples / PCM_RATE,
    peaks: peaks.finish(),
    speech: speech.finish(),
    gainDb,
  };
}

/**
 * One rate for all copies, because not every encoder takes every rate that is recorded in. Time is counted in samples, so
 * holes in the container's clock cannot make the copies differ in length.
 */
function graph(mono: string, wanted: readonly AudioCopy[], gainDb: number): string {
  const labels = wanted.map((copy) => (copy === 'working' ? '[loud]' : `[${copy}]`)).join('');
  const split = `[0:a:0]${mono},aresample=48000,asplit=${wanted.length}${labels}`;
  const louder = `[loud]volume=${gainDb.toFixed(2)}dB,alimiter=limit=0.95:level=false,aresample=16000[working]`;
  return wanted.includes('working') ? `${split};${louder}` : split;
}

/** Bit-exact writing leaves out random ids and version strings. */
function output(label: string): string[] {
  return ['-map', label, '-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
}
