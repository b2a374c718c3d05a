import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBearerAuth,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, AppError, Caller, callerLanguage, ErrorAnswer, type Principal } from '#platform';
import { TranscriptReader } from '../transcripts/transcript-reader.js';
import { ExportQuery } from './export.query.js';
import { exportTranscript, exportTypes } from './export-transcript.js';

@ApiTags('transcripts')
@ApiBearerAuth()
@Access('user')
@Controller('api/agreements/:agreementId/transcript')
export class ExportsController {
  constructor(private readonly reader: TranscriptReader) {}

  /** The finished transcript as a file. */
  @Get('export')
  @ApiProduces(...Object.values(exportTypes))
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiBadRequestResponse({ type: ErrorAnswer, description: '`invalid_input`: no such format' })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: '`not_ready`, `agreement_not_found`' })
  async export(
    @Param('agreementId') agreementId: string,
    @Query() { format }: ExportQuery,
    @Caller() caller: Principal,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const transcript = await this.reader.read(agreementId, caller);
    if (transcript.status !== 'done') throw new AppError('not_ready');
    const { type, fileName, content } = exportTranscript(transcript, format, callerLanguage() ?? 'en');
    void reply.headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    await reply.send(content);
  }
}
