import { Body, Controller, HttpCode, Patch, Post, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, Caller, ErrorAnswer, type Principal, requestOrigin } from '#platform';
import { PasswordChange, PasswordConfirmation, PasswordSaved } from './passwords.bodies.js';
import { PasswordsService } from './passwords.service.js';

abstract class PasswordChanges {
  protected abstract readonly passwords: PasswordsService;

  @Patch('change-password')
  @ApiBearerAuth()
  @ApiOkResponse({ type: PasswordSaved, description: 'All other sessions have ended' })
  @ApiForbiddenResponse({ type: ErrorAnswer, description: 'wrong_password' })
  @ApiUnprocessableEntityResponse({ type: ErrorAnswer, description: 'weak_password' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async change(
    @Body() body: PasswordChange,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<PasswordSaved> {
    await this.passwords.change(caller.id, caller.sessionId, body, requestOrigin(request));
    return { success: true };
  }
}

@ApiTags('auth')
@Access('user')
@Controller('api/auth')
export class PasswordsController extends PasswordChanges {
  constructor(protected readonly passwords: PasswordsService) {
    super();
  }

  /** Asked for before what a stolen session must not do. */
  @Post('confirm-password')
  @HttpCode(204)
  @ApiBearerAuth()
  @ApiNoContentResponse({
    description: 'For five minutes this session may do what answers password_required',
  })
  @ApiForbiddenResponse({ type: ErrorAnswer, description: 'wrong_password' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  confirm(
    @Body() { password }: PasswordConfirmation,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    return this.passwords.confirm(caller, password, requestOrigin(request));
  }
}

@ApiTags('admin')
@Access('admin')
@Controller('api/admin')
export class AdminPasswordController extends PasswordChanges {
  constructor(protected readonly passwords: PasswordsService) {
    super();
  }
}
