import { IsInt, IsString, IsUUID, Min } from 'class-validator';
import { defineEvent } from '../define-event.js';

export class MessageDeadLettered {
  /** Of the row in the service's `dead_letters`, where its reason is asked for. */
  @IsUUID() letterId: string;
  /** Queue of the handler that gave it up; its first part is the service. */
  @IsString() handler: string;
  /** How often administrators were told of this letter, this time included: once more after each replay of theirs. */
  @IsInt() @Min(1) notice: number;
}

/** A handler gave up a message. Every service that keeps dead letters tells of its own. */
export const messageDeadLettered = defineEvent(
  'services.message.dead-lettered',
  1,
  MessageDeadLettered,
  (d) => d.letterId,
);

export class JobGivenUp {
  /** Of the row in the service's `jobs`, where its last error is asked for. */
  @IsUUID() jobId: string;
  /** `<service>.<name of the job>`. */
  @IsString() job: string;
  /** How often support was told of this job, this time included: once more after an administrator began it anew. */
  @IsInt() @Min(1) notice: number;
}

/** Every attempt of a job has failed, and nobody else tells people of it. Every service that has jobs tells of its own. */
export const jobGivenUp = defineEvent('services.job.given-up', 1, JobGivenUp, (d) => d.jobId);
