import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimFromCookies } from '#contracts';
import { Access, AppError, Caller, type Principal } from '#platform';
import { AgreementsConfig } from '../config.js';
import {
  type AudioFormat,
  photoOf,
  RecordingsService,
  SoundOutline,
  sendMedia,
} from '../recordings/recordings.module.js';
import { type Party, partyOfKey } from '../signed-links.js';
import { AgreementIdPipe } from './agreement-access.js';
import type { AgreementRow } from './agreements.repository.js';
import { AgreementsService } from './agreements.service.js';

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

/** What people hear and see of an agreement. */
@ApiTags('recordings')
@Access('anyone')
@Controller('api/agreements/:agreementId')
export class RecordingsController {
  constructor(
    private readonly agreements: AgreementsService,
    private readonly recordings: RecordingsService,
    private readonly config: AgreementsConfig,
  ) {}

  /** The full recording of a party: for the owner once paid, or for whoever holds a mailed key. */
  @Get('audio')
  @ApiProduces('audio/mpeg', 'audio/webm')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async audio(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { format = 'mp3', party = 'a', download, key }: AudioQuery,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    // A mailed key opens what its link plays, as made to be heard: not the file that somebody recorded, nor party B's.
    const isLinked = party === 'a' && format !== 'original';
    const keyOf = isLinked && key !== undefined ? partyOfKey(this.config.linkSecret, agreementId, key) : null;
    const agreement = await this.agreements.readWithKey(agreementId, caller, { claim, keyOf });
    await this.agreements.assertAccess(agreement);
    const file = await this.recordings.audio(agreementId, { format, party });
    await sendMedia(request, reply, this.recordings.store, file, download === '1');
  }

  /** Drawn before anything is heard, also of what is not paid. */
  @Get('outline')
  @ApiOkResponse({ type: SoundOutline })
  async outline(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<SoundOutline> {
    const { contentDeletedAt } = await this.read(agreementId, caller, request);
    if (contentDeletedAt !== null) throw new AppError('recording_expired');
    return { peaks: await this.recordings.outline(agreementId) };
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
    const file = await this.recordings.preview(await this.read(agreementId, caller, request));
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
    const file = photoOf(await this.read(agreementId, caller, request));
    await sendMedia(request, reply, this.recordings.store, file, false);
  }

  private read(agreementId: string, caller: Principal, request: FastifyRequest): Promise<AgreementRow> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    return this.agreements.read(agreementId, caller, claim);
  }
}
