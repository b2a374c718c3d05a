import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiBearerAuth,
  ApiHeader,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Access, Caller, callerLanguage, ErrorAnswer, type Principal } from '#platform';
import { type ExportFormat, exportFormats, exportTypes } from './export-transcript.js';
import { SpeakerNames, SpeakerNaming } from './speaker-names.js';
import { GeneratedTranscript, TranscriptPending, TranscriptView } from './transcript.view.js';
import { TranscriptExports } from './transcript-exports.js';
import { TranscriptReader } from './transcript-reader.js';

@ApiTags('transcripts')
@ApiBearerAuth()
@Access('user')
@Controller('api/agreements/:agreementId')
export class TranscriptsController {
  constructor(
    private readonly reader: TranscriptReader,
    private readonly speakerNames: SpeakerNames,
  ) {}

  @Get('transcript')
  @ApiOkResponse({ type: TranscriptView })
  read(@Param('agreementId') agreementId: string, @Caller() caller: Principal): Promise<TranscriptView> {
    return this.reader.read(agreementId, caller);
  }

  @Put('transcript/speakers/:label')
  @ApiOkResponse({ type: TranscriptView })
  nameSpeaker(
    @Param('agreementId') agreementId: string,
    @Param('label') label: string,
    @Caller() caller: Principal,
    @Body() naming: SpeakerNaming,
  ): Promise<TranscriptView> {
    return this.speakerNames.name(agreementId, caller, label, naming);
  }

  @Post('transcript/renewal')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: TranscriptView })
  renew(@Param('agreementId') agreementId: string, @Caller() caller: Principal): Promise<TranscriptView> {
    return this.reader.renew(agreementId, caller);
  }

  @Post('generate-transcript')
  @HttpCode(200)
  @ApiHeader({ name: 'prefer', required: false, description: '`respond-async` answers at once' })
  @ApiOkResponse({ type: GeneratedTranscript })
  @ApiAcceptedResponse({ type: TranscriptPending })
  async generate(
    @Param('agreementId') agreementId: string,
    @Caller() caller: Principal,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GeneratedTranscript | TranscriptPending> {
    const isAsync = prefer?.toLowerCase().includes('respond-async') ?? false;
    const answer = await this.reader.generate(agreementId, caller, isAsync);
    if ('status' in answer) void reply.status(202);
    return answer;
  }
}

class ExportQuery {
  @ApiProperty({
    enum: exportFormats,
    description: 'Plain text, subtitles as SubRip or WebVTT, or everything that is known as JSON',
  })
  @IsIn(exportFormats)
  format: ExportFormat;
}

@ApiTags('transcripts')
@ApiBearerAuth()
@Access('user')
@Controller('api/agreements/:agreementId/transcript')
export class ExportsController {
  constructor(private readonly exports: TranscriptExports) {}

  @Get('export')
  @ApiOperation({ summary: 'The finished transcript as a file; one account gets sixty files in an hour' })
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
    const language = callerLanguage() ?? 'en';
    const { type, fileName, content } = await this.exports.export(agreementId, caller, format, language);
    void reply.headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    await reply.send(content);
  }
}
