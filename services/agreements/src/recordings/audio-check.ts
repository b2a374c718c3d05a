import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { graceSeconds, longestSeconds, type PlanType } from '#contracts';
import { isNetworkTaken, MediaError, probeAudio, sniffFile } from '#media';
import { AppError, LOGGER } from '#platform';
import { AgreementsConfig } from '../config.js';
import type { UploadedFile } from '../uploads/upload-reader.js';
import { Turns } from './turns.js';

/** Shorter than this, in milliseconds, nothing can be heard, and some encoders write no sound at all. */
const LEAST_MS = 10;

export interface CheckedAudio {
  mime: string;
  extension: string;
  durationMs: number;
}

/** What received recordings really are, found by decoding all of each; a few at once, so that nobody takes every processor. */
@Injectable()
export class AudioCheck implements OnApplicationBootstrap {
  private readonly turns: Turns;

  constructor(
    private readonly config: AgreementsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.turns = new Turns(config.audioChecksAtOnce, config.audioChecksWaiting);
  }

  onApplicationBootstrap(): void {
    if (!isNetworkTaken())
      this.logger.warn('media programs keep their network: this system lets none be taken');
  }

  /**
   * @param planType what the contract is called. It may shorten what is allowed: what was not paid lengthens nothing.
   * @throws AppError `empty_recording`, `unsupported_media`, `broken_recording`, `recording_too_long`, and `unavailable`
   * when too many wait already
   */
  async check(audio: Pick<UploadedFile, 'path' | 'bytes'>, planType: PlanType): Promise<CheckedAudio> {
    if (audio.bytes === 0) throw new AppError('empty_recording');
    const sniffed = await sniffFile(audio.path);
    if (sniffed?.kind !== 'audio') throw new AppError('unsupported_media');
    const maxSeconds = longestSeconds(planType, this.config.longestRecordingSeconds) + graceSeconds;
    try {
      const probe = await this.turns.take(() => probeAudio(audio.path, { maxSeconds }));
      const durationMs = Math.round(probe.durationSeconds * 1000);
      if (durationMs < LEAST_MS) throw new AppError('empty_recording');
      return { mime: sniffed.mime, extension: sniffed.extension, durationMs };
    } catch (error) {
      throw mediaProblem(error, 'broken_recording', 'unsupported_media');
    }
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
