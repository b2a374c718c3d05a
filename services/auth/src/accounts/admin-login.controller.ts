import {
  Body,
  type CallHandler,
  Controller,
  type ExecutionContext,
  HttpCode,
  Injectable,
  type NestInterceptor,
  Post,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiCookieAuth,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { Access, AppError, Caller, ErrorAnswer, type Principal } from '#platform';
import { AuthConfig } from '../config.js';
import {
  adminCookie,
  clearedSessionCookie,
  deviceRequest,
  KnownDevices,
  SessionsService,
  sessionCookie,
} from '../sessions/sessions.module.js';
import { viewUser } from '../users/users.module.js';
import { AdminLogin, AdminLoginAnswer } from './accounts.bodies.js';
import { AccountsService } from './accounts.service.js';

/** Says of a refused login that it did not succeed, as callers of this route expect; also of a body that lacks something. */
@Injectable()
class AdminRefusals implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        throw asAdminRefusal(error);
      }),
    );
  }
}

function asAdminRefusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const isWrong = error.code === 'invalid_credentials';
  return new AppError(error.code, {
    ...error.options,
    ...(isWrong ? { message: 'Invalid admin credentials' } : {}),
    extra: { success: false },
  });
}

@ApiTags('admin')
@Controller('api/admin')
export class AdminLoginController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly devices: KnownDevices,
    private readonly config: AuthConfig,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Access('anyone')
  @UseInterceptors(AdminRefusals)
  @ApiOkResponse({ type: AdminLoginAnswer })
  @ApiUnauthorizedResponse({ type: ErrorAnswer, description: 'invalid_credentials, with success: false' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts, with success: false' })
  async login(
    @Body() body: AdminLogin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminLoginAnswer> {
    const { token, user } = await this.accounts.login(body, 'admin', deviceRequest(request));
    const session = sessionCookie(adminCookie, token, this.config);
    void reply.header('set-cookie', [session, this.devices.cookie(user)]);
    return { success: true, token, user: viewUser(user), message: 'Login successful' };
  }

  @Post('logout')
  @HttpCode(204)
  @Access('admin')
  @ApiCookieAuth('admin cookie')
  @ApiNoContentResponse()
  async logout(@Caller() caller: Principal, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    if (caller.sessionId) await this.sessions.revoke(caller.sessionId);
    void reply
      .header('set-cookie', clearedSessionCookie(adminCookie, this.config))
      .header('clear-site-data', '"cache"');
  }
}
