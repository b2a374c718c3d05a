import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, AppError } from '#platform';
import { AgreementIdPipe } from '../agreements/agreements.module.js';
import { SealKeys } from '../seals/seals.module.js';
import { LogHeads } from './log-heads.js';
import { PublishedKeys, PublishedLogHeads, Verification } from './verification.view.js';
import { VerificationsService } from './verifications.service.js';

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
      keys: this.keys.publicKeys.map(({ keyId, pem, isCurrent }) => ({
        ...{ keyId, isCurrent, publicKey: pem },
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
