import { createHash } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { type Language, transcriptExported } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, failpoint, limiterConnection, type Principal, sharedLimiter, takeOne } from '#platform';
import { TranscriptionConfig } from '../config.js';
import { type ExportFormat, exportTranscript, humanOnce, type TranscriptFile } from './export-transcript.js';
import { TranscriptReader } from './transcript-reader.js';

const WINDOW_SECONDS = 3600;

/** Counts files per person: of each that is new a hash is kept. While Redis is away each process counts for itself. */
@Injectable()
export class ExportThrottle implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly perUser: RateLimiterRedis;

  constructor(config: TranscriptionConfig) {
    this.redis = limiterConnection(config.redisUrl);
    const allowance = { points: config.exportsPerHour, duration: WINDOW_SECONDS };
    this.perUser = sharedLimiter(this.redis, 'export:user', allowance);
  }

  /** Takes one file. @throws AppError `too_many_requests` while the person has used up theirs. */
  async take(caller: Principal): Promise<void> {
    await takeOne(this.perUser, String(caller.id));
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}

/** Finished transcripts as files for their owners. */
@Injectable()
export class TranscriptExports {
  constructor(
    private readonly reader: TranscriptReader,
    private readonly outbox: Outbox,
    private readonly throttle: ExportThrottle,
  ) {}

  /**
   * The file, whose hash is told before it is handed out: whoever has it later can have it recognised. A file without a
   * word in it is like any other empty file, and is not told of.
   * @throws AppError `not_ready`, `too_many_requests`, and those of {@link TranscriptReader.read}
   */
  async export(
    agreementId: string,
    caller: Principal,
    format: ExportFormat,
    language: Language,
  ): Promise<TranscriptFile> {
    const transcript = humanOnce(await this.reader.read(agreementId, caller));
    if (transcript.status !== 'done') throw new AppError('not_ready');
    await this.throttle.take(caller);
    const file = exportTranscript(transcript, format, language, await this.reader.deal(agreementId));
    const { sha256: transcriptSha256, human, speakers } = transcript;
    if (transcriptSha256 === null || file.content.length === 0) return file;
    await this.outbox.transaction((manager) =>
      this.outbox.add(manager, transcriptExported, {
        ...{ agreementId, format, language, bytes: file.content.length, transcriptSha256 },
        sha256: createHash('sha256').update(file.content).digest('hex'),
        ...(human ? { humanSha256: human.sha256 } : {}),
        areSpeakersNamed: speakers.some(({ basis }) => basis === 'owner'),
      }),
    );
    failpoint('transcription.export.after-commit');
    return file;
  }
}
