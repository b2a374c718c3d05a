import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiExcludeEndpoint, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, Caller, nextCursorHeader, PageQuery, type Principal } from '#platform';
import { AdminAct, AdminActRecord, AuditLog } from './audit-log.js';

@ApiTags('admin')
@Access('admin')
@Controller()
export class AdminActsController {
  constructor(private readonly auditLog: AuditLog) {}

  @Get('api/admin/acts')
  @ApiBearerAuth()
  @ApiOkResponse({ type: [AdminAct], headers: nextCursorHeader })
  async list(
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminAct[]> {
    const { rows, nextCursor } = await this.auditLog.list(query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows;
  }

  /** Told by the service in which an administrator acted, in the administrator's name. */
  @Post('internal/admin-acts')
  @ApiExcludeEndpoint()
  async append(@Body() body: AdminActRecord, @Caller() caller: Principal): Promise<{ id: number }> {
    return { id: await this.auditLog.append({ adminId: caller.id, ...body }) };
  }
}
