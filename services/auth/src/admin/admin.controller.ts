import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCookieAuth,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { recordAdminAct, reportAdminAct } from '#contracts';
import {
  Access,
  AppError,
  Caller,
  ErrorAnswer,
  IdPipe,
  InternalCall,
  nextCursorHeader,
  type Principal,
} from '#platform';
import { AccountActReason, AdminUser, AdminUsersService, UsersQuery } from './admin-users.service.js';
import { AdminAct, AdminActRecord, AdminActsQuery, AuditLog, ReportedAdminActRecord } from './audit-log.js';

/** Services in which administrators act; nobody else puts anything into an administrator's mouth. */
const REPORTERS: readonly string[] = ['payments'];

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('admin')
@Controller('api/admin/users')
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Get()
  @ApiOkResponse({ type: [AdminUser], headers: nextCursorHeader })
  async list(
    @Query() query: UsersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser[]> {
    const { rows, nextCursor } = await this.users.list(query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows;
  }

  @Post(':id/disable')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminUser, description: 'Its sessions have ended' })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: 'not_found' })
  @ApiConflictResponse({ type: ErrorAnswer, description: 'invalid_transition: oneself, or disabled already' })
  disable(
    @Param('id', IdPipe) id: number,
    @Body() { reason }: AccountActReason,
    @Caller() caller: Principal,
  ): Promise<AdminUser> {
    return this.users.setDisabled(id, true, { adminId: caller.id, reason });
  }

  @Post(':id/enable')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminUser })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: 'not_found' })
  @ApiConflictResponse({
    type: ErrorAnswer,
    description: 'invalid_transition: oneself, or not disabled; email_taken',
  })
  enable(
    @Param('id', IdPipe) id: number,
    @Body() { reason }: AccountActReason,
    @Caller() caller: Principal,
  ): Promise<AdminUser> {
    return this.users.setDisabled(id, false, { adminId: caller.id, reason });
  }
}

@ApiTags('admin')
@Access('admin')
@Controller()
export class AdminActsController {
  constructor(private readonly auditLog: AuditLog) {}

  @Get('api/admin/acts')
  @ApiCookieAuth('admin cookie')
  @ApiOkResponse({ type: [AdminAct], headers: nextCursorHeader })
  async list(
    @Query() query: AdminActsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminAct[]> {
    const { rows, nextCursor } = await this.auditLog.list(query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows;
  }

  /** Told by the service in which an administrator acted, in the administrator's name. */
  @InternalCall(recordAdminAct)
  async append(@Body() body: AdminActRecord, @Caller() caller: Principal): Promise<{ id: number }> {
    return { id: await this.auditLog.append({ adminId: caller.id, ...body }) };
  }

  @InternalCall(reportAdminAct)
  async appendReported(
    @Body() body: ReportedAdminActRecord,
    @Caller() caller: Principal,
  ): Promise<{ id: number }> {
    if (!REPORTERS.includes(caller.name ?? '')) throw new AppError('forbidden');
    return { id: await this.auditLog.appendReported(body) };
  }
}
