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
