import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiGoneResponse,
  ApiOkResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, ErrorAnswer, requestOrigin } from '#platform';
import { ForgottenPassword, PasswordReset, PasswordSaved, ResetRequestedAnswer } from './passwords.bodies.js';
import { ResetsService } from './resets.service.js';

const SENT = 'If an account exists for this email, a link to choose a new password was sent.';

@ApiTags('auth')
@Controller('api/auth')
@Access('anyone')
export class ResetsController {
  constructor(private readonly resets: ResetsService) {}

  @Post('forgot-password')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: ResetRequestedAnswer, description: 'The same whether the account exists' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async request(
    @Body() body: ForgottenPassword,
    @Req() request: FastifyRequest,
  ): Promise<ResetRequestedAnswer> {
    await this.resets.request(body.email, requestOrigin(request));
    return { message: SENT };
  }

  @Post('reset-password')
  @HttpCode(200)
  @ApiOkResponse({ type: PasswordSaved, description: 'All sessions have ended' })
  @ApiGoneResponse({ type: ErrorAnswer, description: 'link_invalid: used, overtaken, or older than an hour' })
  @ApiUnprocessableEntityResponse({ type: ErrorAnswer, description: 'weak_password' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async reset(@Body() body: PasswordReset, @Req() request: FastifyRequest): Promise<PasswordSaved> {
    await this.resets.reset(body, requestOrigin(request));
    return { success: true };
  }
}
