import { Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsDateString, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { Access } from '#platform';
import { DeadLetters, type DeadLetterView } from './dead-letters.js';

class DeadLettersQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(101) limit: number = 50;
  /** The page before ended with this letter. */
  @IsOptional() @IsDateString() beforeDiedAt?: string;
  @IsOptional() @IsUUID() beforeId?: string;
}

/** Asked by the gateway on behalf of administrators. */
@ApiExcludeController()
@Access('service')
@Controller('internal/dead-letters')
export class DeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @Get()
  list(@Query() { limit, beforeDiedAt, beforeId }: DeadLettersQuery): Promise<DeadLetterView[]> {
    const before = beforeDiedAt && beforeId ? { diedAt: beforeDiedAt, id: beforeId } : null;
    return this.letters.list(limit, before);
  }

  @Get('open')
  async open(): Promise<{ count: number }> {
    return { count: await this.letters.countOpen() };
  }

  @Get(':id')
  get(@Param('id', ParseUUIDPipe) id: string): Promise<DeadLetterView> {
    return this.letters.get(id);
  }

  @Post(':id/replay')
  @HttpCode(200)
  replay(@Param('id', ParseUUIDPipe) id: string): Promise<DeadLetterView> {
    return this.letters.replay(id);
  }
}
