import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimFromCookies } from '#contracts';
import { Access, Caller, type Principal } from '#platform';
import { AgreementIdPipe } from '../agreements/agreement-id.pipe.js';
import { SoundOutline } from '../remote/remote.view.js';
import type { Party } from './audio-link.js';
import { type AudioFormat, RecordingsService } from './recordings.service.js';
import { sendMedia } from './send-media.js';

class AudioQuery {
  @ApiProperty({ required: false, enum: ['mp3', 'webm', 'original'] })
  @IsOptional()
  @IsIn(['mp3', 'webm', 'original'])
  format?: AudioFormat;

  @ApiProperty({ required: false, enum: ['a', 'b'], default: 'a', description: 'Who speaks' })
  @IsOptional()
  @IsIn(['a', 'b'])
  party?: Party;

  @ApiProperty({ required: false, enum: ['1'] })
  @IsOptional()
  @IsIn(['1'])
  download?: '1';

  @ApiProperty({ required: false, description: 'Key of a mailed link' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  key?: string;

  @ApiProperty({ required: false, description: 'Time stamp against caches' })
  @IsOptional()
  @IsString()
  @MaxLength(20)
  t?: string;
}

@ApiTags('recordings')
@Access('anyone')
@Controller('api/agreements/:agreementId')
export class RecordingsController {
  constructor(private readonly recordings: RecordingsService) {}

  @Get('audio')
  @ApiProduces('audio/mpeg', 'audio/webm')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async audio(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() query: AudioQuery,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const access = { claim: claimFromCookies(request.headers.cookie, agreementId), key: query.key ?? null };
    const what = { format: query.format ?? 'mp3', party: query.party ?? 'a' };
    const file = await this.recordings.audio(agreementId, what, caller, access);
    await sendMedia(request, reply, this.recordings.store, file, query.download === '1');
  }

  /** Drawn before anything is heard, also of what is not paid. */
  @Get('outline')
  @ApiOkResponse({ type: SoundOutline })
  async outline(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<SoundOutline> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    return { peaks: await this.recordings.ownOutline(agreementId, caller, claim) };
  }

  @Get('preview')
  @ApiProduces('audio/mpeg')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async preview(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    const file = await this.recordings.preview(agreementId, caller, claim);
    await sendMedia(request, reply, this.recordings.store, file, false);
  }

  @Get('photo')
  @ApiProduces('image/jpeg')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async photo(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    const file = await this.recordings.photo(agreementId, caller, claim);
    await sendMedia(request, reply, this.recordings.store, file, false);
  }
}
