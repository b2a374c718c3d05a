import { Controller, Get, Headers, Param, Post, Put, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maxPhotoBytes } from '#contracts';
import { Access, AppError, Caller, type Principal, requestOrigin } from '#platform';
import { FreeSpace, Spool } from '#storage';
import {
  ownerAtOnce,
  SavedAgreement,
  SHOWN_ACCOUNT,
  shownAccountHeader,
} from '../agreements/agreements.module.js';
import { readAgreementData } from './agreement-form.js';
import { type Chunk, ChunksService } from './chunks.service.js';
import { ClaimCookies } from './claim-cookies.js';
import { FinalizeService } from './finalize.service.js';
import { UnpaidQuota } from './unpaid-quota.js';
import { expectedBytes, givenPhoto, mostBytes, readUpload, withBody } from './upload-reader.js';

const MAX_CHUNK_BYTES = 5 * 1024 * 1024;
/** More than twice as many as the largest recording has in the chunks that our pages send, of 256 KiB. */
const MAX_CHUNKS = 1000;
const TOKEN = 'x-upload-token';
const FINALIZE_LIMITS = {
  files: { photo: maxPhotoBytes },
  fields: ['agreementData', 'chunks'],
  fieldBytes: 128 * 1024,
};

class NewUpload {
  @ApiProperty({ format: 'uuid' }) recordingId: string;
  @ApiProperty({ description: 'Sent with every further call in the header x-upload-token' })
  uploadToken: string;
  @ApiProperty({ example: MAX_CHUNK_BYTES }) maxChunkBytes: number;
}

class ChunkView implements Chunk {
  @ApiProperty({ description: 'Place in the recording, from 0' }) n: number;
  @ApiProperty() bytes: number;
  @ApiProperty({ description: 'SHA-256' }) sha256: string;
}

class ChunkList {
  @ApiProperty({ format: 'uuid' }) recordingId: string;
  @ApiProperty({ type: [ChunkView] }) chunks: ChunkView[];
}

/**
 * Long recordings arrive in chunks, so that a broken connection costs one chunk and not all. What paths and answers call
 * `recordingId` is the id of the upload.
 */
@ApiTags('recordings')
@Access('anyone')
@Controller('api/recordings')
export class ChunksController {
  constructor(
    private readonly chunks: ChunksService,
    private readonly finalizing: FinalizeService,
    private readonly quota: UnpaidQuota,
    private readonly space: FreeSpace,
    private readonly spool: Spool,
    private readonly claims: ClaimCookies,
  ) {}

  @Post()
  @ApiHeader(shownAccountHeader)
  @ApiCreatedResponse({ type: NewUpload })
  async begin(
    @Caller() caller: Principal,
    @Headers(SHOWN_ACCOUNT) shown: string | undefined,
    @Req() request: FastifyRequest,
  ): Promise<NewUpload> {
    await this.quota.assertOpen({ caller, address: requestOrigin(request).address });
    const { uploadId, uploadToken } = await this.chunks.begin(ownerAtOnce(caller, shown));
    return { recordingId: uploadId, uploadToken, maxChunkBytes: MAX_CHUNK_BYTES };
  }

  @Get(':recordingId')
  @ApiHeader({ name: TOKEN, required: true })
  @ApiOkResponse({ type: ChunkList })
  async list(
    @Param('recordingId') uploadId: string,
    @Headers(TOKEN) token: string | undefined,
  ): Promise<ChunkList> {
    const upload = await this.chunks.open(uploadId, token);
    return { recordingId: uploadId, chunks: await this.chunks.list(upload.id) };
  }

  @Put(':recordingId/chunks/:n')
  @ApiHeader({ name: TOKEN, required: true })
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ type: ChunkView })
  async put(
    @Param('recordingId') uploadId: string,
    @Param('n') n: string,
    @Headers(TOKEN) token: string | undefined,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<ChunkView> {
    const { id } = await this.chunks.open(uploadId, token);
    const sender = { caller, address: requestOrigin(request).address };
    return this.quota.during(sender, expectedBytes(request, MAX_CHUNK_BYTES), () => {
      const place = readNumber('n', n, 0, MAX_CHUNKS - 1);
      return withBody(request.raw, this.spool, MAX_CHUNK_BYTES, (file) =>
        this.chunks.put(id, place, file, sender),
      );
    });
  }

  @Post(':recordingId/finalize')
  @ApiHeader({ name: TOKEN, required: true })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['agreementData', 'chunks'],
      properties: {
        agreementData: { type: 'string', description: 'JSON of AgreementData' },
        chunks: { type: 'string', description: 'How many chunks there are' },
        photo: { type: 'string', format: 'binary' },
      },
    },
  })
  @ApiCreatedResponse({ type: SavedAgreement })
  async finalize(
    @Param('recordingId') uploadId: string,
    @Headers(TOKEN) token: string = '',
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedAgreement> {
    await this.chunks.open(uploadId, token);
    return this.space.during(expectedBytes(request, mostBytes(FINALIZE_LIMITS)), async () => {
      const form = await readUpload(request.raw, this.spool, FINALIZE_LIMITS);
      try {
        const data = readAgreementData(form.fields.agreementData);
        const count = readNumber('chunks', form.fields.chunks ?? '', 1, MAX_CHUNKS);
        const saved = await this.finalizing.finalize(
          uploadId,
          token,
          { data, count, photo: givenPhoto(form) },
          { origin: requestOrigin(request), caller },
        );
        await this.claims.give(request, reply, saved);
        return saved;
      } finally {
        await form.dispose();
      }
    });
  }
}

function readNumber(field: string, text: string, min: number, max: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const message = `This must be a number from ${min} to ${max}.`;
  throw new AppError('invalid_input', { message, errors: [{ field, message }] });
}
