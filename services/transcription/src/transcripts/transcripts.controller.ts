import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, Caller, type Principal } from '#platform';
import { SpeakerNaming } from './speaker-name.body.js';
import { SpeakerNames } from './speaker-names.js';
import { GeneratedTranscript, TranscriptPending, TranscriptView } from './transcript.view.js';
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
