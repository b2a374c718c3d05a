import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** What every list takes: newest first, page by page (keyset pagination). */
export class PageQuery {
  @ApiProperty({ required: false, minimum: 1, maximum: 100, default: 50 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 50;

  @ApiProperty({ required: false, description: 'From the header x-next-cursor of the page before' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;
}

/** How a list that goes on is described. */
export const nextCursorHeader = { 'x-next-cursor': { schema: { type: 'string' } } } as const;
