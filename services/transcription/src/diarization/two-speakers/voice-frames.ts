import { type FileHandle, open } from 'node:fs/promises';
import type { Span } from '../../recordings/recordings.module.js';
import { CEPSTRA, CEPSTRA_WINDOW, CepstraExtractor } from './mfcc.js';
import { halveRate, PITCH_WINDOW, PitchExtractor } from './pitch.js';

/** Samples per second of every recording in which voices are told apart. */
export const SAMPLE_RATE = 16_000;

const HEAD_BYTES = 4096;

/** Where the samples of a WAV file lie: `offset` in bytes, `length` in samples. @throws Error for any other file */
export async function findSamples(file: FileHandle): Promise<{ offset: number; length: number }> {
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  let at = 12;
  let isReadable = false;
  while (at + 24 <= buffer.length) {
    const name = buffer.toString('latin1', at, at + 4);
    const bytes = buffer.readUInt32LE(at + 4);
    if (name === 'fmt ') {
      const [channels, rate, bits] = [
        buffer.readUInt16LE(at + 10),
        buffer.readUInt32LE(at + 12),
        buffer.readUInt16LE(at + 22),
      ];
      isReadable = channels === 1 && rate === SAMPLE_RATE && bits === 16;
    }
    if (name === 'data' && isReadable) {
      // A file that was written to a pipe says nothing useful about its length.
      return { offset: at + 8, length: Math.min(bytes, size - at - 8) >> 1 };
    }
    at += 8 + bytes + (bytes % 2);
  }
  throw new Error('voices are read from 16-bit mono WAV files of 16 kHz');
}

/** Samples as they are, -32768..32767. Fewer than asked for at the end of the file. */
export async function readSamples(
  file: FileHandle,
  offset: number,
  from: number,
  count: number,
): Promise<Float32Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count * 2), 0, count * 2, offset + from * 2);
  const samples = new Float32Array(bytesRead >> 1);
  for (let index = 0; index < samples.length; index += 1) samples[index] = buffer.readInt16LE(index * 2);
  return samples;
}

/** From one frame to the next. Voices change slowly: 10 ms cost twice as much and tell nothing more. */
export const FRAME_SECONDS = 0.02;
const HOP = FRAME_SECONDS * SAMPLE_RATE;
/** Read at once: a second of sound, so that memory does not grow with the recording. */
const FRAMES_AT_ONCE = 50;
/** What the windows of a frame reach beyond its hop, before and after; even, because pitch takes every second sample. */
const MARGIN = 320;

/** How the speech of one recording sounds, frame by frame. Kept in memory while a transcript is made, and never stored. */
export interface VoiceFrames {
  /** In each speech span in turn; the n-th frame begins at `starts[n]` seconds. */
  readonly count: number;
  readonly starts: Float64Array;
  /** Which of the spans a frame lies in. */
  readonly spans: Int32Array;
  /** {@link CEPSTRA} for each frame. */
  readonly cepstra: Float32Array;
  /** Natural logarithm of energy. */
  readonly energy: Float32Array;
  /** Octaves above 1 Hz; NaN where nothing is voiced. */
  readonly pitch: Float32Array;
}

/** Room for as many frames as the spans can hold. */
function frameRoom(speech: readonly Span[]): VoiceFrames & { count: number } {
  const most = speech.reduce((sum, { start, end }) => sum + Math.ceil((end - start) / FRAME_SECONDS) + 1, 0);
  return {
    count: 0,
    starts: new Float64Array(most),
    spans: new Int32Array(most),
    cepstra: new Float32Array(most * CEPSTRA),
    energy: new Float32Array(most),
    pitch: new Float32Array(most),
  };
}

/**
 * Reads the voices in the speech of a WAV file.
 * @throws Error when it is not a 16-bit mono WAV file of 16 kHz.
 */
export async function readVoiceFrames(wavPath: string, speech: readonly Span[]): Promise<VoiceFrames> {
  const file = await open(wavPath);
  try {
    const { offset, length } = await findSamples(file);
    const frames = frameRoom(speech);
    const listener = new FrameListener(frames);
    for (const [span, { start, end }] of speech.entries()) {
      const first = Math.max(0, Math.round(start / FRAME_SECONDS));
      const last = Math.min(Math.floor(length / HOP), Math.round(end / FRAME_SECONDS));
      for (let at = first; at < last; at += FRAMES_AT_ONCE) {
        const count = Math.min(FRAMES_AT_ONCE, last - at);
        const from = at * HOP - MARGIN;
        const wanted = count * HOP + 2 * MARGIN;
        const samples = new Float32Array(wanted);
        const known = await readSamples(file, offset, Math.max(0, from), wanted + Math.min(0, from));
        samples.set(
          known.subarray(0, Math.max(0, Math.min(known.length, length - Math.max(0, from)))),
          Math.max(0, -from),
        );
        listener.listen(samples, at, count, span);
      }
    }
    return frames;
  } finally {
    await file.close();
  }
}

class FrameListener {
  private readonly cepstra = new CepstraExtractor();
  private readonly pitch = new PitchExtractor();

  constructor(private readonly frames: VoiceFrames & { count: number }) {}

  /** @param samples those of `count` frames from the one numbered `first`, with a margin before and after. */
  listen(samples: Float32Array, first: number, count: number, span: number): void {
    const { frames } = this;
    const halved = halveRate(samples);
    for (let n = 0; n < count; n += 1) {
      const middle = MARGIN + n * HOP + HOP / 2;
      const index = frames.count;
      frames.starts[index] = (first + n) * FRAME_SECONDS;
      frames.spans[index] = span;
      frames.energy[index] = this.cepstra.extract(
        samples,
        middle - CEPSTRA_WINDOW / 2,
        frames.cepstra,
        index * CEPSTRA,
      );
      frames.pitch[index] = this.pitch.find(halved, middle / 2 - PITCH_WINDOW / 2);
      frames.count += 1;
    }
  }
}
