import { join } from 'node:path';
import { type AudioInput, audioInput } from './audio-input.js';
import { type DerivedFile, describeFile } from './derived-file.js';
import { MediaError } from './media.error.js';
import { lastLine, runMediaTool } from './media-tool.js';
import { PcmSamples } from './pcm-samples.js';
import { PeakMeter } from './peaks.js';
import { SpeechMeter, type SpeechSpan } from './speech/speech-meter.js';

export interface DerivedAudio {
  durationSeconds: number;
  /** Loudness over time, 0..1: ten values per second, fewer when that would be more than 6000 in all. */
  peaks: number[];
  /** Where somebody speaks. */
  speech: SpeechSpan[];
  /** The whole recording, loudness untouched. */
  mp3: DerivedFile;
  /** The whole recording, loudness untouched. */
  webm: DerivedFile;
  /** The first five seconds. */
  preview: DerivedFile;
  /** 16 kHz mono, brought to an even loudness: for speech recognition only. */
  working: DerivedFile;
}

export interface DeriveAudioOptions {
  signal?: AbortSignal;
  /** 0..100, never going back. */
  onProgress?: (percent: number) => void;
  /** For each of the two passes; default 15 minutes. */
  timeoutMs?: number;
}

const PREVIEW_SECONDS = 5;
const MAX_PEAKS = 6000;
const PCM_RATE = 8000;
const MEASURED_PERCENT = 20;

const TARGET_LUFS = -20;
const SILENCE_LUFS = -60;
const MAX_GAIN_DB = 30;

/**
 * Makes the files the product works with from one recording, which stays as it is. Existing files are replaced;
 * the same recording gives the same bytes, so a job may run again.
 * @param outDir an existing directory.
 * @throws MediaError, or the signal's reason when aborted.
 */
export async function deriveAudio(
  inputPath: string,
  outDir: string,
  options: DeriveAudioOptions = {},
): Promise<DerivedAudio> {
  const { signal, onProgress, timeoutMs = 15 * 60_000 } = options;
  const input = await audioInput(inputPath);

  const measured = await measure(input, timeoutMs, signal);
  onProgress?.(MEASURED_PERCENT);

  const path = (name: string) => join(outDir, name);
  const report = percentReader(measured.durationSeconds, (percent) =>
    onProgress?.(MEASURED_PERCENT + Math.floor((percent * (99 - MEASURED_PERCENT)) / 100)),
  );
  const result = await runMediaTool(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-max_error_rate', '1'],
      ...['-progress', 'pipe:1', ...input.decode],
      ...['-filter_complex', graph(input.mono, measured.gainDb), '-map_metadata', '-1'],
      ...[...output('[mp3]'), '-c:a', 'libmp3lame', '-b:a', '80k', '-f', 'mp3', file(path('audio.mp3'))],
      ...[...output('[webm]'), '-c:a', 'libopus', '-b:a', '48k', '-f', 'webm', file(path('audio.webm'))],
      ...[...output('[preview]'), '-t', String(PREVIEW_SECONDS)],
      ...['-c:a', 'libmp3lame', '-b:a', '80k', '-f', 'mp3', file(path('preview.mp3'))],
      ...[...output('[working]'), '-c:a', 'pcm_s16le', '-f', 'wav', file(path('working.wav'))],
    ],
    { timeoutMs, signal, onOutput: report },
  );
  // The first pass decoded this very file, so this is the tool's fault (a full disk, say), not the recording's.
  if (result.exitCode !== 0) throw new MediaError('failed', lastLine(result.stderr));
  const [mp3, webm, preview, working] = await Promise.all([
    describeFile(path('audio.mp3'), 'audio/mpeg'),
    describeFile(path('audio.webm'), 'audio/webm'),
    describeFile(path('preview.mp3'), 'audio/mpeg'),
    describeFile(path('working.wav'), 'audio/wav'),
  ]);
  onProgress?.(100);
  return {
    durationSeconds: measured.durationSeconds,
    peaks: measured.peaks,
    speech: measured.speech,
    mp3,
    webm,
    preview,
    working,
  };
}

interface Measured extends Pick<DerivedAudio, 'durationSeconds' | 'peaks' | 'speech'> {
  gainDb: number;
}

/** First pass: real length, peaks, speech, and how much louder the recogniser's copy has to be. */
async function measure(
  input: AudioInput,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Measured> {
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
      ...['-f', 's16le', 'pipe:1'],
    ],
    {
      timeoutMs,
      signal,
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
 * One decode, four outputs. One rate for all, because not every encoder takes every rate that is recorded in. Time is counted in samples, so holes in the container's clock cannot make the copies
 * differ in length.
 */
function graph(mono: string, gainDb: number): string {
  return [
    `[0:a:0]asetpts=N/SR/TB,${mono},aresample=48000,asplit=4[mp3][webm][preview][loud]`,
    `[loud]volume=${gainDb.toFixed(2)}dB,alimiter=limit=0.95:level=false,aresample=16000[working]`,
  ].join(';');
}

/** Bit-exact writing leaves out random ids and version strings. */
function output(label: string): string[] {
  return ['-map', label, '-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
}

function file(path: string): string {
  return `file:${path}`;
}

/** Reads `-progress` lines; the position is in microseconds whatever its name says. */
function percentReader(durationSeconds: number, onPercent: (percent: number) => void) {
  let rest = '';
  let last = 0;
  return (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const microseconds = Number(/^out_time_us=(\d+)/.exec(line)?.[1] ?? Number.NaN);
      const percent = Math.min(100, Math.floor(microseconds / 10_000 / durationSeconds));
      if (!(percent > last)) continue;
      last = percent;
      onPercent(percent);
    }
  };
}
