import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Caller, ErrorAnswer, type Principal, requestOrigin } from '#platform';
import { AuthConfig } from '../config.js';
import {
  clearedSessionCookie,
  deviceRequest,
  KnownDevices,
  SessionsService,
  sessionCookie,
  userCookie,
} from '../sessions/sessions.module.js';
import { LoginAnswer, User, viewUser } from '../users/users.module.js';
import { Login, Signup } from './accounts.bodies.js';
import { AccountsService, type LoggedIn } from './accounts.service.js';

@ApiTags('auth')
@Controller('api/auth')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly devices: KnownDevices,
    private readonly config: AuthConfig,
  ) {}

  @Post('signup')
  @Access('anyone')
  @ApiCreatedResponse({ type: LoginAnswer })
  @ApiConflictResponse({ type: ErrorAnswer, description: 'email_taken' })
  @ApiUnprocessableEntityResponse({ type: ErrorAnswer, description: 'weak_password' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async signup(
    @Body() body: Signup,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginAnswer> {
    return this.welcome(await this.accounts.signup(body, requestOrigin(request)), reply);
  }

  @Post('login')
  @HttpCode(200)
  @Access('anyone')
  @ApiOkResponse({ type: LoginAnswer })
  @ApiUnauthorizedResponse({ type: ErrorAnswer, description: 'invalid_credentials' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async login(
    @Body() body: Login,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginAnswer> {
    return this.welcome(await this.accounts.login(body, 'user', deviceRequest(request)), reply);
  }

  @Get('user')
  @Access('user')
  @ApiBearerAuth()
  @ApiOkResponse({ type: User })
  async user(@Caller() caller: Principal): Promise<User> {
    return viewUser(await this.accounts.find(caller.id));
  }

  @Post('logout')
  @HttpCode(204)
  @Access('user')
  @ApiBearerAuth()
  @ApiNoContentResponse()
  async logout(@Caller() caller: Principal, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    if (caller.sessionId) await this.sessions.revoke(caller.sessionId);
    void reply
      .header('set-cookie', clearedSessionCookie(userCookie, this.config))
      .header('clear-site-data', '"cache"');
  }

  private welcome({ token, user }: LoggedIn, reply: FastifyReply): LoginAnswer {
    const session = sessionCookie(userCookie, token, this.config);
    void reply.header('set-cookie', [session, this.devices.cookie(user)]);
    return { token, user: viewUser(user) };
  }
}
