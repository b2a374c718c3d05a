import { Controller, HttpCode, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { getJob, type JobFacts, type JobStatus, jobStatuses, listJobs, retryJob } from '#contracts';
import { InternalCall } from '#platform';
import { JobBoard, type JobView } from './job-board.js';

class JobsQuery {
  @IsOptional() @IsIn(jobStatuses) status?: JobStatus;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(101) limit: number = 50;
  /** The page before ended with this job. */
  @IsOptional() @IsUUID() beforeId?: string;
  @IsOptional() @IsString() @MaxLength(200) q?: string;
}

/** Asked by the gateway on behalf of administrators. */
@Controller()
export class JobsController {
  constructor(private readonly board: JobBoard) {}

  @InternalCall(listJobs)
  async list(@Query() query: JobsQuery): Promise<JobFacts[]> {
    return (await this.board.list(query)).map(factsOf);
  }

  @InternalCall(getJob)
  async get(@Param('id', ParseUUIDPipe) id: string): Promise<JobFacts> {
    return factsOf(await this.board.get(id));
  }

  @InternalCall(retryJob)
  @HttpCode(200)
  async retry(@Param('id', ParseUUIDPipe) id: string): Promise<JobFacts> {
    return factsOf(await this.board.retry(id));
  }
}

function factsOf({ createdAt, finishedAt, ...job }: JobView): JobFacts {
  return { ...job, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}
