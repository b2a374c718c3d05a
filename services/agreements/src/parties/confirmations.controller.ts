import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimFromCookies, type DealKind, dealKinds } from '#contracts';
import { Access, AppError, Caller, OneOf, type Principal, requestOrigin, Text } from '#platform';
import {
  AgreementIdPipe,
  type AgreementRow,
  AgreementsService,
  type ConfirmationVia,
  ConsentView,
  formatCents,
  gradeConsents,
  withoutOrigins,
} from '../agreements/agreements.module.js';
import { RecordingsService, SoundOutline, sendMedia } from '../recordings/recordings.module.js';
import { ConfirmationsService } from './confirmations.service.js';

export class ConfirmationQuery {
  @ApiProperty({ description: 'Key of the mailed link, or of the code on the screen' })
  @IsString()
  @MaxLength(300)
  key: string;
}

export class ConfirmationAudioQuery extends ConfirmationQuery {
  @ApiProperty({ required: false, description: 'Time stamp against caches' })
  @IsOptional()
  @IsString()
  @MaxLength(20)
  t?: string;
}

export class ConfirmationBody extends ConfirmationQuery {
  @OneOf(['yes', 'no']) answer: 'yes' | 'no';
  @Text({ max: 500, optional: true, multiline: true }) reason?: string;
}

/** A contract as party B sees it who is asked whether it was them: names and terms, never an address. */
export class ConfirmationView {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty() partyAName: string;
  @ApiProperty() partyBName: string;
  @ApiProperty({ type: String, enum: dealKinds, nullable: true, description: 'What kind of deal was chosen' })
  kind: DealKind | null;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: 80,
    description: 'What it is about, as party A says',
  })
  title: string | null;
  @ApiProperty({ type: String, nullable: true, example: '250.00' }) amount: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty() isRemoteContract: boolean;
  @ApiProperty({ enum: ['link', 'screen'], description: 'How party B was reached' }) via: ConfirmationVia;
  @ApiProperty({ description: 'Whether the recording can still be heard' }) hasAudioRecording: boolean;
  @ApiProperty({
    enum: ['yes', 'no'],
    nullable: true,
    description: 'What was said with such a key; a no of any key stays',
  })
  answer: 'yes' | 'no' | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) answeredAt: string | null;
  @ApiProperty({
    description: 'It is a yes from the device of party A: one from another device counts for more',
    example: false,
  })
  isOnDeviceOfA: boolean;
  @ApiProperty({ type: [ConsentView] }) consents: ConsentView[];
}

function viewConfirmation(
  row: AgreementRow,
  via: ConfirmationVia,
  hasAudioRecording: boolean,
): ConfirmationView {
  const yeses = row.confirmations.filter((one) => one.answer === 'yes' && one.via === via);
  const said =
    row.confirmations.find((one) => one.answer === 'no' && (one.via === 'link' || via === 'screen')) ??
    yeses.find(({ deviceMatch }) => deviceMatch !== 'same') ??
    yeses[0];
  return {
    agreementId: row.agreementId,
    partyAName: row.partyAName,
    partyBName: row.partyBName,
    kind: row.kind,
    title: row.title,
    amount: formatCents(row.amountCents),
    createdAt: row.createdAt.toISOString(),
    isRemoteContract: row.isRemote,
    via,
    hasAudioRecording,
    answer: said?.answer ?? null,
    answeredAt: said?.at ?? null,
    isOnDeviceOfA: said?.answer === 'yes' && said.deviceMatch === 'same',
    consents: withoutOrigins(gradeConsents(row)),
  };
}

class ShownLink {
  @ApiProperty({ description: 'What the other phone opens' }) url: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
}

/** Party B says whether it was them who agreed. */
@ApiTags('confirmations')
@Controller('api/agreements')
export class ConfirmationsController {
  constructor(
    private readonly confirmations: ConfirmationsService,
    private readonly recordings: RecordingsService,
    private readonly agreements: AgreementsService,
  ) {}

  @Post(':agreementId/confirmation-link')
  @HttpCode(200)
  @Access('user')
  @ApiBearerAuth()
  @ApiOkResponse({ type: ShownLink })
  async show(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<ShownLink> {
    const { url, expiresAt } = await this.confirmations.show(agreementId, caller.id, requestOrigin(request));
    return { url, expiresAt: expiresAt.toISOString() };
  }

  @Get('remote/:agreementId/confirmation')
  @Access('anyone')
  @ApiOkResponse({ type: ConfirmationView })
  async read(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: ConfirmationQuery,
  ): Promise<ConfirmationView> {
    const { row, via } = await this.confirmations.read(agreementId, key, 'open');
    return this.view(row, via);
  }

  @Get('remote/:agreementId/confirmation/audio')
  @Access('anyone')
  @ApiProduces('audio/mpeg')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async audio(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: ConfirmationAudioQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.assertHeard(agreementId, key);
    const file = await this.recordings.invited(agreementId);
    await sendMedia(request, reply, this.recordings.store, file, false);
  }

  @Get('remote/:agreementId/confirmation/outline')
  @Access('anyone')
  @ApiOkResponse({ type: SoundOutline })
  async outline(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: ConfirmationQuery,
  ): Promise<SoundOutline> {
    await this.assertHeard(agreementId, key);
    return { peaks: await this.recordings.outline(agreementId) };
  }

  @Post('remote/:agreementId/confirmation')
  @HttpCode(200)
  @Access('anyone')
  @ApiOkResponse({ type: ConfirmationView })
  async answer(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { key, answer, reason }: ConfirmationBody,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<ConfirmationView> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    const statement = { answer, reason: reason || null, origin: requestOrigin(request), caller, claim };
    const { row, via } = await this.confirmations.answer(agreementId, key, statement);
    return this.view(row, via);
  }

  private async view(row: AgreementRow, via: ConfirmationVia): Promise<ConfirmationView> {
    return viewConfirmation(row, via, !(await this.agreements.isAccessOver(row)));
  }

  /** @throws AppError `recording_expired`, and those of reading the contract */
  private async assertHeard(agreementId: string, key: string): Promise<void> {
    const { row } = await this.confirmations.read(agreementId, key, 'go-on');
    if (await this.agreements.isAccessOver(row)) throw new AppError('recording_expired');
  }
}
