import { createReadStream, createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { MediaError } from './media.error.js';
import { findWaveSamples, type WaveSamples, waveHeader } from './wave-samples.js';

/** Seconds from the start of the recording. */
export interface AudioCut {
  start: number;
  end: number;
}

export interface CutAudioOptions {
  signal?: AbortSignal | undefined;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a stretch of a WAV file, exact to the sample, to a WAV file of its own, which is replaced if it exists. The
 * same stretch gives the same bytes.
 * @param span what lies behind the end of the recording is left out.
 * @throws MediaError `not_media` for anything but WAV files of whole numbers, `corrupt` when nothing of the recording
 * lies within the span; RangeError for a span that is none; the signal's reason when aborted.
 */
export async function cutAudio(
  path: string,
  span: AudioCut,
  outPath: string,
  { signal }: CutAudioOptions = {},
): Promise<void> {
  const { start, end } = span;
  if (!(start >= 0 && end > start && Number.isFinite(end)))
    throw new RangeError(`no span: ${start} to ${end}`);
  signal?.throwIfAborted();
  const samples = await openSamples(path);
  const frameBytes = (samples.channels * samples.bitsPerSample) >> 3;
  const frames = Math.floor(samples.bytes / frameBytes);
  const frameAt = (seconds: number) => Math.min(frames, Math.round(seconds * samples.sampleRate));
  const from = samples.offset + frameAt(start) * frameBytes;
  const bytes = (frameAt(end) - frameAt(start)) * frameBytes;
  if (bytes === 0) throw new MediaError('corrupt', 'the recording ends before the span');
  try {
    await writeFile(outPath, waveHeader(samples, bytes));
    await pipeline(
      createReadStream(path, { start: from, end: from + bytes - 1, highWaterMark: CHUNK_BYTES }),
      createWriteStream(outPath, { flags: 'a' }),
      signal ? { signal } : {},
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function openSamples(path: string): Promise<WaveSamples> {
  const file = await open(path);
  try {
    const samples = await findWaveSamples(file);
    // In compressed sound a position is only near the one asked for.
    if (!samples || samples.channels * samples.bitsPerSample < 8 || samples.bitsPerSample % 8 !== 0) {
      throw new MediaError('not_media', 'only WAV files of whole numbers are cut');
    }
    return samples;
  } finally {
    await file.close();
  }
}
