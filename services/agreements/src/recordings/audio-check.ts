import { graceSeconds } from '#contracts';
import { MediaError, probeAudio, sniffFile } from '#media';
import { AppError } from '#platform';
import type { UploadedFile } from '../uploads/upload-reader.js';

/** Longest recording of a plan without a limit, in seconds: what 100 MB can hold at voice quality is far below. */
const NO_LIMIT_SECONDS = 6 * 3600;

/** Shorter than this, in milliseconds, nothing can be heard, and some encoders write no sound at all. */
const LEAST_MS = 10;

export interface CheckedAudio {
  mime: string;
  extension: string;
  durationMs: number;
}

/**
 * What a received recording really is, found by decoding all of it.
 * @param planSeconds longest recording of the plan in seconds; 0 means no limit by plan.
 * @throws AppError `empty_recording`, `unsupported_media`, `broken_recording`, `recording_too_long`
 */
export async function checkAudio(
  audio: Pick<UploadedFile, 'path' | 'bytes'>,
  planSeconds: number,
): Promise<CheckedAudio> {
  if (audio.bytes === 0) throw new AppError('empty_recording');
  const sniffed = await sniffFile(audio.path);
  if (sniffed?.kind !== 'audio') throw new AppError('unsupported_media');
  const maxSeconds = planSeconds === 0 ? NO_LIMIT_SECONDS : planSeconds + graceSeconds;
  try {
    const probe = await probeAudio(audio.path, { maxSeconds });
    const durationMs = Math.round(probe.durationSeconds * 1000);
    if (durationMs < LEAST_MS) throw new AppError('empty_recording');
    return { mime: sniffed.mime, extension: sniffed.extension, durationMs };
  } catch (error) {
    throw mediaProblem(error, 'broken_recording', 'unsupported_media');
  }
}

/** What a caller reads of a file that could not be used. */
export function mediaProblem(
  error: unknown,
  broken: 'broken_recording' | 'broken_photo',
  unsupported: 'unsupported_media' | 'unsupported_photo',
): unknown {
  if (!(error instanceof MediaError)) return error;
  if (error.code === 'too_long') return new AppError('recording_too_long', { cause: error });
  if (error.code === 'not_media') return new AppError(unsupported, { cause: error });
  if (error.code === 'corrupt' || error.code === 'too_large') return new AppError(broken, { cause: error });
  // Too slow or no tool at all is our trouble, not the caller's.
  return new AppError('unavailable', { cause: error });
}
