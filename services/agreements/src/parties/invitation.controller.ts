import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiGoneResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiProduces,
  ApiProperty,
  ApiTags,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimFromCookies, maxAudioBytes } from '#contracts';
import { Access, Caller, type Principal, requestOrigin } from '#platform';
import { FreeSpace, Spool } from '#storage';
import { AgreementIdPipe } from '../agreements/agreements.module.js';
import { photoOf, RecordingsService, SoundOutline, sendMedia } from '../recordings/recordings.module.js';
import {
  expectedBytes,
  mostBytes,
  readJsonField,
  readUpload,
  requiredAudio,
} from '../uploads/uploads.module.js';
import { CodesService } from './codes.service.js';
import { ConsentService } from './consent.service.js';
import {
  AudioKeyQuery,
  ConsentBody,
  ConsentReceipt,
  DeclineBody,
  DeclineReceipt,
  KeyQuery,
  RemoteAgreementView,
  ViewBody,
  viewRemote,
} from './invitation.view.js';
import { PartyBService } from './party-b.service.js';

const LIMITS = { files: { audio: maxAudioBytes }, fields: ['consent'], fieldBytes: 16 * 1024 };

/** What the invited party may do, who has no account: the number in the address, and the key in the mailed one. */
@ApiTags('remote')
@ApiExtraModels(ConsentBody)
@Access('anyone')
@Controller('api/agreements/remote/:agreementId')
export class RemoteController {
  constructor(
    private readonly partyB: PartyBService,
    private readonly consents: ConsentService,
    private readonly recordings: RecordingsService,
    private readonly space: FreeSpace,
    private readonly spool: Spool,
  ) {}

  @Get()
  @ApiOkResponse({ type: RemoteAgreementView })
  async read(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() query: KeyQuery,
  ): Promise<RemoteAgreementView> {
    return viewRemote(await this.partyB.read(agreementId, query.key ?? null));
  }

  @Get('audio')
  @ApiProduces('audio/mpeg')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async audio(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() query: AudioKeyQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.partyB.assertHears(agreementId, query.key ?? null);
    const file = await this.recordings.invited(agreementId);
    await sendMedia(request, reply, this.recordings.store, file, false);
  }

  @Get('outline')
  @ApiOkResponse({ type: SoundOutline })
  async outline(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() query: KeyQuery,
  ): Promise<SoundOutline> {
    await this.partyB.assertHears(agreementId, query.key ?? null);
    return { peaks: await this.recordings.outline(agreementId) };
  }

  @Get('photo')
  @ApiProduces('image/jpeg')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async photo(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() query: KeyQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = photoOf(await this.partyB.read(agreementId, query.key ?? null));
    await sendMedia(request, reply, this.recordings.store, file, false);
  }

  @Post('view')
  @HttpCode(204)
  @ApiNoContentResponse()
  async view(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() body: ViewBody,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    const visit = { key: body.key ?? null, origin: requestOrigin(request), caller, claim };
    await this.partyB.view(agreementId, visit);
  }

  @Post('consent')
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['consent', 'audio'],
      properties: {
        consent: { type: 'string', description: 'JSON of ConsentBody' },
        audio: { type: 'string', format: 'binary' },
      },
    },
  })
  @ApiCreatedResponse({ type: ConsentReceipt })
  async consent(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<ConsentReceipt> {
    return this.space.during(expectedBytes(request, mostBytes(LIMITS)), async () => {
      await this.partyB.assertInvited(agreementId);
      const upload = await readUpload(request.raw, this.spool, LIMITS);
      try {
        const body = readJsonField(ConsentBody, 'consent', upload.fields.consent);
        const audio = requiredAudio(upload);
        const claim = claimFromCookies(request.headers.cookie, agreementId);
        const visit = { key: body.key ?? null, origin: requestOrigin(request), caller, claim };
        return await this.consents.give(agreementId, body, audio, visit);
      } finally {
        await upload.dispose();
      }
    });
  }

  @Post('decline')
  @HttpCode(200)
  @ApiOkResponse({ type: DeclineReceipt })
  async decline(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() body: DeclineBody,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<DeclineReceipt> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    const visit = { key: body.key ?? null, origin: requestOrigin(request), caller, claim };
    await this.partyB.decline(agreementId, body.reason ?? '', visit);
    return { agreementId, status: 'cancelled' };
  }
}

class CodeBody {
  @ApiProperty({ pattern: '^\\d{6}$', example: '042917' })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replace(/\s/g, '') : value,
  )
  @Matches(/^\d{6}$/, { message: 'Please enter the 6 digits of the code' })
  code: string;
}

class CodeKey {
  @ApiProperty({ description: 'Works like the key of the mailed link, for an hour' }) key: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
}

/** What whoever has the number alone may ask for: that something is mailed to the invited address. */
@ApiTags('remote')
@Access('anyone')
@Controller('api/agreements/remote/:agreementId')
export class AccessController {
  constructor(private readonly access: CodesService) {}

  @Post('send-link')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Also when there is nobody to mail' })
  async sendLink(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.access.sendLink(agreementId, requestOrigin(request));
  }

  @Post('code')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Also when there is nobody to mail' })
  async sendCode(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.access.sendCode(agreementId, requestOrigin(request));
  }

  @Post('code/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: CodeKey })
  @ApiGoneResponse({ description: 'code_expired: used, replaced, too old or tried too often, or never sent' })
  @ApiUnprocessableEntityResponse({ description: 'code_wrong, with triesLeft' })
  async confirm(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { code }: CodeBody,
    @Req() request: FastifyRequest,
  ): Promise<CodeKey> {
    const { key, expiresAt } = await this.access.confirm(agreementId, code, requestOrigin(request));
    return { key, expiresAt: expiresAt.toISOString() };
  }
}
