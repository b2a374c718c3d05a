import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Language, transcriptExported } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, failpoint, type Principal } from '#platform';
import { type ExportFormat, exportTranscript, type TranscriptFile } from './export-transcript.js';
import { TranscriptReader } from './transcript-reader.js';

/** Finished transcripts as files for their owners. */
@Injectable()
export class TranscriptExports {
  constructor(
    private readonly reader: TranscriptReader,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The file, whose hash is told before it is handed out: whoever has it later can have it recognised. A file without a
   * word in it is like any other empty file, and is not told of.
   * @throws AppError `not_ready`, and those of {@link TranscriptReader.read}
   */
  async export(
    agreementId: string,
    caller: Principal,
    format: ExportFormat,
    language: Language,
  ): Promise<TranscriptFile> {
    const transcript = await this.reader.read(agreementId, caller);
    if (transcript.status !== 'done') throw new AppError('not_ready');
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
