import { Body, Controller, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiCookieAuth,
  ApiForbiddenResponse,
  ApiGoneResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Caller, ErrorAnswer, type Principal, requestOrigin } from '#platform';
import { deviceRequest, KnownDevices } from '../sessions/sessions.module.js';
import {
  ForgottenPassword,
  PasswordChange,
  PasswordConfirmation,
  PasswordReplaced,
  PasswordReset,
  PasswordSaved,
  ResetRequestedAnswer,
} from './passwords.bodies.js';
import { PasswordsService } from './passwords.service.js';
import { ResetsService } from './resets.service.js';

abstract class PasswordChanges {
  protected abstract readonly passwords: PasswordsService;
  protected abstract readonly devices: KnownDevices;

  @Patch('change-password')
  @ApiOkResponse({ type: PasswordSaved, description: 'All other sessions have ended' })
  @ApiForbiddenResponse({ type: ErrorAnswer, description: 'wrong_password' })
  @ApiUnprocessableEntityResponse({ type: ErrorAnswer, description: 'weak_password' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async change(
    @Body() body: PasswordChange,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasswordSaved> {
    const { id, sessionId } = caller;
    const account = await this.passwords.change(id, sessionId, body, requestOrigin(request));
    void reply.header('set-cookie', this.devices.cookie(account));
    return { success: true };
  }
}

@ApiTags('auth')
@ApiBearerAuth()
@Access('user')
@Controller('api/auth')
export class PasswordsController extends PasswordChanges {
  constructor(
    protected readonly passwords: PasswordsService,
    protected readonly devices: KnownDevices,
  ) {
    super();
  }

  /** Asked for before what a stolen session must not do. */
  @Post('confirm-password')
  @HttpCode(204)
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
@ApiCookieAuth('admin cookie')
@Access('admin')
@Controller('api/admin')
export class AdminPasswordController extends PasswordChanges {
  constructor(
    protected readonly passwords: PasswordsService,
    protected readonly devices: KnownDevices,
  ) {
    super();
  }
}

const SENT = 'If an account exists for this email, a link to choose a new password was sent.';

@ApiTags('auth')
@Controller('api/auth')
@Access('anyone')
export class ResetsController {
  constructor(
    private readonly resets: ResetsService,
    private readonly devices: KnownDevices,
  ) {}

  @Post('forgot-password')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: ResetRequestedAnswer, description: 'The same whether the account exists' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async request(
    @Body() body: ForgottenPassword,
    @Req() request: FastifyRequest,
  ): Promise<ResetRequestedAnswer> {
    await this.resets.request(body.email, deviceRequest(request));
    return { message: SENT };
  }

  @Post('reset-password')
  @HttpCode(200)
  @ApiOkResponse({ type: PasswordReplaced, description: 'All sessions have ended' })
  @ApiGoneResponse({ type: ErrorAnswer, description: 'link_invalid: used, overtaken, or older than an hour' })
  @ApiUnprocessableEntityResponse({ type: ErrorAnswer, description: 'weak_password' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async reset(
    @Body() body: PasswordReset,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasswordReplaced> {
    const account = await this.resets.reset(body, requestOrigin(request));
    void reply.header('set-cookie', this.devices.cookie(account));
    return { success: true, role: account.role };
  }
}
