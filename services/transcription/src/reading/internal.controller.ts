import { Controller, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import {
  type AnswerOf,
  getTranscript,
  getTranscriptFiles,
  getTranscriptProgress,
  isLanguage,
  type TranscriptFiles,
} from '#contracts';
import { AppError, InternalCall } from '#platform';
import { type TranscriptEntity, TranscriptsService } from '../transcripts/transcripts.module.js';
import { writePacketFiles } from './export-transcript.js';
import type { TranscriptView } from './transcript.view.js';
import { TranscriptReader } from './transcript-reader.js';
import { viewForOthers, viewStage, viewTranscript } from './view-transcript.js';

/** Of no use to whoever reads words. */
const noPeaks = { peaks: [], consentPeaks: [] };

/** The words for the mails and for the service that owns the recording. The gateway has no route to it. */
@Controller()
export class ReadingInternalController {
  constructor(
    private readonly transcripts: TranscriptsService,
    private readonly reader: TranscriptReader,
  ) {}

  /** The finished transcript or, when a recording is named, that one's at whatever stage it is. */
  @InternalCall(getTranscript, getTranscriptProgress)
  async read(
    @Param('agreementId') agreementId: string,
    @Query('recordingId', new ParseUUIDPipe({ optional: true })) recordingId?: string,
  ): Promise<AnswerOf<typeof getTranscript | typeof getTranscriptProgress>> {
    const transcript = await this.transcripts.find(agreementId);
    if (!transcript) throw new AppError('not_ready');
    if (transcript.deletedAt) throw new AppError('recording_expired');
    if (recordingId !== undefined) {
      if (transcript.recordingId !== recordingId) throw new AppError('not_ready');
      const heard = await this.reader.heardSoFar(transcript);
      return viewStage(transcript, heard, await this.reader.recordings(transcript));
    }
    return this.finished(transcript);
  }

  /** The finished transcript as the files that an evidence packet holds. */
  @InternalCall(getTranscriptFiles)
  async files(
    @Param('agreementId') agreementId: string,
    @Query('languages') asked = '',
  ): Promise<TranscriptFiles> {
    const transcript = await this.transcripts.find(agreementId);
    if (!transcript) throw new AppError('not_ready');
    if (transcript.deletedAt) throw new AppError('recording_expired');
    // A newer copy of the asking service may know more of them.
    const languages = asked.split(',').filter(isLanguage);
    return writePacketFiles(await this.finished(transcript), languages.length > 0 ? languages : ['en']);
  }

  private async finished(transcript: TranscriptEntity): Promise<TranscriptView> {
    if (transcript.stage !== 'done') throw new AppError('not_ready');
    const human = await this.reader.human(transcript);
    const recordings = await this.reader.recordings(transcript);
    const view = viewTranscript(transcript, { recordings, human, heard: [] });
    return { ...viewForOthers(transcript, view), ...noPeaks };
  }
}
