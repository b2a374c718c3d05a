import { Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { Access } from '#platform';
import { JobBoard, type JobStatus, type JobView, jobStatuses } from './job-board.js';

class JobsQuery {
  @IsOptional() @IsIn(jobStatuses) status?: JobStatus;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(101) limit: number = 50;
  /** The page before ended with this job. */
  @IsOptional() @IsUUID() beforeId?: string;
}

/** Asked by the gateway on behalf of administrators. */
@ApiExcludeController()
@Access('service')
@Controller('internal/jobs')
export class JobsController {
  constructor(private readonly board: JobBoard) {}

  @Get()
  list(@Query() { limit, status, beforeId }: JobsQuery): Promise<JobView[]> {
    return this.board.list(limit, status ?? null, beforeId ?? null);
  }

  @Get(':id')
  get(@Param('id', ParseUUIDPipe) id: string): Promise<JobView> {
    return this.board.get(id);
  }

  @Post(':id/retry')
  @HttpCode(200)
  retry(@Param('id', ParseUUIDPipe) id: string): Promise<JobView> {
    return this.board.retry(id);
  }
}
