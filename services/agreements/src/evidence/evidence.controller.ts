import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import {
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProduces,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimFromCookies } from '#contracts';
import { Access, AppError, Caller, ErrorAnswer, type Principal } from '#platform';
import { AgreementIdPipe } from '../agreements/agreements.module.js';
import { SealKeys } from '../seals/seals.module.js';
import { EvidenceService } from './evidence.service.js';
import { LogHeads } from './log-heads.js';
import { PublishedKeys, PublishedLogHeads, Verification } from './verification.view.js';
import { VerificationsService } from './verifications.service.js';

class EvidenceQuery {
  @ApiProperty({ required: false, description: 'Key of a mailed link' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  key?: string;
}

@ApiTags('evidence')
@Access('anyone')
@Controller('api/agreements/:agreementId')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  /** All that shows the agreement without us, in one file: for its owner, or for whoever holds the key of a mailed link. */
  @Get('evidence.zip')
  @ApiProduces('application/zip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: '`agreement_not_found`, `not_ready`' })
  @ApiGoneResponse({ type: ErrorAnswer, description: '`recording_expired`' })
  async packet(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: EvidenceQuery,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const access = { claim: claimFromCookies(request.headers.cookie, agreementId), key: key ?? null };
    const row = await this.evidence.open(agreementId, caller, access);
    await sendFile(request, reply, 'application/zip', await this.evidence.packet(row));
  }

  /** The certificate: a draft before the agreement is sealed, marked when it was cancelled, without words when they are deleted. */
  @Get('summary.pdf')
  @ApiProduces('application/pdf')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: '`agreement_not_found`' })
  async summary(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: EvidenceQuery,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const access = { claim: claimFromCookies(request.headers.cookie, agreementId), key: key ?? null };
    const row = await this.evidence.open(agreementId, caller, access);
    await sendFile(request, reply, 'application/pdf', await this.evidence.certificate(row));
  }
}

/** Sends a private file: nothing on the way may keep a copy. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { fileName, content }: { fileName: string; content: Readable },
): Promise<void> {
  void reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') {
    // Of a content that is given to it Fastify would read and drop all.
    content.destroy();
    await reply.send(Readable.from([]));
    return;
  }
  await reply.send(content);
}

const HASH = /^[0-9a-f]{64}$/;
/** Keys change once in a long while, and old ones stay. */
const KEYS_KEPT = 'public, max-age=300';

/** For everybody: whether files are as they were sealed. No names, no words, no login. */
@ApiTags('verify')
@Access('anyone')
@Controller()
export class VerifyController {
  constructor(
    private readonly verifications: VerificationsService,
    private readonly keys: SealKeys,
    private readonly heads: LogHeads,
  ) {}

  /** Walks the log and looks whether what is kept is as it was sealed. */
  @Get('api/verify/:agreementId')
  @ApiOkResponse({ type: Verification })
  verify(@Param('agreementId', AgreementIdPipe) agreementId: string): Promise<Verification> {
    return this.verifications.verify(agreementId);
  }

  /** The same for the agreement of which a file with this SHA-256 is a part; the file itself is never sent. */
  @Get('api/verify/hash/:sha256')
  @ApiOkResponse({ type: Verification })
  verifyHash(@Param('sha256') sha256: string): Promise<Verification> {
    if (!HASH.test(sha256)) {
      throw new AppError('invalid_input', {
        errors: [{ field: 'sha256', message: 'A SHA-256 is 64 digits from 0 to f.' }],
      });
    }
    return this.verifications.verifyHash(sha256);
  }

  /** The keys that seals are signed with: those of before stay. */
  @Get('.well-known/split-second-contract/keys.json')
  @ApiOkResponse({ type: PublishedKeys })
  publicKeys(@Res({ passthrough: true }) reply: FastifyReply): PublishedKeys {
    void reply.header('cache-control', KEYS_KEPT);
    return {
      keys: this.keys.publicKeys.map(({ keyId, pem, isCurrent, leakedAt }) => ({
        ...{ keyId, isCurrent, publicKey: pem, leakedAt: leakedAt?.toISOString() ?? null },
        algorithm: 'Ed25519',
      })),
    };
  }

  /** Where all logs ended, day by day: whoever kept one of these sees when history was rewritten. */
  @Get('.well-known/split-second-contract/log-heads.json')
  @ApiOkResponse({ type: PublishedLogHeads })
  async logHeads(@Res({ passthrough: true }) reply: FastifyReply): Promise<PublishedLogHeads> {
    void reply.header('cache-control', KEYS_KEPT);
    return { heads: await this.heads.published() };
  }
}
