import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { AppError } from './app-error.js';

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

/** Rows of a list, newest first, and where the next page begins; null at the end of the list. */
export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/**
 * The page of what was found, which is one row more than wanted where another page follows.
 * @param cursorOf where the page after that row begins
 */
export function cutPage<Row>(found: Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? cursorOf(last) : null };
}

/** The largest id of a column of the type `integer`, which is what ids are unless said otherwise. */
const LARGEST_INTEGER = 2_147_483_647n;
/** That of one of the type `bigint`. */
export const LARGEST_BIGINT = 9_223_372_036_854_775_807n;

/**
 * Reads one page by the rows' ids. `read` gets the id below which to begin (null: from the newest) and how many rows.
 * @throws AppError `invalid_input` for a cursor that no page has
 */
export async function readPage<Row extends { id: number | string }>(
  { limit, cursor }: Pick<PageQuery, 'limit' | 'cursor'>,
  read: (beforeId: string | null, count: number) => Promise<Row[]>,
  largestId: bigint = LARGEST_INTEGER,
): Promise<Page<Row>> {
  const found = await read(cursor === undefined ? null : decodeCursor(cursor, largestId), limit + 1);
  return cutPage(found, limit, ({ id }) => Buffer.from(String(id)).toString('base64url'));
}

function decodeCursor(cursor: string, largestId: bigint): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!/^[1-9]\d{0,18}$/.test(id) || BigInt(id) > largestId) {
    throw new AppError('invalid_input', {
      errors: [{ field: 'cursor', message: 'This is not a page of the list.' }],
    });
  }
  return id;
}
