import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import { graceSeconds, longestSeconds, overrunSeconds, type PlanType } from '#contracts';
import { isNetworkTaken, MediaError, probeAudio, sniffFile } from '#media';
import { AppError, LOGGER } from '#platform';
import { AgreementsConfig } from '../config.js';

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
  private readonly limit: WorkLimit;
  /** At most half of it is for visitors: a flood of theirs keeps no processor from what others wait for. */
  private readonly visitors: WorkLimit;

  constructor(
    private readonly config: AgreementsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { audioChecksAtOnce, audioChecksWaiting } = config;
    this.limit = new WorkLimit(audioChecksAtOnce, audioChecksWaiting);
    this.visitors = new WorkLimit(Math.max(1, Math.floor(audioChecksAtOnce / 2)), audioChecksWaiting);
  }

  onApplicationBootstrap(): void {
    if (!isNetworkTaken())
      this.logger.warn('media programs keep their network: this system lets none be taken');
  }

  /**
   * @param planType what the contract is called. It may shorten what is allowed: what was not paid lengthens nothing.
   * @param isVisitors whether it comes from somebody without account and key
   * @param isFromRecorder whether our recorder made it, which cannot always end at its limit
   * @param assertWanted called when it is its turn: throws where there is nothing to decode any more
   * @throws AppError `empty_recording`, `unsupported_media`, `broken_recording`, `several_sound_tracks`,
   * `recording_too_long`, and `unavailable` when too many wait already
   */
  async check(
    audio: { path: string; bytes: number },
    planType: PlanType,
    {
      isVisitors = false,
      isFromRecorder = false,
      assertWanted = async () => undefined,
    }: {
      isVisitors?: boolean;
      isFromRecorder?: boolean;
      assertWanted?: (() => Promise<void>) | undefined;
    } = {},
  ): Promise<CheckedAudio> {
    if (audio.bytes === 0) throw new AppError('empty_recording');
    const sniffed = await sniffFile(audio.path);
    if (sniffed?.kind !== 'audio') throw new AppError('unsupported_media');
    const limitSeconds = longestSeconds(planType, this.config.longestRecordingSeconds);
    const maxSeconds = limitSeconds + (isFromRecorder ? overrunSeconds : graceSeconds);
    try {
      const decode = () =>
        this.limit.run(async () => {
          await assertWanted();
          return probeAudio(audio.path, { maxSeconds });
        });
      const probe = isVisitors ? await this.visitors.run(decode) : await decode();
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
  if (error.code === 'several_tracks') return new AppError('several_sound_tracks', { cause: error });
  if (error.code === 'not_media') return new AppError(unsupported, { cause: error });
  if (error.code === 'corrupt' || error.code === 'too_large') return new AppError(broken, { cause: error });
  // Too slow or no tool at all is our trouble, not the caller's.
  return new AppError('unavailable', { cause: error });
}

/** Work takes a few seconds; by then others have ended. */
const RETRY_SECONDS = 10;

/** Lets work that keeps a processor busy run a few at once, and only so much of it wait. */
export class WorkLimit {
  private readonly limit: LimitFunction;
  /** What runs or waits. */
  private open = 0;

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {
    this.limit = pLimit(atOnce);
  }

  /** Nothing runs or waits. */
  get isIdle(): boolean {
    return this.open === 0;
  }

  /** @throws AppError `unavailable` when too much waits already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.open >= this.atOnce + this.waiting)
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    this.open += 1;
    try {
      return await this.limit(work);
    } finally {
      this.open -= 1;
    }
  }
}
