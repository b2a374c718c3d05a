import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access, AppError } from '#platform';
import { type TranscriptView, viewTranscript } from './transcript.view.js';
import { TranscriptsService } from './transcripts.service.js';

/** The words for the mails. The gateway has no route to it. */
@ApiExcludeController()
@Access('service')
@Controller('internal/transcripts')
export class InternalController {
  constructor(private readonly transcripts: TranscriptsService) {}

  @Get(':agreementId')
  async read(@Param('agreementId') agreementId: string): Promise<TranscriptView> {
    const found = await this.transcripts.find(agreementId);
    if (found?.transcript.stage !== 'done') throw new AppError('not_ready');
    return viewTranscript(found.transcript, null);
  }
}
