import { Controller, Headers, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maxAudioBytes, maxPhotoBytes } from '#contracts';
import { Access, Caller, type Principal, requestOrigin } from '#platform';
import { Spool } from '#storage';
import {
  ownerAtOnce,
  SavedAgreement,
  SHOWN_ACCOUNT,
  shownAccountHeader,
} from '../agreements/agreements.module.js';
import { readAgreementData } from './agreement-form.js';
import { ClaimCookies } from './claim-cookies.js';
import { UnpaidQuota } from './unpaid-quota.js';
import { expectedBytes, givenPhoto, mostBytes, readUpload, requiredAudio } from './upload-reader.js';
import { UploadsService } from './uploads.service.js';

const WHOLE_LIMITS = {
  files: { audio: maxAudioBytes, photo: maxPhotoBytes },
  fields: ['agreementData'],
  fieldBytes: 128 * 1024,
};

@ApiTags('agreements')
@Controller('api/agreements')
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly quota: UnpaidQuota,
    private readonly spool: Spool,
    private readonly claims: ClaimCookies,
  ) {}

  @Post('temporary')
  @Access('anyone')
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['audio', 'agreementData'],
      properties: {
        agreementData: { type: 'string', description: 'JSON of AgreementData' },
        audio: { type: 'string', format: 'binary' },
        photo: { type: 'string', format: 'binary' },
      },
    },
  })
  @ApiHeader(shownAccountHeader)
  @ApiCreatedResponse({ type: SavedAgreement })
  async save(
    @Caller() caller: Principal,
    @Headers(SHOWN_ACCOUNT) shown: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedAgreement> {
    const origin = requestOrigin(request);
    const bytes = expectedBytes(request, mostBytes(WHOLE_LIMITS));
    return this.quota.during({ caller, address: origin.address }, bytes, async () => {
      const upload = await readUpload(request.raw, this.spool, WHOLE_LIMITS);
      try {
        const data = readAgreementData(upload.fields.agreementData);
        const audio = requiredAudio(upload);
        const saved = await this.uploads.save(data, audio, givenPhoto(upload), {
          ...{ origin, caller },
          ownerId: ownerAtOnce(caller, shown),
        });
        await this.claims.give(request, reply, saved);
        return saved;
      } finally {
        await upload.dispose();
      }
    });
  }
}
