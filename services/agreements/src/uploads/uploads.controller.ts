import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maxAudioBytes, maxPhotoBytes } from '#contracts';
import { Access, AppError, validateBody } from '#platform';
import { AgreementData } from '../agreements/agreement.body.js';
import { SavedAgreement } from '../agreements/agreement.view.js';
import { claimCookie } from '../agreements/claims.js';
import { AgreementsConfig } from '../config.js';
import { readUpload } from './upload-reader.js';
import { UploadsService } from './uploads.service.js';

const LIMITS = {
  files: { audio: maxAudioBytes, photo: maxPhotoBytes },
  fields: ['agreementData'],
  fieldBytes: 128 * 1024,
};

@ApiTags('agreements')
@Controller('api/agreements')
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly config: AgreementsConfig,
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
  @ApiCreatedResponse({ type: SavedAgreement })
  async save(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedAgreement> {
    const upload = await readUpload(request.raw, this.config.spoolDir, LIMITS);
    try {
      const data = validateBody(AgreementData, parseJson(upload.fields.agreementData));
      const { audio, photo } = upload.files;
      if (!audio)
        throw new AppError('invalid_input', {
          errors: [{ field: 'audio', message: 'Please record audio first' }],
        });
      const saved = await this.uploads.save(data, audio, photo && photo.bytes > 0 ? photo : null);
      const isSecure = this.config.publicUrl.startsWith('https:');
      void reply.header('set-cookie', claimCookie(saved.agreementId, saved.claimToken, isSecure));
      return saved;
    } finally {
      await upload.dispose();
    }
  }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '', refusePrototype) as unknown;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_input', {
      errors: [{ field: 'agreementData', message: 'This is not JSON.' }],
    });
  }
}

/** These names reach into every object; the validation would drop them silently. */
function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__' || name === 'constructor' || name === 'prototype')
    throw new AppError('invalid_input');
  return value;
}
