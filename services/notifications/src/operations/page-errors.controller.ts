import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Access, addressKey, LOGGER, Text, takeOne } from '#platform';

/** A page that fails fails again and again: that tells no more than the first times. */
const REPORTS_PER_HOUR = 20;
const HOUR_SECONDS = 3600;

/** The first part of an address is the screen; numbers of agreements and keys come after it. */
const PAGE = /^\/[a-z-]{0,40}$/;
const ADDRESS = /[^\s@<>"']+@[^\s@<>"']+/g;
/** Tokens, keys and numbers of agreements; and our own files, whose names tell which line failed. */
const FILE_OR_SECRET = /\/assets\/[\w.-]+|(?=[\w-]*\d)[\w-]{16,}/g;

export class PageError {
  @ApiProperty({ pattern: PAGE.source, example: '/record-voice-deal' })
  @Matches(PAGE)
  page: string;

  @ApiProperty({ example: "TypeError: Cannot read properties of undefined (reading 'start')" })
  @Text({ max: 500, multiline: true })
  message: string;

  @ApiProperty({ example: 'at RecordVoiceDeal (/assets/record-voice-deal-Dx4kXJAl.js:1:2036)' })
  @Text({ max: 4000, multiline: true })
  stack: string;
}

/** An error's words without what could be somebody's. */
export function withoutSecrets(text: string): string {
  return text
    .replace(ADDRESS, '…@…')
    .replace(FILE_OR_SECRET, (found) => (found.startsWith('/assets/') ? found : '…'));
}

/** What went wrong in somebody's browser, for the log: the page says that it is there. */
@ApiTags('support')
@Controller('api')
export class PageErrorsController {
  private readonly perAddress = new RateLimiterMemory({ points: REPORTS_PER_HOUR, duration: HOUR_SECONDS });

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  @Post('page-errors')
  @Access('anyone')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'It is in the log' })
  async note(@Body() { page, message, stack }: PageError, @Req() request: FastifyRequest): Promise<void> {
    await takeOne(this.perAddress, addressKey(request.ip));
    const what = { page, message: withoutSecrets(message), stack: withoutSecrets(stack) };
    this.logger.error(what, 'a page failed');
  }
}
