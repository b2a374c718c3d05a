import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Post,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { FastifyReply } from 'fastify';
import type { JobView } from '#jobs';
import { Access, AppError, Caller, ErrorAnswer, PageQuery, type Principal } from '#platform';
import { Services, type Upstream } from '../upstreams/upstreams.module.js';
import { AdminGuard } from './admin.guard.js';
import { AuditLog } from './audit-log.js';
import { composeList, decodeCursor, listHeaders, RetryReason } from './composed-list.js';

/** Services that have long work to do. */
const services = ['agreements', 'payments', 'transcription', 'notifications'] as const;
const statuses = ['queued', 'running', 'done', 'failed'] as const;
type Status = (typeof statuses)[number];

class JobsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: statuses }) @IsOptional() @IsIn(statuses) status?: Status;
}

/** A piece of long work, such as a transcript in the making. */
export class AdminJob {
  @ApiProperty({ enum: services, example: 'transcription' }) service: Upstream;
  @ApiProperty({ format: 'uuid', example: '0193f5c2-7a8e-7c3a-9d2b-2f1e8a6b4c10' }) id: string;
  @ApiProperty({ example: 'transcribe-recording' }) name: string;
  @ApiProperty({ example: '4207731958026614' }) key: string;
  @ApiProperty({ enum: statuses, example: 'failed' }) status: Status;
  @ApiProperty({ example: 5 }) attempts: number;
  @ApiProperty({ type: String, nullable: true, example: 'Error: the engine did not answer' })
  lastError: string | null;
  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:00:00.000Z' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T10:05:00.000Z' })
  finishedAt: string | null;
}

type Job = Omit<JobView, 'createdAt' | 'finishedAt'> & Pick<AdminJob, 'createdAt' | 'finishedAt'>;

@ApiTags('admin')
@ApiBearerAuth()
@Access('open')
@UseGuards(AdminGuard)
@Controller('api/admin/jobs')
export class JobsController {
  constructor(
    private readonly services: Services,
    private readonly auditLog: AuditLog,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminJob], headers: listHeaders })
  async list(
    @Query() { limit, cursor, status }: JobsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminJob[]> {
    const before = decodeCursor(cursor);
    const query = new URLSearchParams({
      limit: String(limit + 1),
      ...(status ? { status } : {}),
      ...(before ? { beforeId: before.id } : {}),
    });
    const found = await this.services.askAll<Job[]>(services, `/internal/jobs?${query}`);
    // Their ids begin with the time.
    return composeList(reply, found, limit, {
      order: (job) => job.id,
      cursor: (job) => ({ id: job.id, at: null }),
      view,
    });
  }

  @Post(':service/:id/retry')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminJob, description: 'Queued again, with all its attempts' })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: 'not_found' })
  @ApiConflictResponse({ type: ErrorAnswer, description: 'nothing_to_retry: it has not failed' })
  async retry(
    @Param('service') name: string,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { reason }: RetryReason,
    @Caller() admin: Principal,
  ): Promise<AdminJob> {
    const service = services.find((known) => known === name);
    if (!service) throw new AppError('not_found');
    const client = this.services.of(service);
    const job = await client.call<Job>(`/internal/jobs/${id}`);
    if (job.status !== 'failed') throw new AppError('nothing_to_retry');
    const subject = `${service}.${job.name}:${job.id}`;
    await this.auditLog.record(admin, { act: 'job-retried', subject, reason, agreementId: job.agreementId });
    return view(await client.call<Job>(`/internal/jobs/${id}/retry`, { method: 'POST' }), service);
  }
}

const view = (job: Job, service: Upstream): AdminJob => ({
  service,
  id: job.id,
  name: job.name,
  key: job.key,
  status: job.status,
  attempts: job.attempts,
  lastError: job.lastError,
  createdAt: job.createdAt,
  finishedAt: job.finishedAt,
});
