import { createReadStream, createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { MediaError } from './media.error.js';
import { findMp3Frames, type Mp3Frames } from './mp3-frames.js';
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

/** How long encoder and decoder of an MP3 hold the sound up; players leave it out, the first frame begins with it. */
const MP3_DELAY_SECONDS = 1105 / 48_000;

/**
 * Writes a stretch of a WAV file, exact to the sample, or of an MP3 file of equal frames, within half a frame (12 ms),
 * to a file of its own of the same kind, which is replaced if it exists. Nothing is decoded; the same stretch gives the
 * same bytes.
 * @param span what lies behind the end of the recording is left out.
 * @throws MediaError `not_media` for any other file, `corrupt` when nothing of the recording lies within the span;
 * RangeError for a span that is none; the signal's reason when aborted.
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
  const { header, from, bytes } = await findStretch(path, span);
  if (bytes <= 0) throw new MediaError('corrupt', 'the recording ends before the span');
  try {
    await writeFile(outPath, header);
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

interface Stretch {
  /** What goes before the bytes that are copied. */
  header: Buffer;
  /** Of the first byte. */
  from: number;
  bytes: number;
}

async function findStretch(path: string, span: AudioCut): Promise<Stretch> {
  const file = await open(path);
  try {
    const samples = await findWaveSamples(file);
    if (samples && samples.channels * samples.bitsPerSample >= 8 && samples.bitsPerSample % 8 === 0) {
      return waveStretch(samples, span);
    }
    const frames = samples ? null : await findMp3Frames(file);
    // In other compressed sound a position is only near the one asked for.
    if (!frames) {
      throw new MediaError(
        'not_media',
        'only WAV files of whole numbers and MP3 files of equal frames are cut',
      );
    }
    return mp3Stretch(frames, span);
  } finally {
    await file.close();
  }
}

function waveStretch(samples: WaveSamples, { start, end }: AudioCut): Stretch {
  const frameBytes = (samples.channels * samples.bitsPerSample) >> 3;
  const frames = Math.floor(samples.bytes / frameBytes);
  const frameAt = (seconds: number) => Math.min(frames, Math.round(seconds * samples.sampleRate));
  const bytes = (frameAt(end) - frameAt(start)) * frameBytes;
  return { header: waveHeader(samples, bytes), from: samples.offset + frameAt(start) * frameBytes, bytes };
}

function mp3Stretch(
  { offset, frameBytes, frameSeconds, count }: Mp3Frames,
  { start, end }: AudioCut,
): Stretch {
  const frameAt = (seconds: number) =>
    seconds === 0 ? 0 : Math.min(count, Math.round((seconds + MP3_DELAY_SECONDS) / frameSeconds));
  const bytes = (frameAt(end) - frameAt(start)) * frameBytes;
  return { header: Buffer.alloc(0), from: offset + frameAt(start) * frameBytes, bytes };
}
