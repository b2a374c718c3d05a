import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Caller, type Principal } from '#platform';
import { AuthConfig } from '../config.js';
import { clearedSessionCookie, sessionCookie } from '../sessions/session-cookie.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Login, Signup } from './accounts.bodies.js';
import { AccountsService, type Device } from './accounts.service.js';
import { LoginAnswer, User, viewUser } from './user.view.js';

@ApiTags('auth')
@Controller('api/auth')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly config: AuthConfig,
  ) {}

  @Post('signup')
  @Access('anyone')
  @ApiCreatedResponse({ type: LoginAnswer })
  async signup(
    @Body() body: Signup,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginAnswer> {
    const { token, user } = await this.accounts.signup(body, device(request));
    void reply.header('set-cookie', sessionCookie(token, this.config));
    return { token, user: viewUser(user) };
  }

  @Post('login')
  @HttpCode(200)
  @Access('anyone')
  @ApiOkResponse({ type: LoginAnswer })
  async login(
    @Body() body: Login,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginAnswer> {
    const { token, user } = await this.accounts.login(body, device(request));
    void reply.header('set-cookie', sessionCookie(token, this.config));
    return { token, user: viewUser(user) };
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
    void reply.header('set-cookie', clearedSessionCookie(this.config)).header('clear-site-data', '"cache"');
  }
}

function device(request: FastifyRequest): Device {
  return { address: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) ?? null };
}
