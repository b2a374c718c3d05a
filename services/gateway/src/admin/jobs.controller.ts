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
  ApiConflictResponse,
  ApiCookieAuth,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { FastifyReply } from 'fastify';
import {
  getJob,
  type JobFacts,
  type JobStatus,
  jobStatuses,
  listJobs,
  retryJob,
  servicesWithJobs,
} from '#contracts';
import { Access, AppError, Caller, ErrorAnswer, PageQuery, type Principal, Text } from '#platform';
import { Services, type Upstream } from '../upstreams/upstreams.module.js';
import { AdminGuard } from './admin.guard.js';
import { AuditLogClient } from './audit-log.client.js';
import { composeList, decodeCursor, listHeaders, RetryReason } from './composed-list.js';

class JobsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: jobStatuses }) @IsOptional() @IsIn(jobStatuses) status?: JobStatus;

  /** A part of the name or the key, such as the number of a contract. */
  @Text({ max: 200, optional: true }) q?: string;
}

/** A piece of long work, such as a transcript in the making. */
export class AdminJob {
  @ApiProperty({ enum: servicesWithJobs, example: 'transcription' }) service: Upstream;
  @ApiProperty({ format: 'uuid', example: '0193f5c2-7a8e-7c3a-9d2b-2f1e8a6b4c10' }) id: string;
  @ApiProperty({ example: 'transcribe-recording' }) name: string;
  @ApiProperty({ example: '4207731958026614' }) key: string;
  @ApiProperty({ enum: jobStatuses, example: 'failed' }) status: JobStatus;
  @ApiProperty({ example: 5 }) attempts: number;
  @ApiProperty({ type: String, nullable: true, example: 'Error: the engine did not answer' })
  lastError: string | null;
  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:00:00.000Z' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T10:05:00.000Z' })
  finishedAt: string | null;
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('open')
@UseGuards(AdminGuard)
@Controller('api/admin/jobs')
export class JobsController {
  constructor(
    private readonly services: Services,
    private readonly auditLog: AuditLogClient,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminJob], headers: listHeaders })
  async list(
    @Query() { limit, cursor, status, q }: JobsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminJob[]> {
    const before = decodeCursor(cursor);
    const query = { limit: limit + 1, status, beforeId: before?.id, q: q || undefined };
    const found = await this.services.askAll(servicesWithJobs, (client) => client.call(listJobs, { query }));
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
    const service = servicesWithJobs.find((known) => known === name);
    if (!service) throw new AppError('not_found');
    const client = this.services.of(service);
    const job = await client.call(getJob, { params: { id } });
    if (job.status !== 'failed') throw new AppError('nothing_to_retry');
    const subject = `${service}.${job.name}:${job.id}`;
    await this.auditLog.record(admin, { act: 'job-retried', subject, reason, agreementId: job.agreementId });
    return view(await client.call(retryJob, { params: { id } }), service);
  }
}

const view = (job: JobFacts, service: Upstream): AdminJob => ({
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
