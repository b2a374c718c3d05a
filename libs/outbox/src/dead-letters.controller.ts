import { Controller, HttpCode, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  IsDateString,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  countDeadLetters,
  type DeadLetterFacts,
  type DeadLetterState,
  deadLetterStates,
  getDeadLetter,
  listDeadLetters,
  replayDeadLetter,
} from '#contracts';
import { InternalCall } from '#platform';
import { DeadLetters, type DeadLetterView } from './dead-letters.js';

class DeadLettersQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(101) limit: number = 50;
  /** The page before ended with this letter. */
  @IsOptional() @IsDateString() beforeDiedAt?: string;
  @IsOptional() @IsUUID() beforeId?: string;
  @IsOptional() @IsIn(deadLetterStates) state?: DeadLetterState;
  @IsOptional() @IsString() @MaxLength(200) q?: string;
}

/** Asked by the gateway on behalf of administrators. */
@Controller()
export class DeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @InternalCall(listDeadLetters)
  async list(@Query() { beforeDiedAt, beforeId, ...asked }: DeadLettersQuery): Promise<DeadLetterFacts[]> {
    const before = beforeDiedAt && beforeId ? { diedAt: beforeDiedAt, id: beforeId } : null;
    return (await this.letters.list({ ...asked, before })).map(factsOf);
  }

  @InternalCall(countDeadLetters)
  async open(): Promise<{ count: number }> {
    return { count: await this.letters.countOpen() };
  }

  @InternalCall(getDeadLetter)
  async get(@Param('id', ParseUUIDPipe) id: string): Promise<DeadLetterFacts> {
    return factsOf(await this.letters.get(id));
  }

  @InternalCall(replayDeadLetter)
  @HttpCode(200)
  async replay(@Param('id', ParseUUIDPipe) id: string): Promise<DeadLetterFacts> {
    return factsOf(await this.letters.replay(id));
  }
}

function factsOf({ diedAt, retryAt, replayedAt, ...letter }: DeadLetterView): DeadLetterFacts {
  return {
    ...letter,
    diedAt: diedAt.toISOString(),
    retryAt: retryAt?.toISOString() ?? null,
    replayedAt: replayedAt?.toISOString() ?? null,
  };
}
